package pagetext

import "unicode/utf8"

// Bounds of leaveOthers.
const (
	longestHeading = 60  // letters of a heading above other postings
	proseLetters   = 80  // from which a line outside links is prose
	leastProse     = 300 // letters of prose above the heading: those of the page's own posting
)

// IsOthers reports whether a heading, such as "Similar jobs", is above postings other than the page's own.
func IsOthers(heading string) bool {
	return utf8.RuneCountInString(heading) <= longestHeading && known().others[fold(heading)]
}

// leaveOthers excludes the other postings that a page shows below its own, as under "Similar jobs". They begin at such a heading, provided
// that enough prose stands above the heading, and more than below it. Without prose above, the lines below may be facts of the page's own
// posting, and a longer description below is the page's own.
func (r *reader) leaveOthers() {
	o := r.outline
	above, from := 0, -1
	for i := range o.lines {
		l := &o.lines[i]
		if o.isOutside(l) {
			continue
		}
		if n := prose(l); n > 0 {
			above += n
		} else if above >= leastProse && utf8.RuneCountInString(l.text) <= longestHeading && r.v.others[fold(l.text)] {
			from = i
			break
		}
	}
	if from < 0 {
		return
	}
	below := 0
	for i := from; i < len(o.lines); i++ {
		if l := &o.lines[i]; !o.isOutside(l) {
			below += prose(l)
		}
	}
	if below >= above {
		return
	}
	for i := from; i < len(o.lines); i++ {
		o.lines[i].zone = outside
	}
	for i := range o.marks {
		if m := &o.marks[i]; m.from >= from {
			m.zone = outside
		}
	}
}

// prose returns the letters of a line of prose outside links, else 0.
func prose(l *line) int {
	n := len(l.text) - int(l.linked)
	if n < proseLetters {
		return 0
	}
	return n
}
