package sitemap

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"time"
)

// entry is a url or sitemap element, or the item or entry of a feed.
type entry struct {
	into *[]string // where its URL goes, nil outside of entries
	feed bool
	link bool            // a link of this feed entry was read
	text strings.Builder // of the element with the URL, while reading is set
	name string          // of that element
	guid string          // the URL of a feed entry without a link
	at   int             // of a page: its place in URLs and one; 0 if it has none
	date time.Time       // its lastmod, if that came before its URL

	reading bool
}

// markup reads <url><loc> and <sitemap><loc> in any namespace, and the links of feed entries. It ignores the rest.
func (p *parser) markup(in *bufio.Reader) error {
	s := scanner{in: in}
	for {
		found, err := s.next(p.entry.reading)
		if errors.Is(err, io.EOF) {
			return nil // a URL without its end tag may be incomplete
		}
		if err == nil {
			err = p.readToken(found)
		}
		if err != nil {
			return err
		}
	}
}

// readToken handles one token.
func (p *parser) readToken(t token) error {
	switch t.kind {
	case textToken:
		p.characters(unescape(t.text))
		return nil
	case cdataToken:
		p.characters(t.text)
		return nil
	}
	if err := p.endText(); err != nil { // any tag ends it: the right one may be missing
		return err
	}
	name, extension := localName(t.name())
	switch {
	case extension:
	case t.kind == endToken:
		return p.end(name)
	default:
		p.start(name, t)
	}
	return nil
}

// localName returns an element's name without its prefix. extension reports whether the prefix is of one of Google's
// extensions, whose loc elements are not pages.
func localName(full string) (name string, extension bool) {
	prefix, name, prefixed := strings.Cut(full, ":")
	if !prefixed {
		return full, false
	}
	return name, prefix == "image" || prefix == "video" || prefix == "news" || prefix == "media"
}

func (p *parser) start(name string, t token) {
	e := &p.entry
	switch {
	case name == "url":
		*e = entry{into: &p.file.URLs}
	case name == "sitemap":
		*e = entry{into: &p.file.Nested}
	case name == "rss" || name == "feed" || name == "rdf":
		p.file.Feed = len(p.file.URLs) == 0
	case name == "item" || name == "entry":
		*e = entry{into: &p.file.URLs, feed: true}
		p.file.Feed = len(p.file.URLs) == 0 || p.file.Feed
	case e.into == nil:
	case name == "link" && e.feed:
		p.startLink(t)
	case strings.HasSuffix(t.text, "/"): // empty
	case name == "loc" && !e.feed, name == "lastmod" && !e.feed, name == "guid" && e.feed && t.attribute("ispermalink") != "false":
		e.name, e.reading = name, true
	}
}

// startLink begins a link element. Atom has the URL in an attribute, RSS in the text.
func (p *parser) startLink(t token) {
	href, rel := t.attribute("href"), t.attribute("rel")
	if href != "" && rel != "" && rel != "alternate" || href == "" && strings.HasSuffix(t.text, "/") {
		return
	}
	p.entry.name, p.entry.reading = "link", true
	p.entry.text.WriteString(href)
}

func (p *parser) end(name string) error {
	e := &p.entry
	switch name {
	case "url", "sitemap":
		if !e.feed {
			e.into = nil
		}
	case "urlset", "sitemapindex", "rss", "feed", "rdf":
		p.ended = true
	case "item", "entry":
		into, guid := e.into, e.guid
		if e.link || !e.feed || !strings.HasPrefix(guid, "http") {
			guid = ""
		}
		*e = entry{}
		if into != nil {
			return p.addURL(into, guid)
		}
	}
	return nil
}

// endText adds the URL that was read.
func (p *parser) endText() error {
	e := &p.entry
	if !e.reading {
		return nil
	}
	text := e.text.String()
	e.reading = false
	e.text.Reset()
	if e.name == "guid" {
		e.guid = strings.TrimSpace(text)
		return nil
	}
	if e.name == "lastmod" {
		p.setModified(parseDate(strings.TrimSpace(text)))
		return nil
	}
	e.link = e.link || strings.TrimSpace(text) != ""
	before := len(p.file.URLs)
	if err := p.addURL(e.into, text); err != nil || len(p.file.URLs) == before {
		return err
	}
	e.at = len(p.file.URLs)
	p.setModified(e.date)
	return nil
}

// setModified takes over the lastmod of a page, or keeps it until the URL is read.
func (p *parser) setModified(date time.Time) {
	e, f := &p.entry, &p.file
	e.date = date
	if e.at == 0 || date.IsZero() {
		return
	}
	for len(f.Modified) < len(f.URLs) {
		f.Modified = append(f.Modified, time.Time{})
	}
	f.Modified[e.at-1] = date
}

// parseDate reads a date of W3C's profile of ISO 8601. It returns the moment at which what it states is over: of a day its end. It
// returns zero for what states no day.
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

func (p *parser) characters(text string) {
	e := &p.entry
	if e.reading && e.text.Len()+len(text) > maxEntry {
		e.reading = false
		e.text.Reset()
	}
	if e.reading {
		e.text.WriteString(text)
	}
}
