package pdftext

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// line is a line of text.
type line struct {
	words []word
	text  string
	label string  // the first words, if the others are what they label
	size  float64 // of its largest letter
	to    float64 // where it ends
	gap   float64 // to the line above, in sizes of its letters
}

// word is a word and where it stands.
type word struct {
	text  string
	x, to float64
}

// Shares of a letter's size.
const (
	wordGap   = .15 // between words
	sameLine  = .5  // between base lines of one line
	printedOn = .1  // between letters that are printed twice, to look bold
)

// linesOf joins the letters of a page to lines, from top to bottom.
func linesOf(letters []letter) (all []line) {
	slices.SortStableFunc(letters, func(a, b letter) int { return cmp.Compare(b.y, a.y) })
	above := 0.0
	for from := 0; from < len(letters); {
		to := from + 1
		for to < len(letters) && letters[to-1].y-letters[to].y < sameLine*min(letters[to-1].size, letters[to].size) {
			to++
		}
		l := joinLetters(letters[from:to])
		if l.text != "" {
			l.gap = (above - letters[from].y) / max(1, l.size)
			above = letters[from].y
			all = append(all, l)
		}
		from = to
	}
	markCells(all)
	return all
}

func joinLetters(letters []letter) (l line) {
	slices.SortStableFunc(letters, func(a, b letter) int { return cmp.Compare(a.x, b.x) })
	end, last := math.Inf(-1), letter{}
	for _, t := range letters {
		blank := strings.TrimSpace(t.text) == ""
		switch {
		case blank:
			end = math.Inf(-1) // the next letter begins a word
			continue
		case t.text == last.text && t.x-last.x < printedOn*t.size && math.Abs(t.y-last.y) < printedOn*t.size:
			continue
		case t.x-end > wordGap*t.size:
			l.words = append(l.words, word{x: t.x})
		}
		w := &l.words[len(l.words)-1]
		end, last = t.x+t.w, t
		w.text, w.to = w.text+strings.Join(strings.Fields(t.text), " "), end
		l.size, l.to = max(l.size, t.size), max(l.to, end)
	}
	l.text = join(l.words)
	return l
}
