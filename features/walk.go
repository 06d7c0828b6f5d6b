package features

import (
	"net/http"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
	"gannet/internal/weburl"
)

// What a mark stands for.
const (
	blockStart = iota
	blockEnd
	headingStart
	headingEnd
	linkStart
	linkEnd
)

// mark is an offset in the body's text at which something begins or ends.
type mark struct {
	offset uint32
	what   uint8
	index  int32
}

// open is an element whose end is still to come: a block, a link or both.
type open struct {
	node          outline.Node
	block         int32 // the block around it, or -1
	heading, link int32 // or -1
	textFrom      int
	alt           string // of the images in a link
}

// walk visits a page's tree once, without recursion, and collects its text, blocks, headings and links.
type walk struct {
	tree     *outline.Tree
	inner    outline.Tree // of HTML in a text of the page
	head     head
	agent    string // the crawler's product token
	body     []byte // text, white space collapsed
	marks    []mark
	tags     []tags
	blocks   []Block
	within   [][2]int32 // the first link of each block, and the one after its last
	headings []Span
	links    []Link
	before   []int32
	stack    []open
	paths    []uint32 // tag paths of the elements around the node
	name     []byte   // of an element
	data     []Datum
	types    []string
	programs Programs
	block    int32 // index of the innermost block
	nodes    int32
	line     int32 // of the fragment that is being read, less one; else 0
	limit    int
	dropped  int
}

// run walks the tree of a page. The links of the response's header come first, as links of the document. reset must be called before.
func (w *walk) run(tree *outline.Tree, header http.Header, base *weburl.Base) {
	w.tree = tree
	w.openBlock(atom.Body)
	skipped := outline.None // the root of a subtree whose nodes are only counted
	for n := outline.Node(0); ; {
		if w.nodes++; n == 0 {
			w.enterHeader(n, header, base)
		}
		if tree.Kind(n) == outline.Element {
			if tree.Attrs(n) > 0 || tree.Atom(n) == 0 {
				w.enterProgram(n)
			}
			w.enterData(n)
		}
		if skipped == outline.None && !w.enter(n) {
			skipped = n
		}
		if c := tree.FirstChild(n); c != outline.None {
			w.paths = append(w.paths, w.path(n))
			n = c
			continue
		}
		for {
			if skipped == n {
				skipped = outline.None
			}
			if skipped == outline.None && tree.Kind(n) == outline.Element {
				w.exit(n)
			}
			if n == 0 || tree.NextSibling(n) != outline.None {
				break
			}
			n = tree.Parent(n)
			w.paths = w.paths[:len(w.paths)-1]
		}
		if n == 0 {
			break
		}
		n = tree.NextSibling(n)
	}
	w.closeBlock(0)
}

// path returns the hash of a node's tag path, computed from its parent's.
func (w *walk) path(n outline.Node) uint32 {
	h := uint32(hashSeed)
	if last := len(w.paths) - 1; last >= 0 {
		h = w.paths[last]
	}
	if w.tree.Kind(n) != outline.Element {
		return h
	}
	w.name = w.tree.AppendName(w.name[:0], n)
	for _, c := range w.name {
		h = (h ^ uint32(c)) * hashPrime
	}
	return (h ^ '/') * hashPrime
}

// reset clears the walk for a new page.
func (w *walk) reset(limit int) {
	clear(w.links) // frees the last page's strings
	clear(w.stack[:cap(w.stack)])
	*w = walk{
		inner: w.inner, head: head{title: w.head.title[:0], meta: w.head.meta[:0]}, body: w.body[:0], marks: w.marks[:0],
		tags: w.tags[:0], blocks: w.blocks[:0], within: w.within[:0], headings: w.headings[:0], links: w.links[:0],
		before: w.before[:0], stack: w.stack[:0], paths: w.paths[:0], name: w.name[:0], block: -1, limit: limit,
	}
}

// enter handles the beginning of a node and reports whether its children are to be read.
func (w *walk) enter(n outline.Node) bool {
	switch w.tree.Kind(n) {
	case outline.Text:
		for i := w.tree.FirstPiece(n); i >= 0; {
			var text []byte
			text, i = w.tree.Piece(i)
			w.body = appendText(w.body, text)
		}
		return true
	case outline.Element:
	default:
		return true
	}
	if w.tree.Namespace(n) != outline.HTML {
		return w.enterForeign(n)
	}
	k := roleOf(w.tree.Atom(n))
	w.tag()
	if k == 0 {
		return true
	}
	if k&isHead != 0 {
		w.enterHead(n)
	}
	if k&(isBlock|isBreak) != 0 {
		w.breakWord()
	}
	if k&isBlock != 0 {
		w.enterBlock(n, k)
	}
	if k&isFragment != 0 {
		w.enterFragment(n)
	}
	if k&isLink != 0 {
		w.enterLink(n)
	}
	if k&isImage != 0 && len(w.stack) > 0 {
		w.enterImage(n)
	}
	return k&isSkipped == 0
}

// enterForeign does what enter does for SVG and MathML. Of drawings only the links are read. Formulas are text, except for annotations that repeat
// them. Tags inside a formula are not counted, as they do not separate content from navigation.
func (w *walk) enterForeign(n outline.Node) bool {
	if w.tree.Namespace(n) == outline.MathML {
		name := w.tree.Atom(n)
		if name == atom.Math {
			w.tag()
		}
		return name != atom.Annotation && name != atom.AnnotationXml
	}
	w.tag()
	w.breakWord()
	w.enterQuiet(n, false)
	return false
}

// exit handles the end of an element.
func (w *walk) exit(n outline.Node) {
	name := w.tree.Atom(n)
	if w.tree.Namespace(n) == outline.MathML && name != atom.Math {
		return
	}
	k := roleOf(name)
	if k&isVoid == 0 {
		w.tag()
	}
	if len(w.stack) > 0 && w.stack[len(w.stack)-1].node == n {
		w.close()
	}
	if k&(isBlock|isBreak) != 0 {
		w.breakWord()
	}
}

// tag counts a tag at the current end of the text.
func (w *walk) tag() {
	offset := uint32(len(w.body))
	if last := len(w.tags) - 1; last >= 0 && w.tags[last].offset == offset {
		w.tags[last].n++
		return
	}
	w.tags = append(w.tags, tags{offset, 1})
}

func (w *walk) mark(what uint8, index int32) {
	w.marks = append(w.marks, mark{uint32(len(w.body)), what, index})
}

// breakWord ends the line of text, and with it the last word.
func (w *walk) breakWord() {
	switch last := len(w.body) - 1; {
	case last < 0 || w.body[last] == '\n':
	case w.body[last] == ' ':
		w.body[last] = '\n'
	default:
		w.body = append(w.body, '\n')
	}
}

// space ends the last word, but not the line.
func (w *walk) space() {
	if last := len(w.body) - 1; last >= 0 && w.body[last] > ' ' {
		w.body = append(w.body, ' ')
	}
}

func (w *walk) openBlock(tag atom.Atom) {
	w.blocks = append(w.blocks, Block{Parent: w.block, Tag: tag})
	w.block = int32(len(w.blocks) - 1)
	w.within = append(w.within, [2]int32{int32(len(w.links)), 0})
	w.mark(blockStart, w.block)
}

func (w *walk) closeBlock(index int32) {
	w.mark(blockEnd, index)
	w.within[index][1] = int32(len(w.links))
	w.block = w.blocks[index].Parent
}

func (w *walk) enterBlock(n outline.Node, k role) {
	w.openBlock(w.tree.Atom(n))
	o := open{node: n, block: w.block, heading: -1, link: -1}
	if k&isHeading != 0 {
		o.heading = int32(len(w.headings))
		w.headings = append(w.headings, Span{})
		w.mark(headingStart, o.heading)
	}
	w.stack = append(w.stack, o)
}

// close ends the innermost open element.
func (w *walk) close() {
	o := &w.stack[len(w.stack)-1]
	if o.link >= 0 {
		if o.alt != "" && !hasWord(w.body[o.textFrom:]) {
			w.space()
			w.body = appendText(w.body, o.alt)
			w.space()
		}
		w.mark(linkEnd, o.link)
	}
	if o.heading >= 0 {
		w.mark(headingEnd, o.heading)
	}
	if o.block >= 0 {
		w.closeBlock(o.block)
	}
	w.stack = w.stack[:len(w.stack)-1]
}

// enoughAlt is the length in bytes after which no more alternative texts are added to a link.
const enoughAlt = 4096

// enterImage adds the image's alternative text to the link around it.
func (w *walk) enterImage(n outline.Node) {
	for i := len(w.stack) - 1; i >= 0; i-- {
		if o := &w.stack[i]; o.link >= 0 {
			if alt := w.tree.Attr(n, "alt"); alt != "" && len(o.alt) < enoughAlt {
				o.alt = strings.TrimSpace(o.alt + " " + alt)
			}
			return
		}
	}
}

// appendText appends a text with each run of white space as one space.
func appendText[S string | []byte](text []byte, s S) []byte {
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && s[i] > ' ' {
			i++
		}
		text = append(text, s[start:i]...)
		if i == len(s) {
			break
		}
		for i < len(s) && s[i] <= ' ' {
			i++
		}
		if last := len(text) - 1; last >= 0 && text[last] > ' ' {
			text = append(text, ' ')
		}
	}
	return text
}

// hasWord reports whether a text has a letter or digit. Any character beyond ASCII counts as one.
func hasWord(text []byte) bool {
	for _, c := range text {
		if asciiLower[c] != 0 {
			return true
		}
	}
	return false
}
