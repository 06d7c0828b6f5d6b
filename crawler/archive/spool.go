package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// chunk is how many bytes are written to the temporary file at a time.
const chunk = 1 << 20

// spool copies the content of a file to the temporary file while the content is read. A goroutine of its own writes, because writing takes longer
// than decompressing and scanning the content.
type spool struct {
	in     io.Reader
	at     int64  // end of the file when everything is written
	buffer []byte // read, not yet passed to the goroutine
	full   chan []byte
	free   chan []byte
	done   chan error
}

func newSpool(in io.Reader, out *os.File, at int64) *spool {
	s := &spool{in: in, at: at, full: make(chan []byte, 2), free: make(chan []byte, 4), done: make(chan error, 1)}
	for range cap(s.free) {
		s.free <- make([]byte, 0, chunk)
	}
	s.buffer = <-s.free
	go s.write(out, at)
	return s
}

// write writes chunks until there are no more. After an error it still receives chunks, but drops them.
func (s *spool) write(out *os.File, at int64) {
	var err error
	for b := range s.full {
		if err == nil {
			_, err = out.WriteAt(b, at)
			at += int64(len(b))
		}
		s.free <- b[:0]
	}
	s.done <- err
}

func (s *spool) Read(b []byte) (int, error) {
	room := cap(s.buffer) - len(s.buffer)
	n, err := s.in.Read(b[:min(len(b), room)])
	s.buffer = append(s.buffer, b[:n]...)
	s.at += int64(n)
	if len(s.buffer) == cap(s.buffer) {
		s.full <- s.buffer
		s.buffer = <-s.free
	}
	return n, err
}

// finish writes the rest. Its error concerns the temporary file, not the archive.
func (s *spool) finish() error {
	s.full <- s.buffer
	close(s.full)
	if err := <-s.done; err != nil {
		return fmt.Errorf("unpack to a temporary file: %w: free some space, or set TMPDIR to a directory that has it", err)
	}
	return nil
}

// NewTemporary creates a temporary file without a name in dir, or in the system's directory for such files if dir is "". The space of the
// file is freed when it is closed or the process ends.
func NewTemporary(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, "gannet-archive-*")
	if err != nil {
		return nil, fmt.Errorf("unpack to a temporary file: %w: set TMPDIR to a directory that can be written", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
