package outline

import (
	"bytes"
	"errors"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bytes that a tree of golang.org/x/net/html takes, for the limit of Read.
const (
	nodeBytes    = 112
	elementBytes = 100 // what a reader keeps of an element
	attrBytes    = 64
	textBytes    = 14 // a byte of text
)

// mostOpen is how many elements may be open at a time.
const mostOpen = 512

// mostFormatting bounds the list of active formatting elements, since many rules look through it.
const mostFormatting = 2000

// These are the errors of Read.
var (
	// ErrTooDeep is returned by Tree.Read if more than 512 elements of a page are nested.
	ErrTooDeep = errors.New("more than 512 elements are open")
	// ErrTooLarge is returned by Tree.Read if the tree would exceed the caller's limit.
	ErrTooLarge = errors.New("the tree is larger than its limit")
)

// builder makes the tree of a page from its tokens, as the standard says
// (https://html.spec.whatwg.org/multipage/parsing.html#tree-construction).
type builder struct {
	tokens
	nodes  []node
	pieces []piece

	open       []Node // the stack of open elements
	formatting []Node // the list of active formatting elements; None is a marker
	head, form Node
	mode       mode
	templates  []mode // of the templates that are open
	shadows    []Node // templates that are shadow roots
	original   mode   // to which the end of a text returns
	framesetOK bool
	fostering  bool
	quirks     bool
	quirky     func(doctype []byte) bool

	openPs int // p elements that are open
	size   int // bytes of the tree
	err    error
}

// Read parses a page in UTF-8 without NUL bytes into the tree, which shares the memory of source. quirky reports whether a document type,
// given without "<!DOCTYPE " and ">", puts browsers into quirks mode. Read fails if the page is nested too deeply, or if its tree would
// take more than limit bytes as a tree of golang.org/x/net/html.
func (t *Tree) Read(source []byte, limit int, quirky func(doctype []byte) bool) error {
	b := &t.builder
	b.tokens.reset(source)
	*b = builder{
		tokens: b.tokens, nodes: b.nodes[:0], pieces: b.pieces[:0], open: b.open[:0], formatting: b.formatting[:0],
		templates: b.templates[:0], shadows: b.shadows[:0], head: None, form: None, framesetOK: true, quirky: quirky,
	}
	b.newNode(node{kind: Document, line: 1})
	for b.err == nil {
		b.cdata = len(b.open) > 0 && b.nodes[b.top()].namespace != HTML
		b.next()
		b.take()
		if b.token.kind == endOfSource {
			break
		}
		if b.size > limit || len(b.formatting) > mostFormatting {
			return ErrTooLarge
		}
	}
	b.attachShadows()
	return b.err
}

// take applies the rules of the current mode until the token is used up.
func (b *builder) take() {
	for b.err == nil {
		if b.inForeign() {
			if b.foreign() {
				return
			}
		} else if b.byMode() {
			return
		}
	}
}

// imply processes a tag that the source implies, before the token itself is processed.
func (b *builder) imply(kind tokenKind, name atom.Atom) {
	real := b.token
	b.token = token{kind: kind, name: name}
	b.take()
	b.token = real
}

// top returns the innermost open element, or the document.
func (b *builder) top() Node {
	if n := len(b.open); n > 0 {
		return b.open[n-1]
	}
	return 0
}

func (b *builder) topName() atom.Atom { return b.nodes[b.top()].name }

// push opens an element.
func (b *builder) push(n Node) {
	b.open = append(b.open, n)
	if len(b.open) > mostOpen {
		b.err = ErrTooDeep
	}
	if b.nodes[n].name == atom.P {
		b.openPs++
	}
}

// pop closes the innermost element.
func (b *builder) pop() { b.closeFrom(len(b.open) - 1) }

// closeFrom closes the i-th open element and all elements inside it.
func (b *builder) closeFrom(i int) {
	for _, n := range b.open[i:] {
		if b.nodes[n].name == atom.P {
			b.openPs--
		}
	}
	b.open = b.open[:i]
}

// add adds an element for the token as a child of the innermost open element, and opens it.
func (b *builder) add() Node {
	t := &b.token
	b.kept = len(b.attrs)
	b.size += nodeBytes + elementBytes + attrBytes*int(t.attrs[1]-t.attrs[0])
	n := b.newNode(node{
		kind: Element, name: t.name, nameFrom: t.from, nameTo: t.to, from: t.attrs[0], to: t.attrs[1], line: t.line,
		class: classOf(t.name),
	})
	b.addChild(n)
	return n
}

// addVoid adds an element that has no content.
func (b *builder) addVoid() {
	b.add()
	b.pop()
}

// addChild adds an element as a child of the innermost open element, and opens it.
func (b *builder) addChild(n Node) {
	if b.moves() {
		b.fosterParent(n)
	} else {
		b.appendChild(b.top(), n)
	}
	b.push(n)
}

// addOther adds a comment or a document type.
func (b *builder) addOther(parent Node) {
	b.size += nodeBytes
	b.appendChild(parent, b.newNode(node{kind: Other}))
}

// moves reports whether the next node has to be moved out of a table.
func (b *builder) moves() bool { return b.fostering && b.nodes[b.top()].class&fosters != 0 }

// addComment adds a comment to the innermost element.
func (b *builder) addComment() {
	if b.moves() {
		b.size += nodeBytes
		b.fosterParent(b.newNode(node{kind: Other}))
		return
	}
	b.addOther(b.top())
}

// addText adds a range of the token's text to the innermost element.
func (b *builder) addText(from, to uint32) {
	if from == to {
		return
	}
	b.size += textBytes * int(to-from)
	if b.moves() {
		b.fosterText(from, to)
		return
	}
	parent := b.top()
	if last := b.nodes[parent].last; last != None && b.nodes[last].kind == Text {
		b.extend(last, from, to)
		return
	}
	b.appendChild(parent, b.newText(from, to))
}

func (b *builder) newText(from, to uint32) Node {
	b.size += nodeBytes
	b.pieces = append(b.pieces, piece{from: from, to: to, raw: b.token.raw, next: -1})
	p := uint32(len(b.pieces) - 1)
	return b.newNode(node{kind: Text, from: p, to: p})
}

// extend adds a piece to a text.
func (b *builder) extend(n Node, from, to uint32) {
	b.pieces = append(b.pieces, piece{from: from, to: to, raw: b.token.raw, next: -1})
	p := uint32(len(b.pieces) - 1)
	b.pieces[b.nodes[n].to].next = int32(p)
	b.nodes[n].to = p
}

// fosterPlace returns the place to which content that is misplaced in a table belongs
// (https://html.spec.whatwg.org/multipage/parsing.html#foster-parent).
func (b *builder) fosterPlace() (parent, before Node) {
	for i := len(b.open) - 1; i >= 0; i-- {
		table := b.open[i]
		if b.isTemplate(table) {
			return table, None
		}
		if b.nodes[table].name != atom.Table {
			continue
		}
		if parent = b.nodes[table].parent; parent == None {
			parent = b.open[i-1]
			return parent, None
		}
		return parent, table
	}
	return b.open[0], None
}

func (b *builder) fosterParent(n Node) {
	parent, before := b.fosterPlace()
	b.insertBefore(parent, n, before)
}

func (b *builder) fosterText(from, to uint32) {
	parent, before := b.fosterPlace()
	last := b.nodes[parent].last
	if before != None {
		last = b.nodes[before].prev
	}
	if last != None && b.nodes[last].kind == Text {
		b.extend(last, from, to)
		return
	}
	b.insertBefore(parent, b.newText(from, to), before)
}

// spaceEnd returns the end of the white space with which the token's text begins.
func (b *builder) spaceEnd() uint32 {
	t := &b.token
	end := int(t.from)
	for {
		end = skipSpace(b.source[:t.to], end)
		n, _ := b.spaceReference(end)
		if n == 0 {
			return uint32(end)
		}
		end += n
	}
}

// spaceReference returns the length of a character reference for white space in the token's text, and the character. The length is 0 if there is
// none.
func (b *builder) spaceReference(i int) (length int, c byte) {
	t := &b.token
	if i >= int(t.to) || t.raw || b.source[i] != '&' {
		return 0, 0
	}
	text := b.source[i:t.to]
	end := referenceEnd(text)
	if plain := html.UnescapeString(string(text[:end])); len(plain) == 1 && isSpace(plain[0]) {
		return end, plain[0]
	}
	return 0, 0
}

// referenceEnd returns the length of a character reference. text begins with its '&', and a number or a name follows.
func referenceEnd(text []byte) int {
	end, is := 1, isWord
	if bytes.HasPrefix(text, []byte("&#x")) || bytes.HasPrefix(text, []byte("&#X")) {
		end, is = 3, isHex
	} else if bytes.HasPrefix(text, []byte("&#")) {
		end, is = 2, isDigit
	}
	for end < len(text) && is(text[end]) {
		end++
	}
	if end < len(text) && text[end] == ';' {
		end++
	}
	return end
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func isWord(c byte) bool { return isLetter(c) || isDigit(c) }

// onlySpace reports whether the token's text is white space.
func (b *builder) onlySpace() bool { return b.spaceEnd() == b.token.to }

// takeSpace adds the white space at the beginning of the token's text. It reports whether nothing else is left of the text.
func (b *builder) takeSpace() bool {
	end := b.spaceEnd()
	b.addText(b.token.from, end)
	b.token.from = end
	return end == b.token.to
}

// tokenAttr returns the raw value of an attribute of the token, or nil.
func (b *builder) tokenAttr(name string) []byte {
	for _, a := range b.attrs[b.token.attrs[0]:b.token.attrs[1]] {
		if int(a.keyTo-a.keyFrom) == len(name) && equalLower(b.source[a.keyFrom:a.keyTo], name) {
			return b.source[a.from:a.to:a.to]
		}
	}
	return nil
}

// addAttributes adds those of the token's attributes to an element that the element does not have yet.
func (b *builder) addAttributes(n Node) {
	t := b.token.attrs
	if t[0] == t[1] {
		return
	}
	e := &b.nodes[n]
	start := len(b.attrs)
	b.attrs = append(b.attrs, b.attrs[e.from:e.to]...)
	b.kept = start
	for i := t[0]; i < t[1]; i++ {
		if a := b.attrs[i]; !b.repeats(a) {
			b.attrs = append(b.attrs, a)
		}
	}
	b.kept = len(b.attrs)
	b.size += attrBytes * (len(b.attrs) - start)
	e.from, e.to = uint32(start), uint32(len(b.attrs))
}
