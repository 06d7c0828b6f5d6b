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

// The memory that reading a page takes, in bytes, measured on amd64 and rounded up.
const (
	nodeBytes      = 112  // a node of the tree
	noteBytes      = 100  // what the walk keeps of an element: block, marks, tags
	mergedBytes    = 200  // a text that the parser joins from several pieces
	attributeBytes = 48   // an attribute
	valueBytes     = 16   // the strings of an attribute
	tagBytes       = 320  // an attribute of a tag that the tokenizer has not finished
	textBytes      = 14   // a byte of text: in the tree, in Page.Text, and a word for every two
	pieceBytes     = 4096 // most that the parser is given at once
)

// Memory returns how many bytes of memory the reading of a body of n bytes may take at most, including memory not yet freed by the garbage
// collector.
func Memory(n int) int { return leastMemory + 30*n }

// leastMemory is the memory that every page may take, however small. It is a variable so that tests can try the limit with small pages.
var leastMemory = 20_000_000

// treeLimit returns the most bytes that the tree of a body of n bytes may take. It is half of Memory, since the garbage
// collector lets the heap grow to twice the memory in use. Of the 58,554 pages of our webs nine exceed 6 tenths of the limit,
// and none exceeds the limit.
func treeLimit(n int) int { return Memory(n) / 2 }

// pieceMost returns the most bytes that a piece of source needs in the tree, without repeated elements. Each tag may make four nodes: a text, the
// element itself, and the body and row of a table, which it implies. Each byte may be half an attribute, with spare room for another half, or a byte
// of text.
func pieceMost(length, tags int) int {
	return tags*4*(nodeBytes+noteBytes) + length*(attributeBytes+valueBytes/2+textBytes)
}

// mostClones bounds how many times the parser repeats the active formatting elements for one text and one tag. It repeats them once for the text. For
// the tag it repeats them up to ten times: twice, and in the eight rounds of the adoption agency algorithm.
const mostClones = 11

// manyClones is the number of bytes that the parser may repeat for a tag and its text from which on the meter hands over each tag as a piece of its
// own.
const manyClones = 50_000

// mostOpen bounds the list of active formatting elements, since every piece costs a pass over it. Without markers the parser
// itself allows 512.
const mostOpen = 2000

// mostRecounts bounds how often the tree of a page is counted. A count of a large tree takes some milliseconds. Pages of
// enwiki6k need 13 counts.
const mostRecounts = 64

// errHeavy says that the tree of a page would exceed its limit.
var errHeavy = errors.New("the page takes too much memory")

// meter hands a page's source to the parser in pieces and bounds the memory of the tree. It is a defence: a few kilobytes of
// source can become gigabytes. The parser repeats formatting elements that were left open (b, font and the like), with all
// attributes, in every block that follows
// (https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
//
// The parser asks for a piece after it has finished all earlier ones. At that moment its list of open formatting elements
// tells what each text and tag of the next piece may repeat. A piece ends with the first tag of a formatting element, as that
// tag changes the list. The estimate for a piece is never too low but often too high, so at the limit the meter counts the
// tree.
type meter struct {
	parserState
	source []byte // not yet handed to the parser
	limit  int

	tree     int // an upper bound of the tree's bytes
	tag      int // bytes of the longest tag in the tokenizer
	merging  int // bytes that the parser has visited to add attributes to html and body
	merged   int // the attributes added so
	recounts int

	open   []*html.Node // the list of active formatting elements, with markers
	clones int          // an upper bound of the bytes that a tag and its text repeat of them
	given  int          // clones for all tags of the last piece
}

// parse is html.Parse. It returns errHeavy if the tree would take more than limit bytes.
func (m *meter) parse(source []byte, limit int) (*html.Node, error) {
	*m = meter{source: source, limit: limit, open: m.open[:0]}
	doc, err := html.ParseWithOptions(m, observe(html.ParseOptionEnableScripting(true), &m.parserState))
	*m = meter{open: m.open[:0]}
	clear(m.open[:cap(m.open)])
	return doc, err
}

// Read implements io.Reader: it gives the parser the next piece of the source.
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
		m.tree = treeBytes(m.doc, *m.texts) + max(0, pendingBytes(m.tokenizer.Raw())-m.tag) // for a tag m.tag counts it
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

// look updates the counts by what the parser has made of the previous piece.
func (m *meter) look() {
	if len(m.tokenizer.Raw()) > 0 {
		m.tag = max(m.tag, tagBytes*m.attributes.Len())
	}
	if m.token.DataAtom == atom.Html || m.token.DataAtom == atom.Body {
		m.merged += len(m.token.Attr)
		m.merging += attributeBytes * m.merged
	}
	if slices.Equal(*m.formatting, m.open) {
		m.tree -= m.given // a repeated element replaces its entry in the list: the piece repeated nothing
		return
	}
	m.open, m.clones = append(m.open[:0], *m.formatting...), 0
	for _, n := range m.open {
		m.clones += mostClones * (nodeBytes + noteBytes + (attributeBytes+valueBytes)*len(n.Attr))
	}
}

// pendingBytes returns the bytes that the tokenizer's unfinished text will take. A NUL may become the three bytes of U+FFFD,
// and the five bytes of &nGg; become six.
func pendingBytes(raw []byte) int {
	return textBytes * (len(raw) + len(raw)/5 + 2*bytes.Count(raw, []byte{0}))
}

// next returns the next piece of source, at most length bytes, and the most tags that it can have.
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

// firstFormatting returns the offset of the first start or end tag that may be of a formatting element, of html or of body.
// tags is the most tags that may precede it.
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

// isFormatting reports whether source begins with the name of a formatting element, or html or body.
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

// treeBytes returns the bytes that a tree takes. texts holds the texts that the parser has not yet copied into their nodes.
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

// following returns the next node in document order, or nil.
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

// parserState is the internal state of a parser at work.
type parserState struct {
	doc        *html.Node
	token      *html.Token // the last one read
	tokenizer  *html.Tokenizer
	attributes reflect.Value          // of the tokenizer's unfinished tag
	formatting *[]*html.Node          // the list of active formatting elements, with markers
	texts      *map[*html.Node][]byte // of nodes whose text came in several pieces
}

// observe returns a parser option that fills state with pointers to the parser's fields. Its first argument only gives the type of the option. The
// package html has no way to watch a parser and does not export the parser's type, so the fields are found by reflection. They are only read.
// TestParserShowsItsState fails if a new version of the package has no longer one of them.
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

// nameIs reports whether source begins with a tag of the given lower-case name.
func nameIs(source []byte, name string) bool {
	if len(source) <= len(name) {
		return false
	}
	for i := 0; i < len(name); i++ {
		if source[i]|0x20 != name[i] {
			return false
		}
	}
	switch source[len(name)] {
	case ' ', '\n', '\r', '\t', '\f', '/', '>':
		return true
	}
	return false
}
