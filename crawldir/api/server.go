package api

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"gannet/crawldir/lists"
)

// Server answers clients of a running crawl at the socket in the crawl's directory.
type Server struct {
	dir    string
	lists  *lists.Lists
	http   *http.Server
	served chan struct{} // closed when the socket is
}

// Serve starts a server in a crawl's directory, which answers until Close is called. The caller must hold the directory's lock.
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

// Close stops the server, even in the middle of a response, and removes the socket. On a nil Server it does nothing.
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
