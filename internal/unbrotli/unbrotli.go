// Package unbrotli undoes Content-Encoding br (RFC 7932), and says when a body was cut.
package unbrotli

import (
	"io"

	"github.com/andybalholm/brotli"
)

// reader finds the end of a stream. The library takes a stream that is cut between two of its reads for whole, and
// complains of what comes behind its end; so a byte is put behind, and the complaint alone is the end.
type reader struct{ r *brotli.Reader }

// NewReader undoes what in is encoded with. A stream that is cut gives io.ErrUnexpectedEOF, and what comes behind its end
// is ignored, as browsers do. Readers are not used again: one may hold a window of 16 MiB, if only while it is read.
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

// oneMore reads one byte more than there is.
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
