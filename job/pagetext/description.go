package pagetext

import (
	"strings"
	"unicode/utf8"
)

// What a line is worth to the description that it stands in: its letters outside links, less a cost that the
// short lines of menus and tables of facts do not make up for.
const (
	lineCost     = 28
	listItemCost = 8
	headingCost  = 4
	offCost      = 120
)

// readDescription finds the lines of the description: those of an element named so, or else the run of lines that is
// worth most (Finn, Kushmerick and Smyth 2001, by lines instead of tags).
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
	from = r.includeHeadings(from)
	var b strings.Builder
	for i := from; i < to; i++ {
		l := &o.lines[i]
		if o.isOutside(l) || r.v.buttons[fold(l.text)] || l.level == 1 {
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

// worth gives what a line adds to a run.
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

// greatest gives the run of values with the greatest sum; of equal ones the first and shortest.
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

// namedBody gives the lines of the element that is named as the description. It must hold most of the run that was
// found without names, or be most of what it is worth.
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
		worth := sumOf(values[start:end])
		if worth > best && worth*10 >= run*6 {
			a, b, best, ok = start, end, worth, true
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

// reachUp adds the headings right above the description, below the posting's name.
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
