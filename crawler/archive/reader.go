package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

const (
	maxHeader = 1 << 20 // bytes of one record's header
	zstWindow = 1 << 27 // window of `zstd --long=27`, which archives of many pages of one site are made with
)

// record is a WARC record: its header fields, and its content until the next one is read.
type record struct {
	kind    string // WARC-Type
	target  string // WARC-Target-URI
	content string // Content-Type
	date    time.Time
	size    int64
	body    io.Reader
}

// reader reads the records of a WARC file (ISO 28500:2017), plain, gzip or zstd, one after the other.
//
// The header of a record is a few lines, which are read here: gowarc builds and validates every record, which took
// opening the three frozen webs from seconds to minutes of allocation. It reads what we write, in the tests.
type reader struct {
	name   string
	in     *bufio.Reader
	close  func()
	count  int
	record record
	left   io.LimitedReader
}

// newReader tells the compression from the first bytes.
func newReader(name string, file io.Reader) (*reader, error) {
	raw := bufio.NewReaderSize(file, 1<<20)
	magic, err := raw.Peek(4)
	if err != nil {
		return nil, fmt.Errorf("%s: not a WARC file: it has %d bytes", name, len(magic))
	}
	r := &reader{name: name, in: raw, close: func() {}}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		r.in = bufio.NewReaderSize(z, 1<<20)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}), magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], []byte{0x2a, 0x4d, 0x18}):
		z, err := zstd.NewReader(raw, zstd.WithDecoderMaxWindow(zstWindow), zstd.WithDecoderConcurrency(2))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		r.in, r.close = bufio.NewReaderSize(z, 1<<20), z.Close
	}
	return r, nil
}

// next skips what is left of the last record and reads the header of the next one. It gives io.EOF after the last.
func (r *reader) next() (*record, error) {
	if _, err := io.Copy(io.Discard, &r.left); err != nil {
		return nil, r.broken(err)
	}
	if r.left.N > 0 {
		return nil, r.broken(io.ErrUnexpectedEOF)
	}
	if err := r.skipBlank(); err != nil {
		return nil, err
	}
	line, err := r.line()
	if err != nil {
		return nil, r.broken(err)
	}
	if !strings.HasPrefix(line, "WARC/1.") && !strings.HasPrefix(line, "WARC/0.1") {
		return nil, r.broken(fmt.Errorf("want a line WARC/1.x, not %.40q", line))
	}
	r.record = record{size: -1}
	for {
		line, err := r.line()
		if err != nil {
			return nil, r.broken(err)
		}
		if line == "" {
			break
		}
		if err := r.record.set(line); err != nil {
			return nil, r.broken(err)
		}
	}
	if r.record.size < 0 {
		return nil, r.broken(errors.New("no Content-Length"))
	}
	r.count++
	r.left = io.LimitedReader{R: r.in, N: r.record.size}
	r.record.body = &r.left
	return &r.record, nil
}

// set takes one header field. Fields that we have no use for are passed over.
func (rec *record) set(line string) (err error) {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		return nil // a continuation line, or dirt
	}
	value = strings.TrimSpace(value)
	switch textproto.CanonicalMIMEHeaderKey(name) {
	case "Warc-Type":
		rec.kind = value
	case "Warc-Target-Uri":
		rec.target = strings.Trim(value, "<>")
	case "Warc-Date":
		rec.date, _ = time.Parse(time.RFC3339Nano, value)
	case "Content-Type":
		rec.content = value
	case "Content-Length":
		if rec.size, err = strconv.ParseInt(value, 10, 64); err != nil || rec.size < 0 {
			return fmt.Errorf("Content-Length %.40q is not a number of bytes", value)
		}
	}
	return nil
}

func (r *reader) skipBlank() error {
	for {
		b, err := r.in.ReadByte()
		if err == io.EOF {
			return io.EOF
		}
		if err != nil {
			return r.broken(err)
		}
		if b != '\r' && b != '\n' {
			return r.in.UnreadByte()
		}
	}
}

func (r *reader) line() (string, error) {
	line, err := r.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull || len(line) > maxHeader {
		return "", errors.New("a header line without end")
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return strings.TrimRight(string(line), "\r\n"), err
}

func (r *reader) broken(err error) error {
	return fmt.Errorf("%s: broken after record %d: %w: fetch or copy the file again", r.name, r.count, err)
}

func openFile(path string) (*reader, *os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	r, err := newReader(path, f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return r, f, nil
}
