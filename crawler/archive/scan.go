package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"gannet/internal/weburl"
)

// maxHead bounds the header of one WARC record.
const maxHead = 256 << 10

// errDamaged marks errors of a file's content, as opposed to errors of the disk or the name.
var errDamaged = errors.New("damaged")

// head has the fields of a WARC header that are used here.
type head struct {
	kind, target, date, contentType string
	truncated                       string // why the block is not whole; "" if it is
	refersTo                        string // of a revisit record: the URL whose payload is the same
	length                          int64
	segmented                       bool
}

// scanner reads the records of uncompressed WARC content (WARC 1.1, ISO 28500:2017, section 4).
type scanner struct {
	in    *bufio.Reader
	at    int64 // offset of the next byte
	start int64 // offset of the current record
}

// next reads the header of the next record and stops before its block. size is the length of the header with the empty line
// at its end. At the end of the content the error is io.EOF.
func (s *scanner) next() (h head, size uint32, err error) {
	if err := s.skipLineEnds(); err != nil {
		return h, 0, err
	}
	s.start = s.at
	line, err := s.line()
	if err != nil {
		return h, 0, err
	}
	if !bytes.HasPrefix(line, []byte("WARC/")) {
		return h, 0, fmt.Errorf("no WARC record begins here but %q", line[:min(len(line), 24)])
	}
	if version := line[len("WARC/"):]; !bytes.HasPrefix(version, []byte("1.")) && !bytes.HasPrefix(version, []byte("0.")) {
		return h, 0, fmt.Errorf("a record of WARC version %q, not 1.1 or one before", version[:min(len(version), 24)])
	}
	h.length = -1
	for last := (*string)(nil); ; {
		if line, err = s.line(); err != nil {
			return h, 0, err
		}
		if s.at-s.start > maxHead {
			return h, 0, fmt.Errorf("header of more than %d bytes", maxHead)
		}
		if len(line) == 0 {
			break
		}
		if last, err = h.field(line, last); err != nil {
			return h, 0, err
		}
	}
	if h.length < 0 {
		return h, 0, errors.New("record without Content-Length")
	}
	return h, uint32(s.at - s.start), nil
}

// field parses one line of the header. A line that begins with a blank continues the field before it.
func (h *head) field(line []byte, last *string) (*string, error) {
	if line[0] == ' ' || line[0] == '\t' {
		if last != nil {
			*last += " " + string(bytes.TrimSpace(line))
		}
		return last, nil
	}
	name, value, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return nil, fmt.Errorf("header line without a colon: %q", line[:min(len(line), 40)])
	}
	value = bytes.TrimSpace(value)
	switch {
	case is(name, "WARC-Type"):
		h.kind = strings.ToLower(string(value))
		return &h.kind, nil
	case is(name, "WARC-Target-URI"):
		h.target = withoutBrackets(value)
		return &h.target, nil
	case is(name, "WARC-Refers-To-Target-URI"):
		h.refersTo = withoutBrackets(value)
		return &h.refersTo, nil
	case is(name, "WARC-Truncated"):
		h.truncated = strings.ToLower(string(value))
	case is(name, "WARC-Date"):
		h.date = string(value)
	case is(name, "Content-Type"):
		h.contentType = string(value)
		return &h.contentType, nil
	case is(name, "WARC-Segment-Number"):
		h.segmented = true
	case is(name, "Content-Length"):
		n, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/2 {
			return nil, fmt.Errorf("Content-Length %q", value)
		}
		h.length = n
	}
	return nil, nil
}

// withoutBrackets returns a URI without the brackets that the grammar of WARC 1.0 has.
func withoutBrackets(uri []byte) string {
	if n := len(uri) - 1; n > 0 && uri[0] == '<' && uri[n] == '>' {
		uri = uri[1:n]
	}
	return string(uri)
}

func is(name []byte, want string) bool {
	return len(name) == len(want) && strings.EqualFold(string(name), want)
}

// line reads a line and returns it without its end, valid until the next read.
func (s *scanner) line() ([]byte, error) {
	line, err := s.in.ReadSlice('\n')
	s.at += int64(len(line))
	switch {
	case err == io.EOF:
		return nil, io.ErrUnexpectedEOF
	case err == bufio.ErrBufferFull:
		return nil, fmt.Errorf("header line of more than %d bytes", len(line))
	case err != nil:
		return nil, err
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

// skipLineEnds skips the two line ends after a record, or as many as there are.
func (s *scanner) skipLineEnds() error {
	for {
		b, err := s.in.ReadByte()
		if err != nil {
			return err
		}
		if b != '\r' && b != '\n' {
			return s.in.UnreadByte()
		}
		s.at++
	}
}

// skip skips a block.
func (s *scanner) skip(n int64) error {
	for n > 0 {
		skipped, err := s.in.Discard(int(min(n, 1<<30)))
		s.at += int64(skipped)
		n -= int64(skipped)
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// status reads the status code of an HTTP response. It returns 0 if the block is none.
func (s *scanner) status(length int64) uint16 {
	b, _ := s.in.Peek(int(min(length, 16)))
	if !bytes.HasPrefix(b, []byte("HTTP/")) {
		return 0
	}
	_, code, _ := bytes.Cut(b, []byte(" "))
	n, err := strconv.ParseUint(string(code[:min(len(code), 3)]), 10, 16)
	if err != nil || n < 100 {
		return 0
	}
	return uint16(n)
}

// loader reads files into a Web.
type loader struct {
	web    *Web
	dir    string
	spool  *os.File
	number uint16 // of the spool among the sources
	end    int64  // bytes in the spool

	revisits []revisit
}

// revisit is a revisit record of a URL that the archive has no page of so far.
type revisit struct{ url, refersTo string }

// resolveRevisits gives URLs whose pages are the same as others the pages of these.
func (l *loader) resolveRevisits() {
	for _, r := range l.revisits {
		if i, ok := l.web.find(r.refersTo); ok && !l.web.Has(r.url) {
			l.web.addEntry(r.url, l.web.entries[i])
		}
	}
}

func (l *loader) load(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open archive: %w", err)
	}
	if isZip(f) {
		defer f.Close()
		return l.loadWACZ(path, f)
	}
	c, err := unpack(f)
	if err != nil {
		return errors.Join(fmt.Errorf("open archive %s: byte 0: %w (%w)", path, err, errDamaged), f.Close())
	}
	defer c.close()
	if c.plain {
		l.web.sources = append(l.web.sources, f)
		return l.scan(path, c, uint16(len(l.web.sources)-1), 0)
	}
	defer f.Close()
	return l.scanSpooled(path, c)
}

// scanSpooled scans content that has to be in the temporary file.
func (l *loader) scanSpooled(path string, c *content) (err error) {
	if l.spool == nil {
		if l.spool, err = NewTemporary(l.dir); err != nil {
			return err
		}
		l.web.sources = append(l.web.sources, l.spool)
		l.number = uint16(len(l.web.sources) - 1)
	}
	s := newSpool(c, l.spool, l.end)
	err = l.scan(path, s, l.number, l.end)
	l.end = s.at
	if failed := s.finish(); failed != nil {
		return failed
	}
	return err
}

func (l *loader) scan(path string, in io.Reader, source uint16, base int64) error {
	s := &scanner{in: bufio.NewReaderSize(in, 1<<20)}
	for {
		err := l.record(s, source, base)
		switch {
		case err == io.EOF && s.at == 0:
			return fmt.Errorf("open archive %s: the file is empty (%w): name a WARC file", path, errDamaged)
		case err == io.EOF:
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("open archive %s: cut off in the record at byte %d of its content (%w): copy it again", path, s.start, errDamaged)
		case err != nil:
			return fmt.Errorf("open archive %s: byte %d of its content: %w (%w)", path, s.at, err, errDamaged)
		}
	}
}

func (l *loader) addRevisit(h *head) {
	url, err := weburl.Canonical(h.target)
	refersTo, failed := weburl.Canonical(h.refersTo)
	if err == nil && failed == nil && url != refersTo && !l.web.Has(url) {
		l.revisits = append(l.revisits, revisit{url, refersTo})
	}
}

func (l *loader) record(s *scanner, source uint16, base int64) error {
	h, size, err := s.next()
	if err != nil {
		return err
	}
	e := entry{at: base + s.at - int64(size), head: size, block: h.length, source: source, partial: h.truncated != ""}
	wanted := h.kind == "response" || h.kind == "resource"
	if h.kind == "response" {
		e.status = s.status(h.length)
	}
	if err := s.skip(h.length); err != nil {
		return err
	}
	c := &l.web.counts
	c.Records++
	url := ""
	if wanted && !h.segmented && (e.status != 0 || h.kind == "resource") {
		url, _ = weburl.Canonical(h.target) // without a web address the record counts as one of the others
	}
	switch {
	case h.kind == "revisit":
		c.Revisits++
		l.addRevisit(&h)
		return nil
	case url == "":
		c.Others++
		return nil
	case h.kind == "response":
		c.Responses++
	default:
		c.Resources++
	}
	l.web.addEntry(url, e)
	return nil
}
