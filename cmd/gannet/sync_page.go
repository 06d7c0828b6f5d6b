package main

import (
	"gannet/features"
	"gannet/feed"
	"gannet/store"
)

// pagesTable is the table of pages in a sink.
func pagesTable() feed.Table {
	return feed.Table{Name: feed.PagesTable, Columns: []feed.Column{
		{Name: "url", Type: feed.Text}, {Name: "canonical", Type: feed.Text}, {Name: "status", Type: feed.Integer}, {Name: "fetched", Type: feed.Time},
		{Name: "score", Type: feed.Real}, {Name: "relevant", Type: feed.Bool}, {Name: "depth", Type: feed.Integer}, {Name: "via", Type: feed.Text},
		{Name: "via_anchor", Type: feed.Text}, {Name: "charset", Type: feed.Text}, {Name: "title", Type: feed.Text}, {Name: "text", Type: feed.Text},
		{Name: "links", Type: feed.List},
	}}
}

// rowOfPage returns what makes the row of a page, with the values of pagesTable.
func rowOfPage(reader *features.Reader) func(*store.Page) feed.Row {
	return func(p *store.Page) feed.Row {
		title, text, links := store.Readable(reader, p)
		values := []any{
			p.URL, textOrNil(p.Canonical), int64(p.Status), p.Fetched, p.Score, p.Relevant, int64(p.Depth), textOrNil(p.Via), textOrNil(p.ViaAnchor),
			textOrNil(p.Charset), title, text, links,
		}
		if p.Fetched.IsZero() {
			values[3] = nil
		}
		return feed.Row{Number: p.Seq, Values: values}
	}
}

func textOrNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}
