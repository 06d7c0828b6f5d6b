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
	attributeBytes = 48   // an attribute
	valueBytes     = 16   // its strings
	tagBytes       = 320  // an attribute of a tag that the tokenizer has not finished
	textBytes      = 14   // a byte of text: in the tree, in Page.Text, and a word for every two
	pieceBytes     = 4096 // most that the parser is given at once
)

// Memory is how much reading a body of n bytes may take at most, in bytes, garbage included.
func Memory(n int) int { return 20_000_000 + 30*n }

// treeLimit is how much the tree of a body of n bytes may take, in bytes: half of Memory, as the garbage collector lets
// the heap grow to twice of what is in use. Of the 58,554 pages of our webs nine exceed 6 tenths of it, and none all.
func treeLimit(n int) int { return Memory(n) / 2 }

// pieceMost is what a piece of source takes at most besides what is repeated: for each tag a text, itself, and a table's
// body and row that it implies; for each byte half an attribute, with room for as many again, or all of a text.
func pieceMost(length, tags int) int {
	return tags*4*(nodeBytes+noteBytes) + length*(attributeBytes+valueBytes/2+textBytes)
}

// mostClones is how many times the parser repeats the active formatting elements for a text and a tag at most: once for
// the text, and for the tag twice around the eight rounds of the adoption agency.
const mostClones = 11

// manyClones is how many bytes a tag and its text may repeat before each tag is a piece of its own.
const manyClones = 50_000

// mostOpen is how long the list of active formatting elements may be, which is gone over for every piece. Without
// markers the parser itself allows 512.
const mostOpen = 2000

// mostRecounts is how often the tree of a page is counted, which takes some milliseconds of a large one. Pages of
// enwiki6k need 13.
const mostRecounts = 64

// errHeavy says that the tree of a page would take more than it may.
var errHeavy = errors.New("the page takes too much memory")

// meter gives a page's source to the parser and counts what the tree takes meanwhile, for a few kilobytes can become
// gigabytes: the parser repeats formatting elements (b, font and the like) that were left open, attributes and all, in
// every block that follows
// (https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
//
// It is asked for a piece of source whenever the parser is through with all before, and sees by the parser's own list
// what each text and tag of the piece may repeat. A piece ends with the first tag of a formatting element, which changes
// that. What a piece is taken to make is never too little, but often too much. So when the limit is reached, the tree is
// counted.
type meter struct {
	parserState
	source []byte // what the parser was not given
	limit  int

	tree     int // bytes of the tree, at most
	tag      int // bytes of the longest tag in the tokenizer
	merging  int // bytes that the parser went over to add attributes to html and body
	merged   int // attributes so added
	recounts int

	open   []*html.Node // the list of active formatting elements, with markers
	clones int          // bytes of what a tag and its text repeat of them, at most
	given  int          // the same for all tags of the last piece
}

// parse is html.Parse, or errHeavy if the tree would take more than limit bytes.
func (m *meter) parse(source []byte, limit int) (*html.Node, error) {
	*m = meter{source: source, limit: limit, open: m.open[:0]}
	doc, err := html.ParseWithOptions(m, observe(html.ParseOptionEnableScripting(true), &m.parserState))
	*m = meter{open: m.open[:0]}
	clear(m.open[:cap(m.open)])
	return doc, err
}

// Read gives the parser its next piece.
func (m *meter) Read(b []byte) (int, error) {
	m.look()
	next, tags := m.next(min(len(b), pieceBytes))
	m.given = tags * m.clones
	most := pieceMost(len(next), tags) + m.given
	rest := m.limit - m.tag - m.merging - most
	if len(m.open) > mostOpen {
		return 0, errHeavy
	}
	if m.tree > rest {
		m.tree = treeBytes(m.doc, *m.texts) + max(0, pendingBytes(m.tokenizer.Raw())-m.tag) // of a tag m.tag has it
		if m.recounts++; m.recounts > mostRecounts || m.tree > rest {
			return 0, errHeavy
		}
	}
	if len(next) == 0 {
		return 0, io.EOF
	}
	m.tree += most
	m.source = m.source[len(next):]
	return copy(b, next), nil
}

// look takes note of what the parser has made of the last piece.
func (m *meter) look() {
	if len(m.tokenizer.Raw()) > 0 {
		m.tag = max(m.tag, tagBytes*m.attributes.Len())
	}
	if m.token.DataAtom == atom.Html || m.token.DataAtom == atom.Body {
		m.merged += len(m.token.Attr)
		m.merging += attributeBytes * m.merged
	}
	if slices.Equal(*m.formatting, m.open) {
		m.tree -= m.given // what is repeated takes the place of what it repeats: there was nothing
		return
	}
	m.open, m.clones = append(m.open[:0], *m.formatting...), 0
	for _, n := range m.open {
		m.clones += mostClones * (nodeBytes + noteBytes + (attributeBytes+valueBytes)*len(n.Attr))
	}
}

// pendingBytes gives what a text will take that the tokenizer is at. A NUL may become the three bytes of U+FFFD, and the
// five of &nGg; become six.
func pendingBytes(raw []byte) int {
	return textBytes * (len(raw) + len(raw)/5 + 2*bytes.Count(raw, []byte{0}))
}

// next gives the next piece of source, of at most so many bytes, and how many tags it has at most.
func (m *meter) next(length int) (piece []byte, tags int) {
	piece = m.source[:min(length, len(m.source))]
	begin := 0
	if m.clones < manyClones && len(m.tokenizer.Raw()) == 0 {
		begin, tags = firstFormatting(piece)
	}
	if end := bytes.IndexByte(piece[begin:], '>'); end >= 0 {
		piece = piece[:begin+end+1]
	}
	return piece, tags + 1
}

var slash = []byte("/")

// firstFormatting gives where the first start or end tag begins that may be one of a formatting element, or of html or
// body; and how many other tags there may be before it.
func firstFormatting(piece []byte) (begin, tags int) {
	for {
		next := bytes.IndexByte(piece[begin:], '<') + 1
		if next == 0 {
			return len(piece), tags
		}
		begin += next
		if isFormatting(bytes.TrimPrefix(piece[begin:], slash)) {
			return begin, tags
		}
		tags++
	}
}

// isFormatting says whether source begins with the name of a formatting element, or html or body.
func isFormatting(source []byte) bool {
	if len(source) == 0 {
		return false
	}
	switch source[0] | 0x20 {
	case 'a':
		return nameIs(source, "a")
	case 'b':
		return nameIs(source, "b") || nameIs(source, "big") || nameIs(source, "body")
	case 'c':
		return nameIs(source, "code")
	case 'e':
		return nameIs(source, "em")
	case 'f':
		return nameIs(source, "font")
	case 'h':
		return nameIs(source, "html")
	case 'i':
		return nameIs(source, "i")
	case 'n':
		return nameIs(source, "nobr")
	case 's':
		return nameIs(source, "s") || nameIs(source, "small") || nameIs(source, "strike") || nameIs(source, "strong")
	case 't':
		return nameIs(source, "tt")
	case 'u':
		return nameIs(source, "u")
	}
	return false
}

// treeBytes gives what a tree takes. The texts are those that the parser has not yet put into their nodes.
func treeBytes(doc *html.Node, texts map[*html.Node][]byte) int {
	total := 0
	for n := doc; n != nil; n = following(n) {
		total += nodeBytes + attributeBytes*cap(n.Attr) + valueBytes*len(n.Attr)
		switch n.Type {
		case html.ElementNode:
			total += noteBytes
		case html.TextNode:
			total += textBytes * len(n.Data)
			if merged, ok := texts[n]; ok {
				total += mergedBytes + textBytes*len(merged)
			}
		default:
			total += len(n.Data)
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
	attributes reflect.Value          // of the tag that the tokenizer is at
	formatting *[]*html.Node          // the list of active formatting elements, with markers
	texts      *map[*html.Node][]byte // of nodes whose text came in several pieces
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
		state.attributes = reflect.ValueOf(state.tokenizer).Elem().FieldByName("attr")
		state.texts = (*map[*html.Node][]byte)(fields.FieldByName("textNodes").Addr().UnsafePointer())
		state.formatting = (*[]*html.Node)(fields.FieldByName("afe").Addr().UnsafePointer())
	}
}
