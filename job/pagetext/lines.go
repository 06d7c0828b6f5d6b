package pagetext

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/letters"
)

// Bounds of what is kept of a page, so that a hostile page costs little more than its parsing. Ads have some hundred lines, a dozen
// named elements and a short title.
const (
	maxLines = 4000
	maxMarks = 500
	maxTitle = 500 // bytes of a title or a meta element
)

// line is a stretch of text that a browser shows without a break.
type line struct {
	text    string
	pieces  []piece // cut where inline elements begin or end
	tag     atom.Atom
	level   uint8 // 1 to 6 in a heading, else 0
	strong  bool  // all of it is bold
	linked  int32 // bytes of text inside links
	zone    zone
	skip    int32      // index of the navigation region around it, or -1
	cell    *html.Node // its dt, dd, th, td or li
	when    string     // datetime of a time element
	inMain  bool
	inTable bool
}

// piece is a part of a line.
type piece struct {
	end     int    // offset in the line's text
	link    string // the link around it
	control bool   // it is a button, or a link that looks like one
}

// zone is the part of a page that a line is in. It says how likely the line is to be about the posting.
type zone uint8

const (
	content zone = iota
	beside       // header, aside, form
	outside      // nav, footer
)

// marked is an element whose class, id or other name says what it holds.
type marked struct {
	what     hint
	text     string // of the element, on one line
	from, to int    // lines
	zone     zone
	skip     int32
}

// outline is a page as lines in document order.
type outline struct {
	lines                []line
	marks                []marked
	meta                 map[string]string // first content of each meta element, by name or property in lower case
	title                string
	titleKey, ogTitleKey string // title and og:title, folded
	lang                 string // of the html element
	mails                []contact
	phones               []contact
	reclaimed            []bool // by skip: the region contains the posting, so it is read after all
}

// contact is a mailto or tel link.
type contact struct {
	value string
	line  int
	skip  int32
}

// state holds what is known of a text from the elements around it.
type state struct {
	block  atom.Atom
	level  uint8
	zone   zone
	skip   int32
	cell   *html.Node
	link   string
	strong bool
	button bool
	main   bool
	table  bool
}

// walker makes an outline in one pass over the DOM.
type walker struct {
	outline
	buf    []byte // the line being read
	pieces []piece
	ended  []piece // of the lines before
	link   string  // around its last text
	button bool    // its last text is in a button
	plain  int     // its bytes that are not bold
	linked int32   // its bytes inside links
	when   string
	at     state           // at its first text
	seen   map[string]hint // by name
}

func outlineOf(doc *html.Node) *outline {
	w := &walker{seen: make(map[string]hint, 64)}
	w.meta = map[string]string{}
	w.lines = make([]line, 0, 64)
	w.children(doc, state{block: atom.Body, skip: -1})
	w.flush()
	w.titleKey, w.ogTitleKey = fold(w.title), fold(w.meta["og:title"])
	return &w.outline
}

func (w *walker) children(n *html.Node, s state) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			w.text(c.Data, &s)
		case html.ElementNode:
			w.element(c, s)
		}
	}
}

// element reads an element. Its contents inherit s.
func (w *walker) element(n *html.Node, s state) {
	if n.Namespace != "" {
		return
	}
	what := w.enter(n, &s)
	if skipped(n.DataAtom) {
		return
	}
	breaks := breaksLine(n.DataAtom)
	if breaks {
		w.flush()
	} else {
		w.piece()
	}
	from, offset := len(w.lines), len(w.buf)
	w.children(n, s)
	if what &^= hintControl; what != 0 {
		w.mark(n, what, from, offset, &s)
	}
	if breaks {
		w.flush()
	} else {
		w.piece()
	}
}

// enter updates s for an element's contents and returns what the element's names say it holds.
func (w *walker) enter(n *html.Node, s *state) hint {
	what, off := w.names(n)
	s.button = s.button || n.DataAtom == atom.Button || what&hintControl != 0 && n.DataAtom == atom.A || attribute(n, "role") == "button"
	switch n.DataAtom {
	case atom.Title:
		if w.title == "" && n.FirstChild != nil {
			w.title = collapse(letters.Cut(n.FirstChild.Data, maxTitle))
		}
	case atom.Html:
		w.lang = attribute(n, "lang")
	case atom.Meta:
		w.metaElement(n)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		s.level = n.Data[1] - '0'
		if s.level == 1 {
			w.reclaim(s)
		}
	case atom.Nav, atom.Footer:
		s.zone, off = outside, false
	case atom.Aside, atom.Header, atom.Form:
		s.zone = max(s.zone, beside)
	case atom.Main, atom.Article:
		w.reclaim(s)
		s.zone, s.main = content, true
	case atom.B, atom.Strong, atom.Th, atom.Dt:
		s.strong = true
	case atom.A:
		s.link = attribute(n, "href")
		w.contact(s)
	case atom.Time:
		w.when = attribute(n, "datetime")
	case atom.Table:
		s.table = true
	}
	w.enterCell(n, s)
	if off && s.skip < 0 && mayBeRegion(n.DataAtom) {
		s.skip = int32(len(w.reclaimed))
		w.reclaimed = append(w.reclaimed, false)
	}
	if what&hintBody != 0 {
		w.reclaim(s)
	}
	return what
}

// enterCell sets the block and the cell of the contents.
func (w *walker) enterCell(n *html.Node, s *state) {
	switch n.DataAtom {
	case atom.Dt, atom.Dd, atom.Th, atom.Td, atom.Li:
		s.cell = n
		s.block = n.DataAtom
	case atom.P, atom.Div, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Button, atom.Label:
		s.block = n.DataAtom
	}
}

// reclaim marks the navigation region around s as one to be read after all.
func (w *walker) reclaim(s *state) {
	if s.skip >= 0 {
		w.reclaimed[s.skip] = true
	}
}

func (w *walker) metaElement(n *html.Node) {
	name := attribute(n, "property")
	if name == "" {
		name = attribute(n, "name")
	}
	value := attribute(n, "content")
	if name == "" || value == "" || len(name) > 40 {
		return
	}
	name = letters.Lower(name)
	if _, ok := w.meta[name]; !ok {
		w.meta[name] = collapse(letters.Cut(value, maxTitle))
	}
}

func (w *walker) contact(s *state) {
	scheme, rest, ok := strings.Cut(s.link, ":")
	if !ok || len(scheme) > 6 {
		return
	}
	rest, _, _ = strings.Cut(rest, "?")
	c := contact{strings.TrimSpace(rest), len(w.lines), s.skip}
	switch letters.Lower(scheme) {
	case "mailto":
		w.mails = append(w.mails, c)
	case "tel":
		w.phones = append(w.phones, c)
	}
}

// mark adds an element whose name says what it holds, if it is short enough for a value.
func (w *walker) mark(n *html.Node, what hint, from, offset int, s *state) {
	const longest = 200
	to := len(w.lines)
	if len(w.marks) >= maxMarks || what&hintBody == 0 && len(w.buf)-offset > 4*longest {
		return
	}
	m := marked{what: what, from: from, to: to, zone: s.zone, skip: s.skip}
	if what&hintBody == 0 {
		text := ""
		for i := from; i < to && len(text) <= longest; i++ {
			t := w.lines[i].text
			if i == from && offset < len(t) {
				t = t[offset:]
			}
			text = join(text, t)
		}
		switch {
		case to == from && offset < len(w.buf):
			text = collapse(string(w.buf[offset:]))
		case to > from && len(w.buf) > 0:
			text = join(text, collapse(string(w.buf)))
		}
		if text == "" {
			text = collapse(attribute(n, "content"))
		}
		if text == "" || len(text) > longest || to-from > 4 {
			return
		}
		m.text = text
	} else {
		m.to = to + 1
	}
	w.marks = append(w.marks, m)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// piece ends a piece of the current line.
func (w *walker) piece() {
	if n := len(w.buf); n > 0 && (len(w.pieces) == 0 || w.pieces[len(w.pieces)-1].end != n) {
		w.pieces = append(w.pieces, piece{n, w.link, w.button})
	}
}

// text adds a text to the current line, with white space collapsed.
func (w *walker) text(t string, s *state) {
	before := len(w.buf)
	for i := 0; i < len(t); {
		start := i
		for i < len(t) && t[i] > ' ' {
			i++
		}
		if i > start && len(w.buf) == 0 {
			w.at = *s
		}
		w.buf = append(w.buf, t[start:i]...)
		if i == len(t) {
			break
		}
		for i < len(t) && t[i] <= ' ' {
			i++
		}
		if last := len(w.buf) - 1; last >= 0 && w.buf[last] != ' ' {
			w.buf = append(w.buf, ' ')
		}
	}
	n := len(w.buf) - before
	if strings.TrimSpace(t) != "" {
		if !s.strong {
			w.plain += n
		}
		w.link, w.button = s.link, s.button
	}
	if s.link != "" {
		w.linked += int32(n)
	}
}

// flush ends the current line.
func (w *walker) flush() {
	if len(w.buf) == 0 {
		w.pieces, w.plain, w.linked = w.pieces[:0], 0, 0
		return
	}
	text := string(bytes.TrimSpace(w.buf))
	w.piece()
	if text != "" && len(w.lines) < maxLines {
		from := len(w.ended)
		w.ended = append(w.ended, w.pieces...)
		w.lines = append(w.lines, line{
			text: text, pieces: slices.Clip(w.ended[from:]), tag: w.at.block, level: w.at.level,
			strong: w.plain == 0, linked: min(w.linked, int32(len(text))), zone: w.at.zone,
			skip: w.at.skip, cell: w.at.cell, when: w.when, inMain: w.at.main, inTable: w.at.table,
		})
	}
	w.when = ""
	w.buf, w.pieces, w.plain, w.linked = w.buf[:0], w.pieces[:0], 0, 0
}

// isOutside reports whether a line belongs to navigation or the like.
func (o *outline) isOutside(l *line) bool {
	return l.zone == outside || l.skip >= 0 && !o.reclaimed[l.skip]
}

// reclaimTitled includes a region that was skipped if it has a heading with the posting's title, which is known from markup. Some pages show a
// posting in an element that is named a dialog.
func (o *outline) reclaimTitled(title string) {
	key := fold(title)
	if key == "" {
		return
	}
	for i := range o.lines {
		if l := &o.lines[i]; l.level > 0 && l.skip >= 0 && fold(l.text) == key {
			o.reclaimed[l.skip] = true
			return
		}
	}
}
