package features

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// ErrLanguages says that a file is not a language model that this version can read.
var ErrLanguages = errors.New("not a language model of this version")

// A file of a language model holds languagesMagic and the CRC-32 of all that follows. Then come the number of languages, their
// codes of two letters, the scale, and the rows with one byte per language. All numbers are little endian.
const languagesMagic = "gnl\x01"

const maxLanguageFile = 4 << 20

// Write writes the model to w in the format that ReadLanguages reads.
func (l *Languages) Write(w io.Writer) error {
	data := []byte{byte(len(l.codes))}
	for _, code := range l.codes {
		if len(code) != 2 {
			return fmt.Errorf("write languages: %q is no code of two letters", code)
		}
		data = append(data, code...)
	}
	data = binary.LittleEndian.AppendUint64(data, math.Float64bits(l.scale))
	for _, r := range l.rows {
		for i := range l.codes {
			data = append(data, byte(r[i/8]>>(i%8*8)))
		}
	}
	head := binary.LittleEndian.AppendUint32([]byte(languagesMagic), crc32.ChecksumIEEE(data))
	if _, err := w.Write(append(head, data...)); err != nil {
		return fmt.Errorf("write languages: %w", err)
	}
	return nil
}

// ReadLanguages reads a model that Languages.Write has written. The error is ErrLanguages for any other file.
func ReadLanguages(r io.Reader) (*Languages, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxLanguageFile))
	if err != nil {
		return nil, fmt.Errorf("read languages: %w", err)
	}
	head := len(languagesMagic) + 4
	if len(data) <= head || string(data[:len(languagesMagic)]) != languagesMagic ||
		binary.LittleEndian.Uint32(data[len(languagesMagic):]) != crc32.ChecksumIEEE(data[head:]) {
		return nil, fmt.Errorf("read languages: %w", ErrLanguages)
	}
	data = data[head:]
	n := int(data[0])
	size := 1 + 2*n + 8 + n<<rowBits
	if n > maxLanguages || len(data) != size {
		return nil, fmt.Errorf("read languages: %w", ErrLanguages)
	}
	l := &Languages{rows: make([]row, 1<<rowBits), shift: 64 - rowBits}
	for i := range n {
		l.codes = append(l.codes, string(data[1+2*i:3+2*i]))
	}
	l.scale = math.Float64frombits(binary.LittleEndian.Uint64(data[1+2*n:]))
	if l.scale < 0 || l.scale > 1 || l.scale != l.scale || !slices.IsSorted(l.codes) {
		return nil, fmt.Errorf("read languages: %w", ErrLanguages)
	}
	for i, b := range data[1+2*n+8:] {
		l.rows[i/n][i%n/8] |= uint64(b) << (i % n % 8 * 8)
	}
	return l, nil
}
