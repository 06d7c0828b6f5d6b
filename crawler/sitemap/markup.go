package sitemap

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/net/html"

	"gannet/internal/weburl"
)

// document reads sitemaps (sitemaps.org, protocol 0.9), RSS 2.0 and 1.0, and Atom (RFC 4287). It ignores all other elements.
type document struct {
	*parser
	elements
	entry entry
	field field
	names map[string]string // see nameOf
}

// entry is an open url or sitemap element, or the open item or entry of a feed.
type entry struct {
	Page            // without its URL
	depth  int      // of its element; 0: none is open
	nested bool     // it is a sitemap element
	feed   bool     // it is of a feed
	links  []string // the URLs that it gives
	spare  string   // the URL of a feed entry without a link
}

// maxLinks is how many links of one entry are used.
const maxLinks = 16

// field is the element of an entry whose text is being read.
type field struct {
	element
	depth int // of its element; 0: none is read
	text  strings.Builder
	long  bool // the text is longer than maxEntry
}

// isProse reports whether the text of the field may have markup in it. An element with a URL or a date contains no other elements.
func (f *field) isProse() bool { return f.depth > 0 && isProse(f.name) }

func isProse(name string) bool {
	return name == "title" || name == "summary" || name == "description" || name == "content"
}

func isField(name string) bool {
	return isProse(name) || name == "loc" || name == "lastmod" || name == "link" || name == "guid"
}

func isEntry(name string) bool {
	return name == "url" || name == "sitemap" || name == "item" || name == "entry"
}

type attribute struct{ name, value string }

func valueOf(attributes []attribute, name string) string {
	for _, a := range attributes {
		if a.name == name {
			return strings.TrimSpace(a.value)
		}
	}
	return ""
}

// markup reads an XML file.
func (p *parser) markup(in io.Reader) error {
	d := &document{parser: p, elements: elements{root: p.base}, names: make(map[string]string)}
	t := newTokens(in)
	for {
		kind, raw, err := t.next()
		if kind == html.ErrorToken {
			if len(raw) == 0 {
				d.field = field{} // a URL that ends with the file may be incomplete
			}
			d.endField()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return errors.Join(d.finish(), err)
		}
		if err := d.read(t, kind, raw); err != nil {
			return err
		}
	}
}

// read reads a token.
func (d *document) read(t *tokens, kind html.TokenType, raw []byte) error {
	if kind != html.TextToken && d.field.isProse() {
		d.characters([]byte(" ")) // a tag parts words
	}
	switch kind {
	case html.TextToken:
		d.characters(raw)
	case html.StartTagToken, html.SelfClosingTagToken:
		tag, attributes := d.tagOf(t)
		if err := d.start(tag, attributes); err != nil {
			return err
		}
		if kind == html.SelfClosingTagToken {
			return d.end(tag)
		}
	case html.EndTagToken:
		tag, _ := d.tagOf(t)
		return d.end(tag)
	case html.CommentToken:
		if raw == nil && !d.field.isProse() { // the end tag may be in what was left out
			d.endField()
		}
	}
	return nil
}

// tagOf returns the name of a tag and its attributes.
func (d *document) tagOf(t *tokens) (tag string, attributes []attribute) {
	name, more := t.TagName()
	tag = d.nameOf(name)
	for more {
		var key, value []byte
		if key, value, more = t.TagAttr(); len(key) > 0 && len(value) <= maxEntry && len(attributes) < maxDepth {
			attributes = append(attributes, attribute{string(key), string(value)})
		}
	}
	return tag, attributes
}

// nameOf returns a name as a string. Most names occur thousands of times.
func (d *document) nameOf(name []byte) string {
	known, ok := d.names[string(name)]
	if !ok {
		if known = string(name); len(d.names) < maxDepth {
			d.names[known] = known
		}
	}
	return known
}

// start reads a start tag.
func (d *document) start(tag string, attributes []attribute) error {
	if err := d.closeBefore(tag); err != nil {
		return err
	}
	if len(d.open) == maxDepth {
		d.endField()
		d.closeFrom(max(1, d.entry.depth))
	}
	parent := d.top()
	in := d.enter(tag, attributes)
	switch {
	case d.entry.depth > 0:
		if len(d.open) == d.entry.depth+1 {
			d.startField(in, attributes)
		}
	case isEntry(in.name):
		if parent.space == in.space || parent.name == "rdf" || parent.name == "" {
			d.startEntry(in, attributes)
		}
	case in.name == "rss", in.name == "feed", in.name == "rdf":
		d.file.Feed = len(d.file.Pages) == 0
	case in.name == "link" && (parent.name == "channel" || parent.name == "feed"):
		if d.file.Next == "" && isRelation(valueOf(attributes, "rel"), "next", "prev-archive") {
			d.file.Next = d.resolve(in.base, valueOf(attributes, "href"))
		}
	}
	return nil
}

// closeBefore closes the elements whose end tags are missing before a start tag.
func (d *document) closeBefore(tag string) error {
	prefix, name := splitName(tag)
	if d.field.depth > 0 {
		own, _ := splitName(d.field.tag)
		if !d.field.isProse() || isField(name) && own == prefix {
			d.endField()
		}
	}
	if d.entry.depth > 0 && isEntry(name) && d.field.depth == 0 {
		if own, _ := splitName(d.open[d.entry.depth-1].tag); own == prefix {
			d.closeFrom(d.entry.depth - 1)
			return d.finish()
		}
	}
	return nil
}

func (d *document) startEntry(in element, attributes []attribute) {
	d.entry = entry{depth: len(d.open), nested: in.name == "sitemap", feed: in.name == "item" || in.name == "entry"}
	if d.entry.feed {
		d.file.Feed = d.file.Feed || len(d.file.Pages) == 0
		d.setSpare(in.base, valueOf(attributes, "rdf:about"))
	}
}

// startField begins to read a child of an entry. The child must be in the entry's own namespace, but a link in RSS may be in that of Atom.
func (d *document) startField(in element, attributes []attribute) {
	own := in.space == d.open[d.entry.depth-1].space
	href := valueOf(attributes, "href")
	switch {
	case !own && !(in.name == "link" && in.space == atomSpace), !isField(in.name):
		return
	case (in.name == "loc" || in.name == "lastmod") == d.entry.feed:
		return
	case in.name == "guid" && valueOf(attributes, "ispermalink") == "false":
		return
	case in.name == "link" && href != "":
		if isRelation(valueOf(attributes, "rel"), "alternate", "") {
			d.addLink(d.resolve(in.base, href))
		}
		return
	case in.name == "content":
		d.setSpare(in.base, valueOf(attributes, "src")) // RFC 4287 section 4.1.3.2
	}
	d.field = field{element: in, depth: len(d.open)}
}

// isRelation reports whether the rel of a link is one of two registered relations, which may be written as URLs (RFC 4287 section 4.2.7.2).
func isRelation(rel, a, b string) bool {
	rel = strings.ToLower(strings.TrimPrefix(rel, "http://www.iana.org/assignments/relation/"))
	return rel == a || rel == b
}

// end reads an end tag.
func (d *document) end(tag string) error {
	_, name := splitName(tag)
	if d.field.depth > 0 && !d.field.isProse() {
		ended := d.field.name
		if d.endField(); ended == name {
			return nil
		}
	}
	d.leave(name)
	if d.field.depth > len(d.open) {
		d.endField()
	}
	switch name {
	case "urlset", "sitemapindex", "rss", "feed", "rdf":
		d.ended = true
	}
	if d.entry.depth > len(d.open) {
		return d.finish()
	}
	return nil
}

// endField stores the text of a field in its entry.
func (d *document) endField() {
	f, e := d.field, &d.entry
	if f.depth == 0 {
		return
	}
	d.field = field{}
	d.closeFrom(f.depth - 1)
	text := strings.TrimSpace(f.text.String())
	switch {
	case f.name == "title":
		e.Title = plain(text, maxTitle)
	case isProse(f.name) && e.Summary == "":
		e.Summary = plain(text, maxSummary)
	case f.long:
	case f.name == "lastmod":
		e.Modified = parseDate(text)
	case f.name == "guid":
		d.setSpare(f.base, text)
	case f.name == "loc", f.name == "link":
		d.addLink(d.resolve(f.base, text))
	}
}

func (d *document) addLink(url string) {
	if url != "" && len(d.entry.links) < maxLinks {
		d.entry.links = append(d.entry.links, url)
	}
}

// setSpare uses an identifier as the spare URL of an entry, if the identifier is a URL.
func (d *document) setSpare(base *weburl.Base, id string) {
	if strings.HasPrefix(id, "http") {
		d.entry.spare = d.resolve(base, id)
	}
}

// finish adds the pages of an entry that has ended.
func (d *document) finish() error {
	e := d.entry
	d.entry = entry{}
	if len(e.links) == 0 && e.spare != "" {
		e.links = append(e.links, e.spare)
	}
	for _, e.URL = range e.links {
		if err := d.add(e.Page, e.nested); err != nil {
			return err
		}
	}
	return nil
}

// characters reads text. If the text has a "<", that is the rest of a broken tag.
func (d *document) characters(raw []byte) {
	f := &d.field
	if f.depth == 0 {
		return
	}
	text, cut := textOf(raw), false
	if !f.isProse() && !bytes.HasPrefix(raw, cdataStart) {
		text, _, cut = strings.Cut(text, "<")
	}
	if f.text.Len()+len(text) > maxEntry {
		f.long, text = true, text[:maxEntry-f.text.Len()]
	}
	f.text.WriteString(text)
	if cut {
		d.endField()
	}
}

// parseDate reads a date of W3C's profile of ISO 8601. A date without a time gives the end of that day. Text without a date gives the zero time.
func parseDate(text string) time.Time {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1)
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}
