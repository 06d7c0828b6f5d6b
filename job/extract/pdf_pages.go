package extract

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features"
	"gannet/job"
	"gannet/job/pagetext"
)

// pdfPage is a page of a PDF, as package pdftext writes it.
type pdfPage struct {
	name   string // "page=" and its number
	blocks []*html.Node
}

var pdfSections = cascadia.MustCompile(`section[id^="page="]`)

// pdfPages returns the pages of a file.
func pdfPages(doc *html.Node) (pages []pdfPage) {
	for _, section := range goquery.NewDocumentFromNode(doc).FindMatcher(pdfSections).EachIter() {
		pages = append(pages, pdfPage{section.AttrOr("id", ""), section.Children().Nodes})
	}
	return pages
}

// The blocks of a page among which the title of an advertisement is, and among which what stands on every page is.
const (
	topBlocks     = 5
	runningBlocks = 2
)

// sameSize is the least size of a title, as a share of the largest one's.
const sameSize = .9

// startsOf cuts a file before each page that has a title at its top. Pages before the first title are left out.
func startsOf(pages []pdfPage) (list []ad) {
	running := runningHeads(pages)
	largest := 0.0
	for _, p := range pages {
		if title := titleOf(p, running); title >= 0 {
			largest = max(largest, sizeOf(p.blocks[title]))
		}
	}
	for _, p := range cutAtTitles(pages, running, sameSize*largest) {
		if title := titleOf(p, running); title >= 0 && sizeOf(p.blocks[title]) >= sameSize*largest {
			list = append(list, ad{pages: []pdfPage{p}, title: title, running: running, large: sameSize * largest})
		} else if n := len(list); n > 0 {
			list[n-1].pages = append(list[n-1].pages, p)
		}
	}
	return list
}

// leastBetween is the least number of blocks of text between two titles on one page.
const leastBetween = 3

// cutAtTitles cuts pages before headings that are as large as titles and stand below text.
func cutAtTitles(pages []pdfPage, running map[string]bool, large float64) (cut []pdfPage) {
	for _, p := range pages {
		from, text := 0, 0
		for i, b := range p.blocks {
			switch {
			case !isHeading(b):
				text++
			case text >= leastBetween && sizeOf(b) >= large && isTitle(b, running):
				cut = append(cut, p.part(from, i, len(cut)))
				from, text = i, 0
			}
		}
		cut = append(cut, p.part(from, len(p.blocks), len(cut)))
	}
	return cut
}

// part returns some blocks of a page, with a name of their own unless they are its first.
func (p pdfPage) part(from, to, number int) pdfPage {
	name := p.name
	if from > 0 {
		name += "&ad=" + strconv.Itoa(number+1)
	}
	return pdfPage{name, p.blocks[from:to]}
}

// isTitle reports whether a heading may be the title of an advertisement.
func isTitle(b *html.Node, running map[string]bool) bool {
	text := textOf(b)
	return !running[squeezed(text)] && strings.ContainsFunc(text, unicode.IsLetter) && pagetext.Heading(text) == pagetext.None
}

// titleOf returns the block that is the title at the top of a page, -1 if there is none. It is a heading that announces no part of
// an advertisement, and does not stand on every page.
func titleOf(p pdfPage, running map[string]bool) int {
	for i, b := range p.blocks[:min(len(p.blocks), topBlocks)] {
		text := textOf(b)
		if !isHeading(b) || running[squeezed(text)] || !strings.ContainsFunc(text, unicode.IsLetter) {
			continue
		}
		if pagetext.Heading(text) != pagetext.None {
			return -1
		}
		return i
	}
	return -1
}

// hasLargeWithin reports whether an advertisement has other headings as large as titles, below some text.
func (a *ad) hasLargeWithin() bool {
	for n, p := range a.pages {
		for i, b := range p.blocks {
			if isHeading(b) && sizeOf(b) >= a.large && !a.running[squeezed(textOf(b))] && (n > 0 || i > a.title+1) {
				return true
			}
		}
	}
	return false
}

// runningHeads returns texts at the top of several pages.
func runningHeads(pages []pdfPage) map[string]bool {
	count, running := map[string]int{}, map[string]bool{}
	for _, p := range pages {
		top := map[string]bool{}
		for _, b := range p.blocks[:min(len(p.blocks), runningBlocks)] {
			top[squeezed(textOf(b))] = true
		}
		for text := range top {
			count[text]++
		}
	}
	for text, n := range count {
		running[text] = n > 1
	}
	return running
}

// sizeOf returns the size of a heading's letters in points.
func sizeOf(n *html.Node) float64 {
	size, _ := strings.CutPrefix(attribute(n, "style"), "font-size:")
	points, _ := strconv.ParseFloat(strings.TrimSuffix(size, "pt"), 64)
	return points
}

func isHeading(n *html.Node) bool { return n.DataAtom == atom.H1 || n.DataAtom == atom.H3 }

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// html returns an advertisement as a page of its own, whose first heading is its title.
func (a *ad) html() []byte {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><meta charset=utf-8><body>\n")
	for n, p := range a.pages {
		for i, block := range p.blocks {
			switch {
			case n == 0 && i == a.title:
				b.WriteString("<h1>" + html.EscapeString(textOf(block)) + "</h1>\n")
			case isHeading(block) && a.running[squeezed(textOf(block))]:
				b.WriteString("<p>" + html.EscapeString(textOf(block)) + "</p>\n")
			case isHeading(block):
				b.WriteString("<h3>" + html.EscapeString(textOf(block)) + "</h3>\n")
			default:
				_ = html.Render(&b, block)
				b.WriteByte('\n')
			}
		}
	}
	return b.Bytes()
}

// marksOf returns what an advertisement says: fields by their labels, its headings or the parts that they announce, a contact.
func marksOf(page *features.Page, p *job.Posting) map[string]bool {
	marks := map[string]bool{}
	for field, of := range p.Provenance {
		if of.Method == job.Label {
			marks[string(field)] = true
		}
	}
	for _, h := range page.Headings {
		text := page.TextOf(h)
		if part := pagetext.Heading(text); part != pagetext.None {
			text = part.String()
		}
		marks["head "+squeezed(text)] = true
	}
	if p.Contact.Email != "" || p.Contact.Phone != "" {
		marks["contact"] = true
	}
	return marks
}
