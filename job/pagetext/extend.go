package pagetext

import "strings"

// Bounds of the parts that includeParts adds to a description.
const (
	gapLines  = 4  // between two parts: a button, an advertisement
	partLines = 40 // of a part
)

// includeParts extends the description by the duties and requirements right before and after it. Short lists are often in elements
// of their own, and buttons or links stand between.
func (r *reader) includeParts(from, to int) (int, int) {
	if from >= to {
		return from, to
	}
	for {
		next := r.partBehind(to)
		if next == to {
			break
		}
		to = next
	}
	return r.partBefore(from), to
}

// partBehind returns the end of the part whose heading is the last line before at or follows within a few lines. It returns at if
// there is none.
func (r *reader) partBehind(at int) int {
	o := r.outline
	first := at
	if r.beginsPart(at - 1) {
		first = at - 1
	}
	for i := first; i < min(at+gapLines, len(o.lines)); i++ {
		if !r.beginsPart(i) {
			if r.endsParts(i) {
				return at
			}
			continue
		}
		end := i + 1
		for end < min(i+partLines, len(o.lines)) && !r.endsParts(end) && !r.beginsPart(end) {
			end++
		}
		if end == i+1 {
			return at
		}
		return end
	}
	return at
}

// partBefore returns the line of the nearest heading before the description whose part reaches up to it, or at.
func (r *reader) partBefore(at int) int {
	for i := at - 1; i >= max(0, at-partLines); i-- {
		if r.beginsPart(i) {
			return i
		}
		if r.endsParts(i) || r.labelled[i] {
			return at
		}
	}
	return at
}

// beginsPart reports whether a line is a heading of duties or requirements.
func (r *reader) beginsPart(i int) bool {
	l := &r.outline.lines[i]
	if l.level == 1 || r.outline.isOutside(l) || l.linked > 0 || !looksHeading(l.text) {
		return false
	}
	f := fold(l.text)
	section, size := r.v.heading(f)
	if section != Duties && section != Requirements || size*3 < len(f) {
		return false
	}
	return l.level > 0 || l.strong || surelyHeading(l.text) || size*3 >= len(f)*2
}

// endsParts reports whether a line is no part of a list of duties or requirements: navigation, links, or another heading.
func (r *reader) endsParts(i int) bool {
	l := &r.outline.lines[i]
	if r.v.isControl(l.text) || strings.TrimSpace(l.text) == "" {
		return false
	}
	return r.outline.isOutside(l) || l.level > 0 || 2*int(l.linked) > len(l.text) && !r.shares(l)
}

// shares reports whether a line consists of links to share the posting or to apply for it.
func (r *reader) shares(l *line) bool {
	head, _, _ := strings.Cut(l.text, ":")
	return r.v.isControl(head)
}
