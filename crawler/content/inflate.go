package content

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
)

// inflater reads deflate (RFC 1951): without a wrapper, in zlib's format (RFC 1950) or in gzip's (RFC 1952). As in browsers, the body ends where the
// compressed data ends, even if the checksum is wrong or missing. Bytes after that only count if they are another gzip member.
type inflater struct {
	in    *bufio.Reader
	flate io.ReadCloser
	gzip  bool
}

var magicGzip = []byte{0x1f, 0x8b, 8}

func openGzip(s *stage) (io.Reader, error) {
	if magic, _ := s.in.Peek(len(magicGzip)); !bytes.Equal(magic, magicGzip) {
		return nil, errNotEncoded
	}
	s.inflater.in, s.inflater.gzip = s.in, true
	return &s.inflater, s.inflater.member()
}

// openDeflate accepts zlib's format, which "deflate" means (RFC 9110 section 8.4.1.2), and deflate without a wrapper, which some servers send.
func openDeflate(s *stage) (io.Reader, error) {
	start, _ := s.in.Peek(2)
	zlib := len(start) == 2 && start[0]&0x0f == 8 && binary.BigEndian.Uint16(start)%31 == 0
	if s.isText(func(r io.Reader) io.Reader {
		if zlib {
			_, _ = io.CopyN(io.Discard, r, 2)
		}
		return flate.NewReader(r)
	}) {
		return nil, errNotEncoded
	}
	if zlib {
		_, _ = s.in.Discard(2)
	}
	s.inflater.in, s.inflater.gzip = s.in, false
	s.inflater.reset()
	return &s.inflater, nil
}

func (f *inflater) reset() {
	if f.flate == nil {
		f.flate = flate.NewReader(f.in)
		return
	}
	_ = f.flate.(flate.Resetter).Reset(f.in, nil) // without a dictionary it cannot fail
}

// Read implements io.Reader: it returns decompressed bytes.
func (f *inflater) Read(p []byte) (int, error) {
	for {
		n, err := f.flate.Read(p)
		if err != io.EOF || !f.gzip {
			return n, err
		}
		if _, short := f.in.Discard(8); short != nil || f.member() != nil { // checksum and size
			return n, io.EOF
		}
		if n > 0 {
			return n, nil
		}
	}
}

// Flags in the header of a gzip member.
const (
	flagCheck = 1 << (iota + 1)
	flagExtra
	flagName
	flagComment
)

// member reads the header of a gzip member (RFC 1952 section 2.3).
func (f *inflater) member() error {
	head, err := f.in.Peek(10)
	if err != nil {
		return unexpected(err)
	}
	if !bytes.HasPrefix(head, magicGzip) {
		return errors.New("no gzip header")
	}
	flags := head[3]
	_, _ = f.in.Discard(10)
	if flags&flagExtra != 0 {
		err = f.skipExtra()
	}
	for _, flag := range []byte{flagName, flagComment} {
		if flags&flag != 0 && err == nil {
			err = f.skipText()
		}
	}
	if flags&flagCheck != 0 && err == nil {
		_, err = f.in.Discard(2)
	}
	f.reset()
	return unexpected(err)
}

func (f *inflater) skipExtra() error {
	size, err := f.in.Peek(2)
	if err == nil {
		_, err = f.in.Discard(2 + int(binary.LittleEndian.Uint16(size)))
	}
	return err
}

func (f *inflater) skipText() error {
	for {
		if b, err := f.in.ReadByte(); b == 0 || err != nil {
			return err
		}
	}
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
