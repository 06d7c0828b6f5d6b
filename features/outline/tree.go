// Package outline reads HTML into a compact tree. It makes the same tree as golang.org/x/net/html, but its nodes lie in one piece
// of memory and their strings are ranges of the source. So it takes a fraction of the time. A Tree is used again for the next page.
package outline

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Node is the number of a node in its Tree. The document is node 0.
type Node int32

// None stands for a node that does not exist.
const None Node = -1

// Kind says whether a node is the document, an element, a text or something else.
type Kind uint8

// These are the kinds of nodes in a Tree. A node of kind Other is a comment or a document type.
const (
	Document Kind = iota
	Element
	Text
	Other
)

// Namespace says to which markup language an element belongs.
type Namespace uint8

// These are the markup languages to which an element can belong.
const (
	HTML Namespace = iota
	MathML
	SVG
)

// node is a node of the tree.
type node struct {
	parent, first, last, prev, next Node

	name             atom.Atom
	nameFrom, nameTo uint32 // as in the source
	from, to         uint32 // an element: range of its attributes; a text: its first piece and the last one
	line             int32
	class            class
	kind             Kind
	namespace        Namespace
}

// piece is a part of a text.
type piece struct {
	from, to uint32
	next     int32 // or -1
	raw      bool
}

// Tree is the parsed tree of an HTML page. The zero value is ready for Read.
type Tree struct {
	builder
}

// mostKept bounds the nodes, attributes and pieces of text for which a cleared tree keeps its memory.
const mostKept = 1 << 16

// Clear removes the page from the tree. It frees the memory only if a very large page needed it; other memory is reused.
func (t *Tree) Clear() {
	t.source, t.names = nil, nil
	if max(cap(t.nodes), cap(t.attrs), cap(t.pieces)) > mostKept {
		*t = Tree{}
	}
}

// Next returns the node after n in document order, or None after the last.
func (t *Tree) Next(n Node) Node {
	if c := t.nodes[n].first; c != None {
		return c
	}
	for n != None && t.nodes[n].next == None {
		n = t.nodes[n].parent
	}
	if n == None {
		return None
	}
	return t.nodes[n].next
}

// FirstChild returns a node's first child, or None.
func (t *Tree) FirstChild(n Node) Node { return t.nodes[n].first }

// NextSibling returns the node after n with the same parent, or None.
func (t *Tree) NextSibling(n Node) Node { return t.nodes[n].next }

// PreviousSibling returns the node before n with the same parent, or None.
func (t *Tree) PreviousSibling(n Node) Node { return t.nodes[n].prev }

// Parent returns a node's parent, or None for the document.
func (t *Tree) Parent(n Node) Node { return t.nodes[n].parent }

// Kind returns the kind of a node: whether it is an element, a text, and so on.
func (t *Tree) Kind(n Node) Kind { return t.nodes[n].kind }

// Atom returns the name of an element as an atom, or 0 if HTML does not define the name.
func (t *Tree) Atom(n Node) atom.Atom { return t.nodes[n].name }

// Namespace returns the namespace of an element.
func (t *Tree) Namespace(n Node) Namespace { return t.nodes[n].namespace }

// Line returns the line at which an element that may be a link begins, or 1 for the document. Lines count from 1.
func (t *Tree) Line(n Node) int32 { return t.nodes[n].line }

// AppendName appends the name of an element to b, in lower case except for foreignObject, and returns the result.
func (t *Tree) AppendName(b []byte, n Node) []byte {
	e := &t.nodes[n]
	if e.name != 0 {
		return append(b, e.name.String()...)
	}
	for _, c := range t.source[e.nameFrom:e.nameTo] {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

// Attr returns the value of an element's attribute, or "". name is in lower case.
func (t *Tree) Attr(n Node, name string) string {
	value, _ := t.LookupAttr(n, name)
	return value
}

// LookupAttr returns the value of an element's attribute and reports whether the element has it. name is in lower case.
func (t *Tree) LookupAttr(n Node, name string) (string, bool) {
	e := &t.nodes[n]
	for i := e.from; i < e.to; i++ {
		a := t.attrs[i]
		if int(a.keyTo-a.keyFrom) == len(name) && equalLower(t.source[a.keyFrom:a.keyTo], name) {
			return attrValue(t.source[a.from:a.to]), true
		}
	}
	return "", false
}

// Attrs returns the number of an element's attributes.
func (t *Tree) Attrs(n Node) int { return int(t.nodes[n].to - t.nodes[n].from) }

// AttrKey returns the name of an element's i-th attribute as it is in the source, and the length in bytes of the attribute's value there.
func (t *Tree) AttrKey(n Node, i int) (name []byte, length int) {
	a := t.attrs[int(t.nodes[n].from)+i]
	return t.source[a.keyFrom:a.keyTo], int(a.to - a.from)
}

// AttrValue returns the value of an element's i-th attribute.
func (t *Tree) AttrValue(n Node, i int) string {
	a := t.attrs[int(t.nodes[n].from)+i]
	return attrValue(t.source[a.from:a.to])
}

// attrValue decodes the value of an attribute.
func attrValue(raw []byte) string {
	if bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	next := bytes.IndexByte(raw, '&')
	if next < 0 {
		return string(raw)
	}
	var b strings.Builder
	for next >= 0 {
		b.Write(raw[:next])
		raw = raw[next:]
		end, plain := reference(raw)
		b.WriteString(plain)
		raw = raw[end:]
		next = bytes.IndexByte(raw, '&')
	}
	b.Write(raw)
	return b.String()
}

// reference decodes the character reference that raw begins with, as in an attribute: a name counts only as a whole, and not before
// an equals sign (https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state).
func reference(raw []byte) (end int, plain string) {
	end = 1
	if end < len(raw) && raw[end] == '#' {
		end++
	}
	for end < len(raw) && isWord(raw[end]) {
		end++
	}
	closed := end < len(raw) && raw[end] == ';'
	if closed {
		end++
	}
	text := string(raw[:end])
	plain = html.UnescapeString(text)
	if plain == text || text[1] == '#' {
		return end, plain
	}
	last := plain[len(plain)-1]
	whole := !isWord(last)
	if closed {
		whole = last != ';' || text == "&semi;"
	}
	if !whole || !closed && end < len(raw) && raw[end] == '=' {
		return end, text
	}
	return end, plain
}

// FirstPiece returns the number of the first piece of a text node, for Piece, or -1 if the node is not a text.
func (t *Tree) FirstPiece(n Node) int32 {
	if t.nodes[n].kind != Text {
		return -1
	}
	return int32(t.nodes[n].from)
}

// Piece returns a piece of a text, with character references decoded, and the number of the next piece, or -1 after the last. Line ends are
// those of the source. The result may share memory with the source.
func (t *Tree) Piece(i int32) (text []byte, next int32) {
	p := &t.pieces[i]
	text = t.source[p.from:p.to]
	if !p.raw && bytes.IndexByte(text, '&') >= 0 {
		text = []byte(html.UnescapeString(string(text)))
	}
	return text, p.next
}

// newNode adds a node that has no place in the tree yet.
func (b *builder) newNode(n node) Node {
	n.parent, n.first, n.last, n.prev, n.next = None, None, None, None, None
	b.nodes = append(b.nodes, n)
	return Node(len(b.nodes) - 1)
}

// appendChild adds c, which has no place in the tree, as the last child of a node.
func (b *builder) appendChild(parent, c Node) {
	p, n := &b.nodes[parent], &b.nodes[c]
	n.parent, n.prev = parent, p.last
	if p.last != None {
		b.nodes[p.last].next = c
	} else {
		p.first = c
	}
	p.last = c
}

// insertBefore adds c, which has no place in the tree, before a child of a node, or at its end if before is None.
func (b *builder) insertBefore(parent, c, before Node) {
	if before == None {
		b.appendChild(parent, c)
		return
	}
	n, next := &b.nodes[c], &b.nodes[before]
	n.parent, n.prev, n.next = parent, next.prev, before
	if next.prev != None {
		b.nodes[next.prev].next = c
	} else {
		b.nodes[parent].first = c
	}
	next.prev = c
}

// detach takes a node out of the tree, if it is in it.
func (b *builder) detach(c Node) {
	n := &b.nodes[c]
	if n.parent == None {
		return
	}
	p := &b.nodes[n.parent]
	if n.prev != None {
		b.nodes[n.prev].next = n.next
	} else {
		p.first = n.next
	}
	if n.next != None {
		b.nodes[n.next].prev = n.prev
	} else {
		p.last = n.prev
	}
	n.parent, n.prev, n.next = None, None, None
}

// clone adds a copy of a node without parent and children. It has no namespace, as in golang.org/x/net/html.
func (b *builder) clone(n Node) Node {
	c := b.nodes[n]
	c.namespace = HTML
	c.class = classOf(c.name)
	return b.newNode(c)
}
