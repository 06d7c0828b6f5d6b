package pagetext

import (
	"slices"
	"strings"

	"gannet/job"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The probabilities that values beside labels are right.
const (
	sureCell  = .85 // label in a dt or th, or in a piece of its own
	sureColon = .75 // "Label: value"
	sureBelow = .6  // a label on its own line, the value on the next
	sureLead  = .65 // "Label value" of a date or pay
	sureProse = .35 // the same in running text
)

// readLabels finds labels in the lines and adds the values beside them.
func (r *reader) readLabels() {
	o := r.outline
	r.labelled = make([]bool, len(o.lines))
	for i := range o.lines {
		l := &o.lines[i]
		if o.isOutside(l) || len(l.text) > 400 {
			continue
		}
		if len(l.pieces) > 1 && r.labelPieces(i) {
			r.labelled[i] = true
			continue
		}
		if r.labelRun(i) {
			r.labelled[i] = true
			continue
		}
		field, value, ok := r.cutLabel(l.text)
		switch {
		case !ok:
			r.labelled[i] = r.labelled[i] || r.labelsBefore(i) || r.partAlone(i)
		case value != "":
			r.labelled[i] = true
			r.addLabelled(field, value, sureColon, i)
		case !r.labelled[i]:
			r.labelAlone(i, field)
		}
	}
}

// cutLabel reads "Label: value" or a label alone.
func (r *reader) cutLabel(s string) (field job.Field, value string, ok bool) {
	const longest = 60
	if i := firstColon(s[:min(len(s), longest)]); i > 0 {
		value = strings.TrimSpace(afterColons(s[i:]))
		if field, ok = r.v.label(s[:i]); ok {
			return field, value, true
		}
		if field = r.partLabel(fold(s[:i])); field != "" && r.isPartValue(field, value) {
			return field, value, true
		}
	}
	field, ok = r.v.label(s)
	return field, "", ok
}

// partAlone reads a line that has a part of a label, if the cell below it or the next line has the value.
func (r *reader) partAlone(i int) bool {
	const longest = 40
	l := &r.outline.lines[i]
	if len(l.text) > longest || i+1 >= len(r.outline.lines) || l.level > 0 && l.level < 3 || r.inTitles(l.text) {
		return false
	}
	field := r.partLabel(fold(l.text))
	if field == "" {
		return false
	}
	at := i + 1
	if below := cellBelow(l.cell); below != nil && r.nextIsLabel(i) {
		at = slices.IndexFunc(r.outline.lines, func(l line) bool { return l.cell == below })
	}
	if at < 0 || !r.isPartValue(field, r.outline.lines[at].text) {
		return false
	}
	value := r.outline.lines[at].cell
	inRow := l.cell != nil && value != nil && l.cell.Parent == value.Parent
	if _, whole := r.v.parts[fold(l.text)]; !whole && !inRow && at == i+1 && field != job.ValidThrough && firstColon(l.text) < 0 { // "Contract manager" above "Full time" is a title
		return false
	}
	r.labelAlone(i, field)
	return true
}

// firstColon returns the index of the first colon of a text, or -1.
func firstColon(s string) int {
	i := strings.IndexByte(s, ':')
	if i < 0 {
		return strings.Index(s, "：")
	}
	if wide := strings.Index(s[:i], "："); wide >= 0 {
		return wide
	}
	return i
}

// afterColons returns a text without the colons and spaces at its beginning. Typed ads have "Location:: Leeds" and "Location : : Leeds", which
// are one label.
func afterColons(s string) string { return strings.TrimLeft(s, ":： \u00a0") }

// labelPieces reads a line of several inline elements, at least one of which is a label.
func (r *reader) labelPieces(i int) bool {
	l := &r.outline.lines[i]
	type found struct {
		field    job.Field
		from, to int // of the value
		colon    bool
	}
	var all []found
	start := 0
	for _, p := range l.pieces {
		end := min(p.end, len(l.text))
		part := strings.TrimSpace(l.text[start:end])
		field, value, ok := r.cutLabel(part)
		if !ok && (strings.HasSuffix(part, ":") || strings.HasSuffix(part, "：")) {
			field = r.partLabel(fold(part))
			ok = field != ""
		}
		if ok && (strings.HasSuffix(part, ":") || strings.HasSuffix(part, "：") || value != "" || start == 0 || strings.HasPrefix(l.text[end:], ":")) {
			if n := len(all); n > 0 {
				all[n-1].to = start
			}
			from := end
			if value != "" {
				from = start + strings.LastIndex(l.text[start:end], value)
			}
			all = append(all, found{field, from, len(l.text), value != "" || strings.HasSuffix(part, ":")})
		}
		start = end
	}
	for k, f := range all {
		value := strings.TrimSpace(l.text[f.from:max(f.from, f.to)])
		if value == "" {
			if k == len(all)-1 && len(all) == 1 {
				r.labelAlone(i, f.field)
			}
			continue
		}
		sure := sureCell
		if !f.colon {
			sure = sureColon
		}
		r.addLabelled(f.field, value, sure, i)
	}
	return len(all) > 0
}

// labelAlone reads a label that fills its line. In a table with a row of heads the value is in the cell below. Otherwise it is on
// the next line.
func (r *reader) labelAlone(i int, field job.Field) {
	o := r.outline
	l := &o.lines[i]
	sure := sureBelow
	colon := strings.HasSuffix(l.text, ":") || strings.HasSuffix(l.text, "：")
	switch {
	case l.cell != nil && (l.tag == atom.Dt || l.tag == atom.Th || l.tag == atom.Td), colon:
		sure = sureCell
	case l.level > 0 && l.level < 3, l.tag == atom.P && !l.strong:
		sure = sureProse
	}
	r.labelled[i] = true
	if field == otherLabel {
		if i+1 < len(o.lines) && (l.tag == atom.Dt && o.lines[i+1].tag == atom.Dd || l.tag == atom.Th && o.lines[i+1].tag == atom.Td) {
			r.labelled[i+1] = true
		}
		return
	}
	if below := cellBelow(l.cell); below != nil && r.nextIsLabel(i) {
		for k := i + 1; k < len(o.lines); k++ {
			if o.lines[k].cell == below {
				r.addLabelled(field, o.lines[k].text, sure, k)
				r.labelled[k] = true
				return
			}
		}
		return
	}
	for k := i + 1; k < min(i+4, len(o.lines)); k++ {
		next := &o.lines[k]
		if o.isOutside(next) && k == i+1 || len(next.text) > 160 || next.level == 1 || next.tag == atom.Button || next.level == 2 && !r.labelName(l) {
			return
		}
		if _, _, isLabel := r.cutLabel(next.text); isLabel && !(next.tag == atom.Dd && l.tag == atom.Dt) {
			return
		}
		if r.v.controls[fold(next.text)] {
			return
		}
		r.addLabelled(field, r.wholeAddress(field, k), sure, k)
		r.labelled[k] = true
		if field != job.Employment || next.tag != atom.Dd {
			return
		}
	}
}

// wholeAddress returns a line, and the next one with it if the two are a street and its town.
func (r *reader) wholeAddress(field job.Field, line int) string {
	text := r.outline.lines[line].text
	if field != job.Location || !hasDigit(text) || line+1 >= len(r.outline.lines) {
		return text
	}
	next := r.outline.lines[line+1].text
	if places, _ := job.SplitLocation(next); len(places) == 1 && places[0].Postcode != "" && places[0].Town != "" && strings.HasPrefix(next, places[0].Postcode) {
		r.labelled[line+1] = true
		return text + ", " + next
	}
	return text
}

// labelName reports whether a label is in an element only for labels. Then a heading may be its value.
func (r *reader) labelName(l *line) bool { return l.tag == atom.Label || l.level > 2 }

// nextIsLabel reports whether the next line is a label, too, as in a row of heads.
func (r *reader) nextIsLabel(i int) bool {
	if i+1 >= len(r.outline.lines) {
		return false
	}
	_, value, ok := r.cutLabel(r.outline.lines[i+1].text)
	return ok && value == "" || r.outline.lines[i+1].tag == atom.Th
}

// cellBelow returns the cell below a cell in the next row, or nil.
func cellBelow(cell *html.Node) *html.Node {
	if cell == nil || cell.Parent == nil || cell.DataAtom != atom.Th && cell.DataAtom != atom.Td {
		return nil
	}
	row := nextElement(cell.Parent)
	if row == nil && cell.Parent.Parent != nil && cell.Parent.Parent.DataAtom == atom.Thead {
		if body := nextElement(cell.Parent.Parent); body != nil {
			row = firstElement(body)
		}
	}
	if row == nil {
		return nil
	}
	const most = 50 // columns
	below, c := firstElement(row), firstElement(cell.Parent)
	for range most {
		if c == nil || c == cell || below == nil {
			return below
		}
		c, below = nextElement(c), nextElement(below)
	}
	return nil
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; n = n.NextSibling {
	}
	return n
}

func firstElement(n *html.Node) *html.Node {
	c := n.FirstChild
	for c != nil && c.Type != html.ElementNode {
		c = c.NextSibling
	}
	return c
}
