// Package pdftext owns the reading of PDF files as pages: their text as HTML with headings and paragraphs, for job/pagetext.
package pdftext

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"
)

// Bounds of a file. Advertisements have a few pages.
const (
	MaxBytes = 8 << 20
	maxPages = 30
	maxText  = 1 << 20
	maxPage  = 1 << 20 // unpacked, of one page: letters take a hundred times as much memory
	maxTime  = 5 * time.Second
)

// Errors of HTML.
var (
	ErrTooLarge = errors.New("the PDF is too large")
	ErrBroken   = errors.New("the PDF cannot be read")
	ErrSlow     = errors.New("the PDF takes too long to read")
)

// Is reports whether a file begins like a PDF.
func Is(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(data, "\ufeff \r\n"), []byte("%PDF-"))
}

// HTML returns the text of a PDF as an HTML page in UTF-8. The largest text of the first page is its heading.
func HTML(data []byte) ([]byte, error) {
	if len(data) > MaxBytes {
		return nil, ErrTooLarge
	}
	type result struct {
		lines []line
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if x := recover(); x != nil {
				r.err = fmt.Errorf("%w: %v", ErrBroken, x)
			}
			done <- r
		}()
		r.lines, r.err = readLines(data)
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return nil, r.err
		}
		return write(r.lines), nil
	case <-time.After(maxTime):
		return nil, ErrSlow
	}
}

// line is a line of text.
type line struct {
	text string
	size float64 // of its largest letter
	to   float64 // where it ends
	gap  float64 // to the line above, in sizes of its letters
}

func readLines(data []byte) (all []line, err error) {
	r, err := pdf.NewReader(untilLate{bytes.NewReader(data), time.Now().Add(maxTime)}, int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	bytes := 0
	for n := 1; n <= min(r.NumPage(), maxPages) && bytes < maxText; n++ {
		page := r.Page(n)
		if page.V.IsNull() {
			continue
		}
		if unpacked(page.V.Key("Contents")) > maxPage {
			return nil, ErrTooLarge
		}
		for _, l := range linesOf(page.Content().Text) {
			bytes += len(l.text)
			all = append(all, l)
		}
	}
	return all, nil
}

// unpacked returns the length of a page's contents, or a little more than maxPage if they are longer.
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

// untilLate reads a file until a time. Then it panics, since the library tries again after errors.
type untilLate struct {
	io.ReaderAt
	late time.Time
}

func (u untilLate) ReadAt(p []byte, at int64) (int, error) {
	if time.Now().After(u.late) {
		panic(ErrSlow)
	}
	return u.ReaderAt.ReadAt(p, at)
}

// linesOf joins the letters of a page to lines, from the top down.
func linesOf(letters []pdf.Text) (all []line) {
	slices.SortStableFunc(letters, func(a, b pdf.Text) int {
		if same(a, b) {
			return cmp.Compare(a.X, b.X)
		}
		return cmp.Compare(b.Y, a.Y)
	})
	above := 0.0
	for from := 0; from < len(letters); {
		to := from + 1
		for to < len(letters) && same(letters[from], letters[to]) {
			to++
		}
		l := joinLetters(letters[from:to])
		if l.text != "" {
			l.gap = (above - letters[from].Y) / max(1, l.size)
			above = letters[from].Y
			all = append(all, l)
		}
		from = to
	}
	return all
}

// same reports whether two letters stand on one line.
func same(a, b pdf.Text) bool {
	d := a.Y - b.Y
	return max(d, -d) < max(1, min(a.FontSize, b.FontSize))/2
}

func joinLetters(letters []pdf.Text) (l line) {
	var b strings.Builder
	end := 0.0
	for _, t := range letters {
		if b.Len() > 0 && t.X-end > t.FontSize/5 {
			b.WriteByte(' ')
		}
		b.WriteString(t.S)
		end = t.X + t.W
		l.size, l.to = max(l.size, t.FontSize), max(l.to, end)
	}
	l.text = strings.Join(strings.Fields(b.String()), " ")
	return l
}

// write writes lines as HTML. Lines of larger letters are headings. A line that reaches the right margin goes on in the next.
func write(lines []line) []byte {
	usual, right, largest := measures(lines)
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><meta charset=utf-8><body>")
	titled, open := false, false
	for i, l := range lines {
		const larger, most = 1.15, 90
		heading := l.size > usual*larger && len(l.text) < most
		if open && (heading || l.gap > 1.8 || lines[i-1].to < right*.85) {
			b.WriteString("</p>\n")
			open = false
		}
		switch {
		case heading && l.size == largest && !titled:
			titled = true
			fmt.Fprintf(&b, "<h1>%s</h1>\n", html.EscapeString(l.text))
		case heading:
			fmt.Fprintf(&b, "<h3>%s</h3>\n", html.EscapeString(l.text))
		case open:
			b.WriteString(" " + html.EscapeString(l.text))
		default:
			b.WriteString("<p>" + html.EscapeString(l.text))
			open = true
		}
	}
	b.WriteString("</body>")
	return b.Bytes()
}

// measures returns the median size of letters, the right margin, and the largest size.
func measures(lines []line) (usual, right, largest float64) {
	var sizes []float64
	for _, l := range lines {
		sizes = append(sizes, l.size)
		right, largest = max(right, l.to), max(largest, l.size)
	}
	if len(sizes) == 0 {
		return 0, 0, 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2], right, largest
}
