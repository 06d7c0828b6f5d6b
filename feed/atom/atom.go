// Package atom owns feeds of what has changed in a crawl, as Atom documents (RFC 4287), which feed readers understand.
package atom

import (
	"crypto/sha1"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

// MediaType is the media type of an Atom feed.
const MediaType = "application/atom+xml"

// Feed is an Atom feed with its entries, the newest first. Its texts may contain any characters; those that XML does not allow are
// replaced.
type Feed struct {
	ID      string // an IRI that stays the same, see ID
	Title   string
	Self    string // URL of the feed; "" if it has none
	Updated time.Time
	Entries []Entry
}

// Entry is one entry of an Atom feed, about one event.
type Entry struct {
	ID       string // an IRI that stays the same, see ID
	Title    string
	Link     string // URL of a page about it; "" if there is none
	Updated  time.Time
	Category string // one word
	Text     string // plain text
}

// ID returns an IRI made from parts, which together identify something. It is a UUID of their hash (RFC 9562, version 5; the name space is
// the nil UUID). The same parts always give the same IRI, so a feed reader shows an entry only once.
func ID(parts ...string) string {
	sum := sha1.Sum([]byte(strings.Repeat("\x00", 16) + strings.Join(parts, "\x00")))
	u := sum[:16]
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// The elements of RFC 4287 that a Feed has.
type (
	feedElement struct {
		XMLName   xml.Name       `xml:"http://www.w3.org/2005/Atom feed"`
		ID        string         `xml:"id"`
		Title     string         `xml:"title"`
		Updated   string         `xml:"updated"`
		Author    string         `xml:"author>name"`
		Generator string         `xml:"generator"`
		Links     []linkElement  `xml:"link"`
		Entries   []entryElement `xml:"entry"`
	}
	entryElement struct {
		ID       string           `xml:"id"`
		Title    string           `xml:"title"`
		Updated  string           `xml:"updated"`
		Links    []linkElement    `xml:"link"`
		Category *categoryElement `xml:"category"`
		Content  string           `xml:"content"`
	}
	linkElement struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	categoryElement struct {
		Term string `xml:"term,attr"`
	}
)

// Write writes the feed as an XML document.
func (f *Feed) Write(w io.Writer) error {
	e := feedElement{
		ID: f.ID, Title: f.Title, Updated: stamp(f.Updated), Author: "gannet", Generator: "gannet", Links: links("self", f.Self),
	}
	for _, n := range f.Entries {
		entry := entryElement{ID: n.ID, Title: n.Title, Updated: stamp(n.Updated), Links: links("alternate", n.Link), Content: n.Text}
		if n.Category != "" {
			entry.Category = &categoryElement{n.Category}
		}
		e.Entries = append(e.Entries, entry)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	out := xml.NewEncoder(w)
	out.Indent("", " ")
	if err := out.Encode(&e); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func links(rel, href string) []linkElement {
	if href == "" {
		return nil
	}
	return []linkElement{{rel, href}}
}

// stamp writes a time in the form of RFC 3339. An unknown time, such as that of a feed without entries, is written as the beginning of 1970, because many
// feed readers cannot show the year 1.
func stamp(t time.Time) string {
	if t.IsZero() {
		t = time.Unix(0, 0)
	}
	return t.UTC().Format(time.RFC3339)
}
