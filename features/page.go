// Package features owns the page as it is read. A page is parsed once and its text is cut into words once. Later steps
// find its blocks, its main content, and its links with their contexts. The package also makes the links' feature vectors.
package features

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features/permission"
)

// Word is one word of a page's text: a run of letters, digits and combining marks. In scripts written without spaces
// (Chinese, Japanese, Thai, Lao, Khmer, Burmese) words are overlapping pairs of characters.
type Word struct {
	Start, End uint32 // byte offsets into Page.Text
	Hash       uint32 // HashWord of the word
}

// StartWith reports whether the first words have these hashes, in this order.
func StartWith(words []Word, hashes []uint32) bool {
	if len(words) < len(hashes) {
		return false
	}
	for i := range hashes {
		if words[i].Hash != hashes[i] {
			return false
		}
	}
	return true
}

// Span is a range of word positions in Page.Words: Start is included, End is not.
type Span struct{ Start, End int32 }

// Len returns the number of words in the span.
func (s Span) Len() int { return int(s.End - s.Start) }

// Page is a parsed page: its words, blocks and links, and what it declares about itself. It shares no memory with the Reader. Until Compact
// is called it keeps the body for Tree.
type Page struct {
	URL       string // canonical URL of the page
	Lang      string // lang of the html element, in lower case; "" if it has none
	Canonical string // canonical form of rel=canonical, "" if none or not a valid URL
	NoIndex   bool   // meta robots says noindex or none
	NoFollow  bool   // meta robots says nofollow or none

	// Says records what the response's header and the page say about the use of the page. Statements about the whole site are not included.
	Says permission.Record

	Feeds []string // canonical URLs of the first feeds that link elements name; they are no links

	source []byte     // what Tree parses; nil if that is done
	tree   *html.Node // see Tree

	Text  []byte // title, meta description and keywords, body, and what AddUnshown added; white space of the page is collapsed, blocks end in a newline
	Words []Word // of Text, in order

	Title, Meta, Body Span
	Main              Span // the main content: body text extraction (Finn, Kushmerick and Smyth 2001)
	Headings          []Span

	Blocks []Block // block-level elements in document order; the first is the body and always there
	Links  []Link  // in document order
	Lines  int     // lines of the source
	Nodes  int     // nodes of the DOM

	Dropped   int  // links beyond MaxLinks
	Flattened bool // too deep or too large for the parser, so read without its block structure

	Data  []Datum  // what programs read; nil after Compact
	Types []string // the values of itemtype and typeof attributes; nil after Compact

	NoPosting bool // extract.AddUnshown read the markup and the data, and found no posting; false if it was not called

	Programs *Programs // nil if the page has no script that makes something, and after Compact

	Fingerprint uint64 // of the words of Content, see Distance; 0 if it has none
}

// Block is a block-level element of a page, such as a paragraph or a list.
type Block struct {
	Words  Span      // of the element and all in it
	Parent int32     // index of the block around it, -1 for the body
	Links  int32     // links in the element and all in it
	Tag    atom.Atom // its name
}

// Link is a reference that a crawler may follow. It is the href of an a or area, also in noscript, SVG and srcdoc, or the address of the page that a
// frame, iframe, object or embed shows. The addresses of next, prev and refresh in the head and in headers count as links, too.
type Link struct {
	URL    string // canonical
	Href   string // as in the source, character references decoded
	Anchor Span   // words of the anchor, or else the alt texts of its images, which Text then includes

	Line  int32 // 1-based line of the start tag in the source; of a flattened page, without the lines in tags left out
	Node  int32 // pre-order index in the DOM, in noscript, SVG and srcdoc that of the element around; Node/Page.Nodes is the position
	Block int32 // index of the nearest block-level ancestor in Page.Blocks

	Path uint32 // hash of the names of the elements from the root to the link, such as html/body/ul/li/a

	NoFollow bool // rel has nofollow, ugc or sponsored
	Relative bool // the source names no host
	InMain   bool // the anchor begins inside Page.Main
}

// Window returns the span of words from n/2 words before a link's anchor to n/2 words after the anchor, within the page's body. If n is odd,
// the additional word comes after the anchor.
func (p *Page) Window(l *Link, n int) Span {
	n = max(n, 0)
	before, after := int32(n/2), int32(n-n/2)
	return Span{max(l.Anchor.Start-before, p.Body.Start), min(l.Anchor.End+after, p.Body.End)}
}

// TextOf returns the text of a span, from its first word to its last.
func (p *Page) TextOf(s Span) string {
	if s.Start < 0 || s.End > int32(len(p.Words)) || s.Start >= s.End {
		return ""
	}
	return string(p.Text[p.Words[s.Start].Start:p.Words[s.End-1].End])
}

// Quote returns the text of a span for people. Unlike TextOf it includes punctuation that touches the first or the last word, such as the
// closing bracket of "(m/w/d)".
func (p *Page) Quote(s Span) string {
	if p.TextOf(s) == "" {
		return ""
	}
	from, to := p.Words[s.Start].Start, p.Words[s.End-1].End
	least, most := uint32(0), uint32(len(p.Text))
	if s.Start > 0 {
		least = p.Words[s.Start-1].End
	}
	if int(s.End) < len(p.Words) {
		most = p.Words[s.End].Start
	}
	for from > least && !isSpace(p.Text[from-1]) {
		from--
	}
	for to < most && !isSpace(p.Text[to]) {
		to++
	}
	return string(p.Text[min(from, to):to])
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' }

// Position returns where in the DOM a link is, from 0 for the beginning to 1 for the end.
func (p *Page) Position(l *Link) float64 {
	if p.Nodes == 0 {
		return 0
	}
	return float64(l.Node) / float64(p.Nodes)
}
