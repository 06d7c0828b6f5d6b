package content

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// AcceptEncoding is the value of the Accept-Encoding header for requests: the codings that a Reader decodes, except for deflate, because
// servers disagree on what that is.
const AcceptEncoding = "gzip, br, zstd"

const (
	// mostCodings is how many codings one body may have. The time for each coding is proportional to the output of the coding before it.
	mostCodings = 5
	// startSize is how many bytes of a body are needed to see that it is text.
	startSize = 512
	// shortStart is the length up to which a compressed stream may look like text by chance.
	shortStart = 64
	// maxWindow is how far back a zstd stream may refer (RFC 9659 section 3).
	maxWindow = 8 << 20
)

// opener begins to decode the data that a stage reads. It returns errNotEncoded if the body is not in this coding.
type opener func(s *stage) (io.Reader, error)

// openers are the codings of the registry (RFC 9110 section 8.4.1, RFC 7932, RFC 8878) that browsers decode.
var openers = map[string]opener{
	"gzip": openGzip, "x-gzip": openGzip,
	"deflate": openDeflate,
	"br":      openBrotli,
	"zstd":    openZstd,
}

var errNotEncoded = errors.New("not encoded as the header says")

// errLong says that the encoded form of a body is longer than its decoded form may be.
var errLong = errors.New("the encoded body is longer than the limit of the decoded one")

// An Error says that a body is damaged or incomplete in one of its content codings, such as gzip. The bytes that were decoded before the error
// are valid.
type Error struct {
	Coding string
	Err    error
}

// Error returns which coding is broken, such as gzip, and what is wrong.
func (e *Error) Error() string { return fmt.Sprintf("broken %s: %v", e.Coding, e.Err) }

// Unwrap returns the error of the decoder.
func (e *Error) Unwrap() error { return e.Err }

// Reader decodes the content codings of a body, such as gzip, in the way of browsers (Fetch, "handle content codings"). It undoes the
// codings from the last one to the first. It ignores a coding that is unknown, such as "none" or "utf-8", or that was not really applied.
// Garbage after the end, a missing trailer and a wrong checksum are not errors.
//
// Read returns the errors of the source unchanged. Errors of a coding are of type *Error. Call Close at the end.
type Reader struct {
	top    io.Reader
	stages []*stage
}

// NewReader returns a Reader of source. fields are the values of all Content-Encoding header fields, in their order. limit is how many
// decoded bytes the caller will read at most; each coding decodes little more than that, so that a decompression bomb in several layers
// uses little memory.
func NewReader(source io.Reader, fields []string, limit int64) (*Reader, error) {
	codings := known(fields)
	if len(codings) > mostCodings {
		return nil, &Error{codings[0], fmt.Errorf("%d content codings; at most %d are decoded", len(codings), mostCodings)}
	}
	r := &Reader{top: source}
	for _, coding := range slices.Backward(codings) {
		s := stages.Get().(*stage)
		s.begin(r.top, coding, limit)
		r.top, r.stages = s, append(r.stages, s)
	}
	return r, nil
}

// known returns the codings that can be undone, in the order in which they were applied (RFC 9110 section 8.4).
func known(fields []string) (codings []string) {
	for coding := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		coding = strings.ToLower(strings.TrimSpace(coding))
		if openers[coding] != nil {
			codings = append(codings, coding)
		}
	}
	return codings
}

// Read implements io.Reader: it returns decoded bytes.
func (r *Reader) Read(p []byte) (int, error) { return r.top.Read(p) }

// Close releases the decoders, so that they can be used for other bodies. It does not close the source.
func (r *Reader) Close() error {
	for _, s := range r.stages {
		s.end()
	}
	r.stages, r.top = nil, strings.NewReader("")
	return nil
}

// stage undoes one coding. Its buffers are reused for one body after the other.
type stage struct {
	coding   string
	source   bounded
	in       *bufio.Reader
	out      io.Reader // nil before the first Read
	some     bool      // something was decoded
	inflater inflater
	zstd     *zstd.Decoder
}

var stages = sync.Pool{New: func() any { return &stage{in: bufio.NewReader(nil)} }}

func (s *stage) begin(source io.Reader, coding string, limit int64) {
	s.source = bounded{from: source, left: limit + limit>>8 + 64<<10}
	s.in.Reset(&s.source)
	s.coding, s.out, s.some = coding, nil, false
}

// end returns a stage to the pool.
func (s *stage) end() {
	s.source = bounded{}
	s.in.Reset(nil)
	if s.zstd != nil {
		_ = s.zstd.Reset(nil)
	}
	s.out = nil
	stages.Put(s)
}

// Read implements io.Reader: it returns the bytes that one decoder gives.
func (s *stage) Read(p []byte) (int, error) {
	if s.out == nil {
		if err := s.open(); err != nil {
			return 0, s.blame(err)
		}
	}
	n, err := s.out.Read(p)
	s.some = s.some || n > 0
	if err != nil && err != io.EOF {
		err = s.blame(err)
	}
	return n, err
}

// open chooses the reader from which s reads. An empty body has no coding.
func (s *stage) open() (err error) {
	if _, err = s.in.Peek(1); err == io.EOF {
		s.out = s.in
		return nil
	}
	if err == nil {
		s.out, err = openers[s.coding](s)
	}
	if err == errNotEncoded {
		s.out, err = s.in, nil
	}
	return err
}

// blame returns the error of the source if the source failed, and otherwise an error that names the coding. Rubbish after the end of a stream counts
// as io.EOF.
func (s *stage) blame(err error) error {
	switch {
	case s.source.err != nil:
		return s.source.err
	case s.some && (errors.Is(err, zstd.ErrMagicMismatch) || err.Error() == "brotli: excessive input"):
		return io.EOF
	}
	return &Error{s.coding, err}
}

// bounded reads a bounded number of bytes. It remembers any error other than io.EOF, because decoders may hide it.
type bounded struct {
	from io.Reader
	left int64
	err  error
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 && b.err == nil {
		b.err = errLong
	}
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}

// isText reports whether a body is plain text although it should be in a coding without a magic number. A very short compressed stream may look like
// text, but such a stream can be decoded to its end.
func (s *stage) isText(open func(io.Reader) io.Reader) bool {
	start, _ := s.in.Peek(startSize)
	kind := http.DetectContentType(start) // MIME Sniffing section 7.1
	if !strings.HasPrefix(kind, "text/") && kind != "application/pdf" {
		return false
	}
	if len(start) >= shortStart {
		return true
	}
	_, err := io.Copy(io.Discard, io.LimitReader(open(strings.NewReader(string(start))), 1<<20))
	return err != nil
}

// openBrotli opens a brotli stream. It does not pool its decoders, because each may hold a window of 16 MiB.
func openBrotli(s *stage) (io.Reader, error) {
	if s.isText(func(r io.Reader) io.Reader { return brotli.NewReader(r) }) {
		return nil, errNotEncoded
	}
	return brotli.NewReader(s.in), nil
}

func openZstd(s *stage) (_ io.Reader, err error) {
	magic, _ := s.in.Peek(4)
	isFrame := string(magic) == "\x28\xb5\x2f\xfd" // RFC 8878 section 3.1.1
	isSkippable := len(magic) == 4 && magic[0]&0xf0 == 0x50 && string(magic[1:]) == "\x2a\x4d\x18"
	if !isFrame && !isSkippable {
		return nil, errNotEncoded
	}
	if s.zstd == nil {
		s.zstd, err = zstd.NewReader(s.in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
		return s.zstd, err
	}
	return s.zstd, s.zstd.Reset(s.in)
}
