package closing

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/job/pagetext"
)

// Bounds of the search for the place of a statement.
const (
	mostSought  = 50  // sentences of a page whose places are searched for
	mostPlaces  = 20  // places of one text that are judged
	largestCard = 200 // nodes of an element that shows another posting
	neighbours  = 3   // elements before and behind a card that are compared with it
)

// apart are the names of elements whose words are not about the page's posting.
var apart = map[string]bool{
	"related": true, "similar": true, "recommended": true, "recommendations": true, "filter": true, "filters": true, "facet": true, "facets": true,
	"nav": true, "navbar": true, "navigation": true, "menu": true, "footer": true, "breadcrumb": true, "breadcrumbs": true, "pagination": true,
	"sitemap": true, "comments": true, "dropdown": true, "legend": true,
}

// layout is the text of a page without white space, and where its parts come from.
type layout struct {
	text     []byte
	parts    []part // of the text, in order
	headings []part // where they begin; the node is the heading
}

type part struct {
	offset int
	node   *html.Node
}

func newLayout(doc *html.Node) *layout {
	l := new(layout)
	l.add(doc)
	return l
}

func (l *layout) add(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		l.parts = append(l.parts, part{len(l.text), n})
		l.text = appendDense(l.text, n.Data)
	case isSkipped(n.DataAtom):
		return
	case isHeading(n.DataAtom):
		l.headings = append(l.headings, part{len(l.text), n})
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		l.add(c)
	}
}

// appendDense appends a text without its white space.
func appendDense(b []byte, s string) []byte {
	for word := range strings.FieldsSeq(s) {
		b = append(b, word...)
	}
	return b
}

// last returns the node of the last part that begins at or before an offset, nil without one.
func last(parts []part, offset int) *html.Node {
	i, found := slices.BinarySearchFunc(parts, offset, func(p part, at int) int { return p.offset - at })
	for found && i+1 < len(parts) && parts[i+1].offset == offset { // parts without a text
		i++
	}
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return parts[i].node
}

// isHere reports whether a sentence is at a place of the page where it can be about the page's posting. It is not in navigation, a footer, a filter
// or a list of choices, nor below a heading such as "Similar jobs", nor beside the link to another posting.
func (r *reader) isHere(sentence span) bool {
	if !r.page.HasTree() {
		return true
	}
	if r.sought++; r.sought > mostSought {
		return false
	}
	if r.layout == nil {
		r.layout = newLayout(r.page.Tree())
	}
	want := appendDense(nil, r.text(sentence))
	l, from := r.layout, 0
	for n := 0; n < mostPlaces; n++ {
		at := bytes.Index(l.text[from:], want)
		if at < 0 {
			return n == 0
		}
		at += from
		heading := last(l.headings, at)
		if (heading == nil || !pagetext.IsOthers(textOf(heading))) && !isApart(last(l.parts, at)) {
			return true
		}
		from = at + len(want)
	}
	return false
}

func isSkipped(a atom.Atom) bool {
	return a == atom.Script || a == atom.Style || a == atom.Noscript || a == atom.Template || a == atom.Head
}

func isHeading(a atom.Atom) bool {
	return a == atom.H1 || a == atom.H2 || a == atom.H3 || a == atom.H4 || a == atom.H5 || a == atom.H6
}

// isApart reports whether an element is, or lies in, a part of the page that is not about its posting.
func isApart(n *html.Node) bool {
	for ; n != nil && n.DataAtom != atom.Body; n = n.Parent {
		switch n.DataAtom {
		case atom.Nav, atom.Footer, atom.Select, atom.Option, atom.Datalist, atom.Label:
			return true
		}
		if namesApart(n) || isCard(n) {
			return true
		}
	}
	return false
}

func namesApart(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key != "class" && a.Key != "id" && a.Key != "role" {
			continue
		}
		for word := range strings.FieldsFuncSeq(strings.ToLower(a.Val), func(c rune) bool { return !unicode.IsLetter(c) }) {
			if apart[word] {
				return true
			}
		}
	}
	return false
}

// isCard reports whether an element is one of several similar ones that link to other pages, and does not contain the heading of the page.
func isCard(n *html.Node) bool {
	if n.Type != html.ElementNode || n.DataAtom == atom.A || !isLinking(n) || has(n, atom.H1) {
		return false
	}
	if attribute(n, "class") == "" && n.DataAtom != atom.Li && n.DataAtom != atom.Tr && n.DataAtom != atom.Article {
		return false
	}
	like := func(c *html.Node) bool {
		return c.DataAtom == n.DataAtom && attribute(c, "class") == attribute(n, "class") && isLinking(c)
	}
	for c, i := n.NextSibling, 0; c != nil && i < neighbours; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if i++; like(c) {
				return true
			}
		}
	}
	for c, i := n.PrevSibling, 0; c != nil && i < neighbours; c = c.PrevSibling {
		if c.Type == html.ElementNode {
			if i++; like(c) {
				return true
			}
		}
	}
	return false
}

// isLinking reports whether an element is small and has a link.
func isLinking(n *html.Node) bool { return count(n) <= largestCard && has(n, atom.A) }

// count counts the nodes of an element. It stops when there are more than a card has.
func count(n *html.Node) int {
	all := 1
	for c := n.FirstChild; c != nil && all <= largestCard; c = c.NextSibling {
		all += count(c)
	}
	return all
}

func has(n *html.Node, a atom.Atom) bool {
	if n.DataAtom == a {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if has(c, a) {
			return true
		}
	}
	return false
}

func attribute(n *html.Node, key string) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
	if i < 0 {
		return ""
	}
	return n.Attr[i].Val
}

// textOf returns the text of an element with white space collapsed.
func textOf(n *html.Node) string {
	var b strings.Builder
	var add func(n *html.Node)
	add = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		if isSkipped(n.DataAtom) {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			add(c)
		}
	}
	add(n)
	return strings.Join(strings.Fields(b.String()), " ")
}
