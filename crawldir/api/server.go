package api

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"gannet/crawldir/lists"
)

// Server answers at the socket of one directory.
type Server struct {
	dir    string
	lists  *lists.Lists
	http   *http.Server
	served chan struct{} // closed when the socket is
}

// Serve answers clients in a crawl's directory, until Close. The caller has the directory's lock.
func Serve(dir string, of Source) (*Server, error) {
	socket, err := listen(dir)
	if err != nil {
		return nil, err
	}
	s := &Server{
		dir: dir, lists: of.Lists, served: make(chan struct{}),
		http: &http.Server{Handler: NewHandler(of), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute},
	}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(socket) // it ends by Close alone
	}()
	return s, nil
}

// Close ends all answers, also those that are not whole, and removes the socket. Close of nil does nothing.
func (s *Server) Close() error {
	if s == nil {
		return nil
	}
	err := s.http.Close()
	<-s.served
	if s.lists != nil {
		s.lists.Close()
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(s.dir, Dir)))
}
