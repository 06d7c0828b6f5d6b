package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// maxHead bounds the header of one WARC record.
const maxHead = 256 << 10

// errDamaged marks errors of a file's content, as opposed to errors of the disk or the name.
var errDamaged = errors.New("damaged")

// head is the header of a WARC record. It is valid until the next one is read.
type head struct {
	fields []byte // a line each; a folded field is one line
	length int64  // of the block
}

// get returns the first value of a field, without the brackets that the grammar of WARC 1.0 puts around URIs; "" if there is none.
func (h *head) get(name string) string { return withoutBrackets(field(h.fields, name)) }

// event returns the id of the record and the ids of records of the same capture event (WARC 1.1, section 5.7).
func (h *head) event() []string {
	header, _ := readHeader(h.fields)
	ids := append(header["Warc-Record-Id"], header["Warc-Concurrent-To"]...)
	for i := range ids {
		ids[i] = withoutBrackets(ids[i])
	}
	return ids
}

// partial reports whether the record says that its block is incomplete. The first of several segments counts as incomplete, too.
func (h *head) partial() bool {
	return h.get("WARC-Truncated") != "" || h.get("WARC-Segment-Number") != ""
}

// scanner reads the records of uncompressed WARC content (WARC 1.1, ISO 28500:2017, section 4).
type scanner struct {
	in    *bufio.Reader
	at    int64  // offset of the next byte
	start int64  // offset of the current record
	lines []byte // of the current header
}

// next reads the header of the next record and stops before its block. At the end of the content the error is io.EOF.
func (s *scanner) next() (h head, err error) {
	if err := s.skipLineEnds(); err != nil {
		return h, err
	}
	s.start = s.at
	first, _ := s.in.Peek(len("WARC/"))
	if len(first) > 0 && !bytes.HasPrefix([]byte("WARC/"), first) {
		return h, s.skipNoRecord()
	}
	line, err := s.line()
	if err != nil {
		return h, err
	}
	if version := line[len("WARC/"):]; !bytes.HasPrefix(version, []byte("1.")) && !bytes.HasPrefix(version, []byte("0.")) {
		return h, fmt.Errorf("a record of WARC version %q, not 1.1 or one before", version[:min(len(version), 24)])
	}
	s.lines = s.lines[:0]
	for {
		if line, err = s.line(); err != nil {
			return h, err
		}
		if s.at-s.start > maxHead {
			return h, fmt.Errorf("header of more than %d bytes", maxHead)
		}
		if len(line) == 0 {
			break
		}
		if err := s.field(line); err != nil {
			return h, err
		}
	}
	length := field(s.lines, "Content-Length")
	if length == "" {
		return h, errors.New("record without Content-Length")
	}
	n, err := strconv.ParseInt(length, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/2 {
		return h, fmt.Errorf("Content-Length %q", length)
	}
	return head{s.lines, n}, nil
}

// skipNoRecord skips a line that does not begin a record, or the rest of the content. It returns an error that quotes the line.
func (s *scanner) skipNoRecord() error {
	start, _ := s.in.Peek(24)
	line, _, _ := bytes.Cut(bytes.Clone(start), []byte("\n"))
	if _, err := s.line(); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return noRecord(bytes.TrimSuffix(line, []byte("\r")))
}

// noRecord is the text at a place where a record should begin. It counts as damage, but a file that begins with such a text is of another format.
type noRecord string

func (n noRecord) Error() string { return fmt.Sprintf("no WARC record begins here but %q", string(n)) }

func (noRecord) Is(target error) bool { return target == errDamaged }

// field adds a line of the header. A line that begins with a blank continues the field before it.
func (s *scanner) field(line []byte) error {
	switch folded := line[0] == ' ' || line[0] == '\t'; {
	case folded && len(s.lines) > 0:
		s.lines[len(s.lines)-1] = ' '
		line = bytes.TrimSpace(line)
	case folded:
		return nil
	case bytes.IndexByte(line, ':') < 0:
		return fmt.Errorf("header line without a colon: %q", line[:min(len(line), 40)])
	}
	s.lines = append(append(s.lines, line...), '\n')
	return nil
}

// field returns the first value of a field of a header, "" if it has none.
func field(header []byte, name string) string {
	for len(header) > 0 {
		var line []byte
		if line, header = cutLine(header); len(line) > len(name) && line[len(name)] == ':' && is(line[:len(name)], name) {
			return string(bytes.TrimSpace(line[len(name)+1:]))
		}
	}
	return ""
}

// is reports whether a name in a header, in any case, is the name of a field.
func is(name []byte, field string) bool {
	return len(name) == len(field) && strings.EqualFold(string(name), field)
}

func withoutBrackets(uri string) string {
	if n := len(uri) - 1; n > 0 && uri[0] == '<' && uri[n] == '>' {
		return uri[1:n]
	}
	return uri
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
