// Package unbrotli decodes Content-Encoding br (RFC 7932) and reports when a body was cut.
package unbrotli

import (
	"io"

	"github.com/andybalholm/brotli"
)

// reader finds the end of a stream. The library does not notice when a stream is cut between two of its reads, but it
// returns an error for bytes after the end. So one byte is appended, and only that error counts as the end.
type reader struct{ r *brotli.Reader }

// NewReader decodes in. A stream that is cut ends in io.ErrUnexpectedEOF. Bytes after its end are ignored, as browsers
// do. Readers are not pooled, because each may hold a window of 16 MiB.
func NewReader(in io.Reader) io.Reader { return reader{brotli.NewReader(&oneMore{in: in})} }

func (u reader) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	switch {
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	case err != nil && err.Error() == "brotli: excessive input":
		err = io.EOF
	}
	return n, err
}

// oneMore appends one byte to what in holds.
type oneMore struct {
	in   io.Reader
	over bool
}

func (o *oneMore) Read(p []byte) (int, error) {
	if o.over || len(p) == 0 {
		return 0, io.EOF
	}
	n, err := o.in.Read(p)
	if err != io.EOF {
		return n, err
	}
	if o.over = n < len(p); o.over {
		p[n] = 0
		n++
	}
	return n, nil
}
