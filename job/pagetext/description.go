package pagetext

import (
	"strings"
	"unicode/utf8"
)

// Costs of lines. The value of a line for the description is its letters outside links minus its cost. Short lines, as in menus
// and tables of facts, cost more than they have letters.
const (
	lineCost     = 28
	listItemCost = 8
	headingCost  = 4
	offCost      = 120
)

// longestButton bounds the bytes of a button's text. Longer texts are not buttons.
const longestButton = 200

// readDescription finds the lines of the description. They are in an element with such a name, or else the run of lines with the
// greatest value (Finn, Kushmerick and Smyth 2001, by lines instead of tags).
func (r *reader) readDescription() (from, to int) {
	o := r.outline
	values := make([]int, len(o.lines))
	for i := range o.lines {
		values[i] = r.lineValue(i)
	}
	from, to = greatestRun(values)
	if a, b, ok := r.namedBody(values, from, to); ok {
		from, to = a, b
	}
	from, to = r.includeParts(r.includeHeadings(from), to)
	var b strings.Builder
	for i := from; i < to; i++ {
		l := &o.lines[i]
		if o.isOutside(l) || len(l.text) < longestButton && r.v.controls[fold(l.text)] || l.level == 1 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.text)
	}
	r.posting.Description = b.String()
	return from, to
}

// lineValue returns what a line adds to the value of a run.
func (r *reader) lineValue(i int) int {
	l := &r.outline.lines[i]
	letters := len(l.text)
	if first, _ := utf8.DecodeRuneInString(l.text); first >= 0x2e80 {
		letters = utf8.RuneCountInString(l.text) * 3
	}
	letters -= 2 * int(l.linked)
	cost := lineCost
	switch {
	case r.outline.isOutside(l):
		return -offCost
	case l.level == 1:
		cost = lineCost + letters
	case l.level > 1 || l.strong && looksHeading(l.text):
		cost = headingCost
		letters = min(letters, 0)
	case l.cell != nil && l.linked == 0 && !l.inTable:
		cost = listItemCost
	}
	if r.labelled[i] && len(l.text) < 80 {
		letters = min(letters, 0)
	}
	return letters - cost
}

// greatestRun returns the run of values with the greatest sum. Of equal runs it returns the first and shortest.
func greatestRun(values []int) (from, to int) {
	sum, best, start := 0, 0, 0
	for i, v := range values {
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += v; sum > best {
			best, from, to = sum, start, i+1
		}
	}
	return from, to
}

// namedBody returns the lines of the element that is named as the description. Its value must be six tenths of the value of the
// run found without names.
func (r *reader) namedBody(values []int, from, to int) (a, b int, ok bool) {
	run, best := sumOf(values[from:to]), 0
	for i := range r.outline.marks {
		m := &r.outline.marks[i]
		if m.what&hintBody == 0 {
			continue
		}
		start, end := m.from, min(m.to, len(values))
		if start >= end {
			continue
		}
		value := sumOf(values[start:end])
		if value > best && value*10 >= run*6 {
			a, b, best, ok = start, end, value, true
		}
	}
	return a, b, ok
}

func sumOf(values []int) (sum int) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// includeHeadings extends the description by the headings right above it, up to the posting's title.
func (r *reader) includeHeadings(from int) int {
	o := r.outline
	for i := from - 1; i >= 0 && i >= from-2; i-- {
		l := &o.lines[i]
		if o.isOutside(l) || l.level == 1 || r.labelled[i] || !r.v.announces(fold(l.text)) || !looksHeading(l.text) {
			break
		}
		from = i
	}
	return from
}
