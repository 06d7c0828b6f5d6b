package training

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// # The binary format
//
// A zstd stream of
//
//   - the magic line;
//   - the length of the header as 32 bits, little-endian;
//   - the header in JSON: the names of the features, and the topic and number of rows of every list;
//   - for every list its grades, a byte each; its values as float32, little-endian; its notes, each ended by a newline.
//
// Values are written feature by feature, which compresses better than row by row.

const (
	binaryMagic = "gannet lists 1\n"
	maxHeader   = 64 << 20
	maxRows     = 1 << 28
	chunk       = 1 << 20 // bytes read at once, so that a header with false lengths costs no memory
)

type binaryHeader struct {
	Schema string       `json:"schema"`
	Names  []string     `json:"names"`
	Lists  []binaryList `json:"lists"`
}

type binaryList struct {
	Topic string `json:"topic"`
	Rows  int    `json:"rows"`
	Notes int    `json:"notes"` // bytes
}

// WriteBinary writes the set in the binary format.
func WriteBinary(w io.Writer, s *Set) error {
	if err := s.check(); err != nil {
		return err
	}
	z, err := zstd.NewWriter(w)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(z, 1<<16)
	return errors.Join(s.encode(out), out.Flush(), z.Close())
}

// encode writes the binary format, not compressed.
func (s *Set) encode(w io.Writer) error {
	h := binaryHeader{Schema: s.Schema, Names: s.Names}
	for _, list := range s.Lists {
		b := binaryList{Topic: list.Topic, Rows: len(list.Rows)}
		for i := range list.Rows {
			b.Notes += len(list.Rows[i].Note) + 1
		}
		h.Lists = append(h.Lists, b)
	}
	header, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(header) > maxHeader {
		return fmt.Errorf("%d lists are too many for one file", len(s.Lists))
	}
	begin := binary.LittleEndian.AppendUint32([]byte(binaryMagic), uint32(len(header)))
	if _, err := w.Write(append(begin, header...)); err != nil {
		return err
	}
	for i := range s.Lists {
		if _, err := w.Write(encodeRows(s.Lists[i].Rows, len(s.Names))); err != nil {
			return err
		}
	}
	return nil
}

func encodeRows(rows []Row, features int) []byte {
	b := make([]byte, 0, len(rows)*(4*features+80))
	for i := range rows {
		b = append(b, rows[i].Grade)
	}
	for f := range features {
		for i := range rows {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(rows[i].X[f]))
		}
	}
	for i := range rows {
		b = append(append(b, rows[i].Note...), '\n')
	}
	return b
}

// ReadBinary reads a set that WriteBinary has written.
func ReadBinary(r io.Reader) (*Set, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(64<<20))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	in := bufio.NewReaderSize(z, 1<<16)
	h, err := decodeHeader(in)
	if err != nil {
		return nil, fmt.Errorf("no lists: %w", err)
	}
	s := &Set{Schema: h.Schema, Names: h.Names}
	for i, list := range h.Lists {
		rows, err := decodeRows(in, list, len(h.Names))
		if err != nil {
			return nil, fmt.Errorf("list %d of %d: %w", i+1, len(h.Lists), err)
		}
		s.Lists = append(s.Lists, List{Topic: list.Topic, Rows: rows})
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, errors.New("more bytes than its lists have")
	}
	return s, s.check()
}

func decodeHeader(in io.Reader) (*binaryHeader, error) {
	begin := make([]byte, len(binaryMagic)+4)
	if _, err := io.ReadFull(in, begin); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(begin[len(binaryMagic):])
	if string(begin[:len(binaryMagic)]) != binaryMagic || size > maxHeader {
		return nil, errors.New("the file begins otherwise")
	}
	text, err := take(in, int64(size))
	if err != nil {
		return nil, err
	}
	h := new(binaryHeader)
	if err := json.Unmarshal(text, h); err != nil {
		return nil, err
	}
	for _, list := range h.Lists {
		if list.Rows < 0 || list.Rows > maxRows || list.Notes < list.Rows || len(h.Names) > maxFeatures {
			return nil, fmt.Errorf("a list of %d rows and %d features", list.Rows, len(h.Names))
		}
	}
	return h, nil
}

func decodeRows(in io.Reader, list binaryList, features int) ([]Row, error) {
	n := list.Rows
	b, err := take(in, int64(n)*int64(1+4*features)+int64(list.Notes))
	if err != nil {
		return nil, err
	}
	rows, x := make([]Row, n), make([]float32, n*features)
	for i := range rows {
		rows[i] = Row{Grade: b[i], X: x[i*features : (i+1)*features : (i+1)*features]}
	}
	values := b[n:]
	for f := range features {
		for i := range rows {
			rows[i].X[f] = math.Float32frombits(binary.LittleEndian.Uint32(values[4*(f*n+i):]))
		}
	}
	notes := strings.Split(string(values[4*n*features:]), "\n")
	if len(notes) != n+1 || notes[n] != "" {
		return nil, fmt.Errorf("%d notes for %d rows", len(notes)-1, n)
	}
	for i := range rows {
		rows[i].Note = notes[i]
	}
	return rows, nil
}

// take reads n bytes. It allocates memory only as bytes arrive, so a wrong length cannot exhaust the memory.
func take(in io.Reader, n int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(n, chunk)))
	if _, err := io.CopyN(&b, in, n); err != nil {
		return nil, fmt.Errorf("cut off: %w", err)
	}
	return b.Bytes(), nil
}
