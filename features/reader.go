package features

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"net/http"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features/declared"
	"gannet/features/outline"
	"gannet/internal/weburl"
)

// MaxLinks is the number of links of a page that are kept; further links are only counted, in Page.Dropped. MaxLinks is twice the largest
// number of links on any page of our three test webs, so only link farms have more links.
const MaxLinks = 10_000

// maxBody bounds the length of a body, so that offsets and line numbers fit their types.
const maxBody = math.MaxInt32 / 4

// Source is a page as it was received: its URL, header and body.
type Source struct {
	URL    string      // canonical
	Header http.Header // of the response; nil if it is not known
	Body   []byte      // in UTF-8; it must not change while the page is in use

	Charset string // WHATWG name of the encoding that the body came in; "" stands for UTF-8
}

// Reader parses pages. It reuses its working memory, so only one goroutine may use it at a time.
type Reader struct {
	Agent  string // the crawler's product token in lower case, by which pages name it; "" stands for declared.Agent
	tree   outline.Tree
	walk   walk
	words  []Word
	quirks map[string]bool // document types, see isQuirky
}

// NewReader returns a Reader for pages that address the crawler as declared.Agent.
func NewReader() *Reader { return &Reader{} }

// Read parses a page of which only the URL and the body are known. It has the same errors as ReadSource.
func (r *Reader) Read(url string, body []byte) (*Page, error) {
	return r.ReadSource(Source{URL: url, Body: body})
}

// ReadSource parses a page. Any body can be parsed, though the page may be empty. The error says that the URL is invalid or that the body
// is longer than 512 MiB.
func (r *Reader) ReadSource(s Source) (*Page, error) {
	if len(s.Body) > maxBody {
		return nil, fmt.Errorf("read page %s: body of %d bytes is longer than %d", s.URL, len(s.Body), maxBody)
	}
	base, err := weburl.NewBase(s.URL)
	if err != nil {
		return nil, fmt.Errorf("read page: %w", err)
	}
	base.SetCharset(s.Charset)
	p := &Page{URL: base.URL()}
	w := &r.walk
	w.reset(MaxLinks)
	w.agent = cmp.Or(r.Agent, declared.Agent)
	dropped := r.parse(p, s.Body)
	w.run(&r.tree, s.Header, base)
	p.Lang, p.NoIndex, p.NoFollow = w.head.lang, w.head.robots.NoIndex, w.head.robots.NoFollow
	p.Says = w.head.says
	p.Nodes, p.Dropped = int(w.nodes), w.dropped+dropped
	p.Lines, _ = countLines(s.Body)
	p.Data, p.Types = w.data, w.types
	p.Programs = w.programsOf()
	r.cut(p)
	r.setSpans(p)
	p.resolve(base, w, mostURLs+2*len(s.Body))
	p.Fingerprint = fingerprint(p.Words[p.Body.Start:])
	r.tree.Clear()
	return p, nil
}

// parse makes the tree of the body. If that tree would be too deep or take too much memory, it flattens the body first. dropped is the number of
// links that flattening left out.
func (r *Reader) parse(p *Page, body []byte) (dropped int) {
	limit := treeLimit(len(body))
	p.source = body
	if bytes.IndexByte(body, 0) >= 0 {
		body = bytes.ReplaceAll(body, []byte{0}, nil)
	}
	if r.tree.Read(body, limit, r.isQuirky) == nil {
		return 0
	}
	p.Flattened = true
	flat, dropped := flatten(body, limit)
	p.source = flat
	if r.tree.Read(flat, limit, r.isQuirky) != nil {
		p.source = bytes.ReplaceAll(flat, []byte("<"), []byte(" "))
		_ = r.tree.Read(p.source, limit, r.isQuirky) // cannot fail without tags
	}
	return dropped
}

// mostDoctypes bounds the document types for which a Reader remembers the mode.
const mostDoctypes = 100

// isQuirky reports whether a document type puts browsers into quirks mode. Only in that mode may a table be inside a p, so it is enough to parse a
// table in a p with the library.
func (r *Reader) isQuirky(doctype []byte) bool {
	quirks, known := r.quirks[string(doctype)]
	if known {
		return quirks
	}
	doc, err := html.Parse(strings.NewReader("<!DOCTYPE " + string(doctype) + "><p><table>"))
	if err != nil {
		return false
	}
	for n := range doc.Descendants() {
		quirks = quirks || n.DataAtom == atom.Table && n.Parent.DataAtom == atom.P
	}
	if r.quirks == nil || len(r.quirks) == mostDoctypes {
		r.quirks = map[string]bool{}
	}
	r.quirks[string(doctype)] = quirks
	return quirks
}

// parseTree parses a body with the library, within the limits of memory. If the tree would exceed them, the body is flattened first.
func parseTree(body []byte) *html.Node {
	var m meter
	limit := treeLimit(len(body))
	doc, err := m.parse(body, limit)
	if err == nil {
		return doc
	}
	flat, _ := flatten(body, limit)
	if doc, err = m.parse(flat, limit); err != nil {
		doc, _ = html.Parse(bytes.NewReader(bytes.ReplaceAll(flat, []byte("<"), []byte(" ")))) // cannot fail without tags
	}
	return doc
}

// cut sets the page's text, its words and its main content.
func (r *Reader) cut(p *Page) {
	w := &r.walk
	text := make([]byte, 0, len(w.head.title)+len(w.head.meta)+len(w.body)+2)
	text = append(text, w.head.title...)
	text = append(text, '\n')
	title := len(text)
	text = append(text, w.head.meta...)
	text = append(text, '\n')
	meta := len(text)
	text = append(text, w.body...)
	p.Text = text

	words := cutWords(r.words[:0], text[:title], 0)
	p.Title = Span{0, int32(len(words))}
	words = cutWords(words, text[title:meta], uint32(title))
	p.Meta = Span{p.Title.End, int32(len(words))}
	words = cutWords(words, text[meta:], uint32(meta))
	p.Body = Span{p.Meta.End, int32(len(words))}
	r.words = words
	p.Words = append(make([]Word, 0, len(words)), words...)

	from, to := mainZone(p.Words[p.Body.Start:], w.tags, uint32(meta))
	p.Main = Span{p.Body.Start + int32(from), p.Body.Start + int32(to)}
}

// setSpans turns the walk's marks into spans of words. Marks are offsets into the body's text, in rising order. A span begins
// with the first word that ends after the start mark. It ends before the first word that starts at or after the end mark.
func (r *Reader) setSpans(p *Page) {
	w := &r.walk
	base := uint32(len(p.Text) - len(w.body))
	starts, ends := p.Body.Start, p.Body.Start
	for _, m := range w.marks {
		offset := m.offset + base
		for starts < p.Body.End && p.Words[starts].End <= offset {
			starts++
		}
		for ends < p.Body.End && p.Words[ends].Start < offset {
			ends++
		}
		switch m.what {
		case blockStart:
			w.blocks[m.index].Words.Start = starts
		case blockEnd:
			w.blocks[m.index].Words.End = max(ends, w.blocks[m.index].Words.Start)
		case headingStart:
			w.headings[m.index].Start = starts
		case headingEnd:
			w.headings[m.index].End = max(ends, w.headings[m.index].Start)
		case linkStart:
			w.links[m.index].Anchor = Span{starts, starts}
		case linkEnd:
			l := &w.links[m.index]
			l.Anchor.End = max(ends, l.Anchor.Start)
		}
	}
	p.Blocks = append(make([]Block, 0, len(w.blocks)), w.blocks...)
	p.Headings = append(make([]Span, 0, len(w.headings)), w.headings...)
}

// mostURLs bounds the bytes of the URLs of a page's links, besides two for each byte of its body. It is enough for
// MaxLinks URLs of 200 bytes. A long base element, or a link that the parser repeats, can exceed it.
const mostURLs = 2_000_000

// documentBase returns the document base URL (HTML, 2.4.3). It is the frozen base URL of the first base element with an href. If there is none, or if
// the href is not valid, it is the URL of the page. An href whose scheme is not http or https counts as not valid, because no link of such a page
// could be followed.
func documentBase(page *weburl.Base, href *string) *weburl.Base {
	if href == nil {
		return page
	}
	url, err := page.Resolve(*href)
	if err != nil {
		return page
	}
	base, err := page.At(url)
	if err != nil {
		return page
	}
	return base
}

// resolve keeps the links whose URL is valid and leads to another page, as long as all URLs together fit into room bytes. It then counts the links of
// each block.
func (p *Page) resolve(base *weburl.Base, w *walk, room int) {
	base = documentBase(base, w.head.base)
	if w.head.canonical != "" {
		p.Canonical, _ = base.Resolve(w.head.canonical)
	}
	if p.Programs != nil {
		p.Programs.resolve(base)
	}
	for _, feed := range w.head.feeds {
		if url, err := base.Resolve(feed); err == nil && len(url) <= room {
			room -= len(url)
			p.Feeds = append(p.Feeds, url)
		}
	}
	p.Links = make([]Link, 0, len(w.links))
	before := append(w.before[:0], 0) // the number of links kept before each link
	for i := range w.links {
		if l := &w.links[i]; room < 0 {
			p.Dropped++
		} else if url, err := base.Resolve(l.Href); err == nil && !(url == p.URL && hasFragment(l.Href)) {
			room -= len(url)
			l.URL = url
			l.InMain = l.Anchor.Start >= p.Main.Start && l.Anchor.Start < p.Main.End
			p.Links = append(p.Links, *l)
		}
		before = append(before, int32(len(p.Links)))
	}
	w.before = before
	for i, within := range w.within {
		p.Blocks[i].Links = before[within[1]] - before[within[0]]
	}
}
