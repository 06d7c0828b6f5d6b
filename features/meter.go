package features

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What reading a page takes, in bytes, measured on amd64 and rounded up.
const (
	nodeBytes      = 112  // a node of the tree
	noteBytes      = 100  // what the walk notes of an element: block, marks, tags
	mergedBytes    = 200  // a text that the parser makes of several pieces
	attributeBytes = 64   // an attribute, with its strings
	tagBytes       = 320  // an attribute of a tag that the tokenizer has not finished
	textBytes      = 14   // a byte of text: in the tree, in Page.Text, and a word for every two
	pieceBytes     = 4096 // most that the parser is given at once
)

// treeLimit is how much the tree of a body of n bytes may take, in bytes. The garbage collector lets the heap grow to
// twice of it: 20 MB and 30 bytes for each byte of the body. Pages of our webs take less than half.
func treeLimit(n int) int { return 10_000_000 + 15*n }

// errHeavy says that the tree of a page would take more than it may.
var errHeavy = errors.New("the page takes too much memory")

// mostClones is how many times one piece of source can have the parser repeat the active formatting elements: once for
// its text, and for its tag twice around the eight rounds of the adoption agency.
const mostClones = 11

// mostRecounts is how often the tree of a page is counted, which takes time. Pages of our webs need three.
const mostRecounts = 32

// meter gives a page's source to the parser and counts what the tree takes meanwhile, for a few kilobytes can become
// gigabytes: the parser repeats formatting elements (b, font and the like) that were left open, attributes and all, in
// every block that follows
// (https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
//
// No piece of source goes beyond the end of a tag, so that the parser makes one text and one tag of it at most, and the
// meter sees the parser's state between any two of them. What it adds for a piece is never too little, but often too
// much. So when the limit is reached, the tree is counted.
type meter struct {
	parserState
	source []byte // what the parser was not given
	piece  []byte // what it was given last
	limit  int

	fixed    int // bytes of texts and of what is not in the tree, at most
	tree     int // bytes of the tree, at most
	recounts int

	open       []*html.Node // the active formatting elements since the last marker
	openLength int          // of the whole list
	openBytes  int          // what one repetition of them takes
	merged     int          // attributes that were added to html and body
}

// parse is html.Parse, or errHeavy if the tree would take more than limit bytes.
func (m *meter) parse(source []byte, limit int) (*html.Node, error) {
	*m = meter{source: source, limit: limit, open: m.open[:0]}
	doc, err := html.ParseWithOptions(m, observe(html.ParseOptionEnableScripting(true), &m.parserState))
	m.parserState = parserState{}
	clear(m.open[:cap(m.open)])
	return doc, err
}

// Read gives the parser its next piece.
func (m *meter) Read(b []byte) (int, error) {
	m.count()
	if m.fixed+m.tree+m.next() > m.limit {
		m.tree = treeBytes(m.doc)
		if m.recounts++; m.recounts > mostRecounts || m.fixed+m.tree+m.next() > m.limit {
			return 0, errHeavy
		}
	}
	if len(m.source) == 0 {
		return 0, io.EOF
	}
	m.piece = m.source[:min(len(b), len(m.source), pieceBytes)]
	if end := bytes.IndexByte(m.piece, '>'); end >= 0 {
		m.piece = m.piece[:end+1]
	}
	m.source = m.source[len(m.piece):]
	return copy(b, m.piece), nil
}

// next is what the next piece may add to the tree at most: besides what is repeated a text and a cell with its table's
// body and row.
func (m *meter) next() int { return 4*(nodeBytes+noteBytes) + mostClones*m.openBytes }

// count adds what the parser may have made of the last piece.
func (m *meter) count() {
	m.tree += 4*(nodeBytes+noteBytes) + attributeBytes*cap(m.token.Attr)
	if m.token.DataAtom == atom.Html || m.token.DataAtom == atom.Body {
		m.merged += len(m.token.Attr)
		m.fixed += attributeBytes * m.merged // the parser goes over all of them, each time
	}
	m.countText()
	m.countFormatting()
}

// countText adds what the last piece takes in texts and, where it lies within a tag, in the tokenizer.
func (m *meter) countText() {
	text := len(m.piece)
	switch begun := m.tokenizer.Raw(); {
	case len(begun) > 1 && begun[0] == '<' && isLetter(begun[1]):
		text = max(0, text-len(begun))
		m.fixed += tagBytes * mostAttributes(m.piece)
	case len(begun) == 0 && m.token.Type != html.TextToken && m.token.Type != html.CommentToken:
		text = max(0, bytes.LastIndexByte(m.piece, '<')) // before the tag
	}
	m.fixed += textBytes * text
}

// countFormatting notes whether the active formatting elements have changed: the parser puts each repetition in the
// place of what it repeats.
func (m *meter) countFormatting() {
	list := *m.formatting
	open := list
	for i, n := range slices.Backward(list) {
		if n.Type != html.ElementNode {
			open = list[i+1:]
			break
		}
	}
	if len(list) == m.openLength && slices.Equal(open, m.open) {
		return
	}
	m.tree += mostClones*m.openBytes + len(list)
	m.open, m.openLength, m.openBytes = append(m.open[:0], open...), len(list), 0
	for _, n := range open {
		m.openBytes += nodeBytes + noteBytes + attributeBytes*len(n.Attr)
	}
}

// mostAttributes gives how many attributes a part of a tag can have.
func mostAttributes(part []byte) int {
	n := 0
	for _, c := range part {
		if isSpace(c) || c == '/' || c == '=' {
			n++
		}
	}
	return n
}

// treeBytes gives what a tree takes, its texts aside.
func treeBytes(doc *html.Node) int {
	total := 0
	for n := doc; n != nil; n = following(n) {
		total += nodeBytes + attributeBytes*cap(n.Attr)
		switch {
		case n.Type == html.ElementNode:
			total += noteBytes
		case n.Data == "": // the parser has it elsewhere until it is complete
			total += mergedBytes
		}
	}
	return total
}

// following gives the node behind another one in document order.
func following(n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != nil && n.NextSibling == nil {
		n = n.Parent
	}
	if n == nil {
		return nil
	}
	return n.NextSibling
}

// parserState is what a parser at work shows of itself.
type parserState struct {
	doc        *html.Node
	token      *html.Token // the one last read
	tokenizer  *html.Tokenizer
	formatting *[]*html.Node // the list of active formatting elements, with markers
}

// observe makes an option, of the type of the one given, that shows the state of the parser it is given to. The package
// html has no way to watch a parser, and its type has no name outside. So its fields are found by reflection and read
// alone; TestParserShowsItsState says whether a new version still has them.
func observe[P any, O ~func(P)](_ O, state *parserState) O {
	return func(parser P) {
		fields := reflect.ValueOf(parser).Elem()
		state.doc = (*html.Node)(fields.FieldByName("doc").UnsafePointer())
		state.token = (*html.Token)(fields.FieldByName("tok").Addr().UnsafePointer())
		state.tokenizer = (*html.Tokenizer)(fields.FieldByName("tokenizer").UnsafePointer())
		state.formatting = (*[]*html.Node)(fields.FieldByName("afe").Addr().UnsafePointer())
	}
}
