package pdftext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"
)

// page is the content of one page of a file.
type page struct {
	number int
	lines  []line
}

func readPages(data []byte, late time.Time) (all []page, err error) {
	r, err := pdf.NewReader(untilLate{bytes.NewReader(data), late}, int64(len(data)))
	if err != nil {
		return nil, errorOf(err)
	}
	sum := 0
	for n := 1; n <= min(r.NumPage(), maxPages) && sum < maxText; n++ {
		of := r.Page(n)
		if of.V.IsNull() {
			continue
		}
		p := page{n, linesOf(lettersOf(of))}
		for _, l := range p.lines {
			sum += len(l.text)
		}
		all = append(all, p)
	}
	if sum == 0 {
		return nil, ErrEmpty
	}
	return all, nil
}

// errorOf returns the error for a file that the library could not open.
func errorOf(err error) error {
	if errors.Is(err, pdf.ErrInvalidPassword) || strings.Contains(err.Error(), "encryption") {
		return ErrEncrypted
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

// unpacked returns the length of contents without compression. If it exceeds maxPage, the result is only a little more than maxPage.
func unpacked(contents pdf.Value) (sum int64) {
	streams := []pdf.Value{contents}
	if contents.Kind() == pdf.Array {
		streams = streams[:0]
		for i := range min(contents.Len(), 1000) {
			streams = append(streams, contents.Index(i))
		}
	}
	for _, s := range streams {
		if s.Kind() != pdf.Stream {
			continue
		}
		r := s.Reader()
		n, _ := io.Copy(io.Discard, io.LimitReader(r, maxPage+1-sum))
		sum += n
		_ = r.Close()
	}
	return sum
}

// untilLate lets a file be read until a point in time. From then on it panics, because the library would try again after an error.
type untilLate struct {
	io.ReaderAt
	late time.Time
}

func (u untilLate) ReadAt(p []byte, at int64) (int, error) {
	if !u.late.IsZero() && time.Now().After(u.late) {
		panic(ErrHeavy)
	}
	return u.ReaderAt.ReadAt(p, at)
}
