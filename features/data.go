package features

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features/outline"
)

// Datum is a part of a page that may hold data for programs: the text of a script, or a long attribute that begins as JSON does.
type Datum struct {
	Script bool   // it is a script's text
	Type   string // of the script
	Text   []byte // may be a part of the body that the page was read from
}

// leastDatum is the length in bytes from which on an attribute is kept as data.
const leastDatum = 200

// enterData keeps what an element has for programs.
func (w *walk) enterData(n outline.Node) {
	if w.tree.Atom(n) == atom.Script {
		if text := w.firstText(n); len(text) > 0 {
			w.data = append(w.data, Datum{Script: true, Type: w.tree.Attr(n, "type"), Text: text})
		}
		return
	}
	for i, count := 0, w.tree.Attrs(n); i < count; i++ {
		if key, length := w.tree.AttrKey(n, i); length >= leastDatum {
			w.enterLong(n, i)
		} else if len(key) == 6 && key[0]|0x20 == 't' || len(key) == 8 && key[0]|0x20 == 'i' {
			w.enterType(n, i, key)
		}
	}
}

// enterLong keeps a long attribute if it begins as JSON does.
func (w *walk) enterLong(n outline.Node, i int) {
	if value := w.tree.AttrValue(n, i); len(value) >= leastDatum && (value[0] == '{' || value[0] == '[') {
		w.data = append(w.data, Datum{Text: []byte(value)})
	}
}

// enterType keeps a type of microdata or RDFa.
func (w *walk) enterType(n outline.Node, i int, key []byte) {
	if strings.EqualFold(string(key), "typeof") || strings.EqualFold(string(key), "itemtype") {
		w.types = append(w.types, w.tree.AttrValue(n, i))
	}
}

// firstText returns the text of an element's first child.
func (w *walk) firstText(n outline.Node) (text []byte) {
	c := w.tree.FirstChild(n)
	if c == outline.None {
		return nil
	}
	i := w.tree.FirstPiece(c)
	for pieces := 0; i >= 0; pieces++ {
		var piece []byte
		if piece, i = w.tree.Piece(i); pieces == 0 {
			text = piece[:len(piece):len(piece)]
		} else {
			text = append(text, piece...)
		}
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	return text
}

// HasTree reports whether Tree can be called.
func (p *Page) HasTree() bool { return p.tree != nil || p.source != nil }

// Tree returns the page's DOM. It is parsed at the first call, from the body that the page was read from, so the body must
// not have changed. It is nil after Compact. Only one goroutine may call it at a time.
func (p *Page) Tree() *html.Node {
	if p.tree == nil && p.source != nil {
		p.tree = parseTree(p.source)
		p.source = nil
	}
	return p.tree
}
