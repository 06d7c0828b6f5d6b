package store

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"gannet/features"
	"gannet/features/permission"
)

// ExportOptions say which pages are exported, and which of their fields.
type ExportOptions struct {
	Body     bool // with the pages' bodies; CSV never has them
	Text     bool // with title and main content as text; CSV never has them
	Relevant bool // only pages on topic
}

// line is a page in JSON Lines.
type line struct {
	URL       string            `json:"url"`
	Canonical string            `json:"canonical,omitempty"`
	Status    int               `json:"status"`
	Fetched   time.Time         `json:"fetched"`
	Score     float64           `json:"score"`
	Relevant  bool              `json:"relevant"`
	Depth     int               `json:"depth"`
	Via       string            `json:"via,omitempty"`
	Anchor    string            `json:"via_anchor,omitempty"`
	Path      []string          `json:"path"`
	Charset   string            `json:"charset,omitempty"`
	Header    http.Header       `json:"headers,omitempty"`
	Says      permission.Record `json:"permissions,omitempty"`
	Title     *string           `json:"title,omitempty"`
	Text      *string           `json:"text,omitempty"`
	Body      *string           `json:"body,omitempty"`
}

// ExportJSONL writes the pages of a store to w, one line of JSON each, in the order in which they were stored. Bytes of a body that are not
// UTF-8 become U+FFFD. A page that cannot be parsed has an empty title and text.
func ExportJSONL(w io.Writer, from Reader, o ExportOptions) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	reader := features.NewReader()
	return export(from, o, func(p *Page) error {
		l := line{
			URL: p.URL, Canonical: p.Canonical, Status: p.Status, Fetched: p.Fetched, Score: p.Score,
			Relevant: p.Relevant, Depth: p.Depth, Via: p.Via, Anchor: p.ViaAnchor, Path: p.Path, Charset: p.Charset,
			Header: p.Header, Says: p.Says,
		}
		if o.Text {
			title, text, _ := Readable(reader, p)
			l.Title, l.Text = &title, &text
		}
		if o.Body {
			body := string(p.Body)
			l.Body = &body
		}
		return out.Encode(&l)
	})
}

// Readable returns the title of a page, its main content (or the text of the whole body if no part is recognised as main content), and the
// distinct URLs to which it links. All are empty if the page cannot be parsed.
func Readable(reader *features.Reader, p *Page) (title, text string, links []string) {
	page, err := reader.ReadSource(p.Source())
	if err != nil {
		return "", "", nil
	}
	known := make(map[string]bool, len(page.Links))
	for _, l := range page.Links {
		if !known[l.URL] {
			known[l.URL] = true
			links = append(links, l.URL)
		}
	}
	content := page.Main
	if content.Len() == 0 {
		content = page.Body
	}
	return page.Quote(page.Title), page.Quote(content), links
}

// ExportCSV writes a table of the pages to w, with a line of column names first, in the order in which they were stored. The URLs of the
// discovery path are separated by spaces, which a canonical URL does not contain.
func ExportCSV(w io.Writer, from Reader, o ExportOptions) error {
	o.Body, o.Text = false, false
	out := csv.NewWriter(w)
	err := out.Write([]string{"url", "canonical", "status", "fetched", "score", "relevant", "depth", "via", "via_anchor", "path", "charset"})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	err = export(from, o, func(p *Page) error {
		return out.Write([]string{
			p.URL, p.Canonical, strconv.Itoa(p.Status), p.Fetched.Format(time.RFC3339Nano),
			strconv.FormatFloat(p.Score, 'g', -1, 64), strconv.FormatBool(p.Relevant), strconv.Itoa(p.Depth),
			p.Via, p.ViaAnchor, strings.Join(p.Path, " "), p.Charset,
		})
	})
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func export(from Reader, o ExportOptions, write func(*Page) error) error {
	s := Selection{Relevant: o.Relevant, Body: o.Body || o.Text, Path: true}
	err := from.Select(s, func(p *Page) error {
		if err := write(p); err != nil {
			return fmt.Errorf("%s: %w", p.URL, err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
