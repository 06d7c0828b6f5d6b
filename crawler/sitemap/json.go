package sitemap

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// jsonItem has the fields that are read of an item of a JSON Feed (version 1.1). If an item is about a page elsewhere, that page is a link, too.
type jsonItem struct {
	ID       any    `json:"id"`
	URL      string `json:"url"`
	External string `json:"external_url"`
	Title    string `json:"title"`
	Summary  string `json:"summary"`
	Text     string `json:"content_text"`
	HTML     string `json:"content_html"`
}

// json reads a JSON Feed. If the feed is cut off, it reads the items before that point.
func (p *parser) json(in io.Reader) error {
	d := json.NewDecoder(in)
	if _, err := d.Token(); err != nil { // the brace
		return err
	}
	p.file.Feed = true
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		switch key {
		case "items":
			err = p.items(d)
		case "next_url":
			var next string
			err = d.Decode(&next)
			p.file.Next = p.resolve(p.base, next)
		default:
			err = d.Decode(new(json.RawMessage))
		}
		if err != nil && !isWrongType(err) {
			return err
		}
	}
	_, err := d.Token()
	p.ended = err == nil
	return err
}

var errNoItems = errors.New("the items of a JSON Feed are no array")

// items reads an array of items.
func (p *parser) items(d *json.Decoder) error {
	if start, err := d.Token(); start != json.Delim('[') {
		return errors.Join(err, errNoItems)
	}
	for d.More() {
		var item jsonItem
		if err := d.Decode(&item); err != nil && !isWrongType(err) {
			return err
		}
		if err := p.item(&item); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// item adds the links of an item. If the item has no URL, its id may be one.
func (p *parser) item(i *jsonItem) error {
	page := Page{Title: plain(i.Title, maxTitle), Summary: plain(cmp.Or(i.Summary, i.Text, i.HTML), maxSummary)}
	urls := []string{i.URL, i.External}
	if id, ok := i.ID.(string); ok && i.URL == "" && i.External == "" && strings.HasPrefix(id, "http") {
		urls = []string{id}
	}
	for _, url := range urls {
		if page.URL = p.resolve(p.base, url); page.URL == "" {
			continue
		}
		if err := p.add(page, false); err != nil {
			return err
		}
	}
	return nil
}

// isWrongType reports whether an error says that a value does not have the type that the format requires.
func isWrongType(err error) bool {
	var wrong *json.UnmarshalTypeError
	return errors.As(err, &wrong)
}
