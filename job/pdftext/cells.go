package pdftext

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Bounds of a table of facts, with a label on the left and its value on the right.
const (
	cellGap    = 1.2 // between cells, in sizes of letters
	mostWords  = 5   // of a label
	sameColumn = 1.5 // points between beginnings of cells of one column
)

// markCells finds lines that consist of a label and a value without a colon between them. A line with a narrow gap counts as well, if the value of a
// neighbouring line begins at the same place.
func markCells(lines []line) {
	columns := make([]float64, len(lines))
	for i := range lines {
		columns[i] = lines[i].column()
	}
	for i := range lines {
		l := &lines[i]
		at := columns[i]
		for _, k := range []int{i - 1, i + 1} {
			if math.IsNaN(at) && k >= 0 && k < len(lines) {
				at = columns[k]
			}
		}
		n := slices.IndexFunc(l.words, func(w word) bool { return math.Abs(w.x-at) < sameColumn })
		if n > 0 && n <= mostWords && n < len(l.words) {
			if label := join(l.words[:n]); strings.ContainsFunc(label, unicode.IsLetter) { // no bullet, no number
				l.label = label
			}
		}
	}
}

// column returns the place where the value of a line begins, if the line has one wide gap behind a few words. Otherwise it returns NaN.
func (l *line) column() float64 {
	at := math.NaN()
	for n, w := range l.words {
		if n == 0 || w.x-l.words[n-1].to < cellGap*l.size {
			continue
		}
		if !math.IsNaN(at) || n > mostWords {
			return math.NaN()
		}
		at = w.x
	}
	return at
}

func join(words []word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}
