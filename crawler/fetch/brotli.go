package fetch

import (
	"io"
	"strings"

	"github.com/andybalholm/brotli"
)

// unbrotli undoes Content-Encoding br (RFC 7932). The library takes a stream that is cut between two of its reads for
// whole, and complains of what comes behind its end; so a byte is put behind, and the complaint alone is the end. Readers are
// not used again: one of them may hold a window of 16 MiB, if only while its body is read.
type unbrotli struct{ r *brotli.Reader }

func newUnbrotli(in io.Reader) unbrotli { return unbrotli{brotli.NewReader(&oneMore{in: in})} }

func (u unbrotli) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	switch {
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	case err != nil && err.Error() == "brotli: excessive input": // also rubbish, which browsers ignore too
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

// brokenBrotli says whether an error says that a body is no brotli.
func brokenBrotli(err error) bool { return strings.HasPrefix(err.Error(), "brotli: ") }
