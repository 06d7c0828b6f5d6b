package main

import (
	"time"

	"gannet/features"
	"gannet/feed"
	"gannet/store"
)

// keptPageRow is a page in a sink.
type keptPageRow struct {
	URL       string    `parquet:"url"`
	Canonical string    `parquet:"canonical,optional"`
	Status    int64     `parquet:"status"`
	Fetched   time.Time `parquet:"fetched,optional"`
	Score     float64   `parquet:"score"`
	Relevant  bool      `parquet:"relevant"`
	Depth     int64     `parquet:"depth"`
	Via       string    `parquet:"via,optional"`
	ViaAnchor string    `parquet:"via_anchor,optional"`
	Charset   string    `parquet:"charset,optional"`
	Title     string    `parquet:"title"`
	Text      string    `parquet:"text"`
	Links     []string  `parquet:"links"`
}

var pageColumns = sinkColumns[keptPageRow]()

// pagesTable is the table of pages in a sink.
func pagesTable() feed.Table { return pageColumns().table(feed.PagesTable) }

// rowOfPage returns what makes the row of a page, with the values of pagesTable.
func rowOfPage(reader *features.Reader) func(*store.Page) feed.Row {
	return func(p *store.Page) feed.Row {
		title, text, links := store.Readable(reader, p)
		return feed.Row{Number: p.Seq, Values: pageColumns().values(keptPageRow{
			p.URL, p.Canonical, int64(p.Status), p.Fetched, p.Score, p.Relevant, int64(p.Depth), p.Via, p.ViaAnchor, p.Charset, title, text, links,
		})}
	}
}
