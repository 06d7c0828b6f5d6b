package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
)

// Mend removes the incomplete last record that a crash leaves at the end of a WARC file. The file must have one gzip member for each
// record, as Writer writes it. Mend returns how many whole records remain and how many bytes it cut off. If the file is damaged elsewhere,
// Mend does not change it, and the error says where the damage is.
func Mend(path string) (records int, cut int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, 0, fmt.Errorf("mend archive: %w", err)
	}
	defer f.Close()
	in := &counted{in: bufio.NewReaderSize(f, 1<<18)}
	whole := int64(0)
	for err = in.member(); err == nil; err = in.member() {
		records++
		whole = in.at
	}
	if err == io.EOF {
		return records, 0, nil
	}
	size, torn, failed := torn(f, whole, err)
	switch {
	case failed != nil:
		return records, 0, fmt.Errorf("mend archive %s: %w", path, failed)
	case !torn:
		return records, 0, fmt.Errorf("mend archive %s: byte %d: %w (%w): the records before can be read", path, whole, err, errDamaged)
	}
	if err := errors.Join(f.Truncate(whole), f.Sync()); err != nil {
		return records, 0, fmt.Errorf("mend archive %s: %w", path, err)
	}
	return records, size - whole, nil
}

// maxTorn is larger than any record.
const maxTorn = 64 << 20

// torn reports whether the bytes after the whole records are the beginning of a single record, without a further record after it.
func torn(f *os.File, whole int64, because error) (size int64, torn bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	size = info.Size()
	if !errors.Is(because, io.ErrUnexpectedEOF) || size-whole > maxTorn {
		return size, false, nil
	}
	rest, err := io.ReadAll(io.NewSectionReader(f, whole, size-whole))
	if err != nil {
		return size, false, err
	}
	for at := 1; at < len(rest); at++ {
		next := bytes.Index(rest[at:], magicGzip)
		if next < 0 {
			break
		}
		at += next
		if in := (&counted{in: bufio.NewReader(bytes.NewReader(rest[at:]))}); in.member() == nil {
			return size, false, nil
		}
	}
	return size, true, nil
}

// counted reads gzip members and counts bytes. It is an io.ByteReader, so gzip reads no byte too many.
type counted struct {
	in *bufio.Reader
	at int64
	z  gzip.Reader
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.at += int64(n)
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.at++
	}
	return b, err
}

// member reads one member, which must be one whole record. At the end of the file the error is io.EOF.
func (c *counted) member() error {
	if err := c.z.Reset(c); err != nil {
		return err
	}
	c.z.Multistream(false)
	s := &scanner{in: bufio.NewReader(&c.z)}
	h, err := s.next()
	if err == io.EOF {
		return errors.New("an empty gzip member")
	}
	if err == nil {
		err = s.skip(h.length)
	}
	if err == nil {
		err = s.skipLineEnds()
	}
	switch {
	case err == nil:
		return errors.New("more than one record in a gzip member")
	case err != io.EOF:
		return err
	}
	return nil
}
