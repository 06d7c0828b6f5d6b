package pdftext

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ledongthuc/pdf"
)

// line is a line of text.
type line struct {
	text string
	size float64 // of its largest letter
	to   float64 // where it ends
	gap  float64 // to the line above, in sizes of its letters
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
