package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"gannet/dedup/ads"
	"gannet/dedup/sketch"
	"gannet/dedup/webpages"
	"gannet/features"
	"gannet/internal/cli"
	"gannet/internal/pageguard"
	"gannet/job/extract"
)

// batchPagesFlags are the flags of `gannet batch pages`.
type batchPagesFlags struct {
	batchFlags
	least      float64
	known, out string
}

func newBatchPages() *cobra.Command {
	var f batchPagesFlags
	c := &cobra.Command{
		Use:   "pages ARCHIVE|DIR…",
		Short: "Find near-duplicates among the pages of archives, and what is new beside a known collection",
		Long: "Pages reads WARC files and crawls' directories, and writes a line of JSON for each page: its charset and language,\n" +
			"the original page of its group of near-duplicates, and how similar it is to that page. The main content is compared,\n" +
			"or the whole page if the main content is short. Pages with hardly any text belong to no group. If all pages of a\n" +
			"group are on one site, the original is the page that the others name as canonical, or else the page with the\n" +
			"shortest URL. If the pages of a group are on several sites, the original is the page of the site that was seen\n" +
			"first. A file that cannot be read is left out, an error message names it, and the exit status is 1.\n\n" +
			"--known names the output of an earlier batch. A page whose URL is in that output is marked \"unchanged\" or\n" +
			"\"changed\". A page with another URL is marked \"copy\" if a page of its group is in that output, or else \"new\".\n" +
			"The command needs some 400 bytes of memory for each page.",
		Example: "  gannet batch pages 2026-03/*.warc.gz -o march.jsonl\n" +
			"  gannet batch pages 2026-04/*.warc.gz --known march.jsonl -o april.jsonl",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error { return batchPages(c, &f, paths) },
	}
	f.batchFlags.register(c.Flags())
	s := c.Flags()
	s.Float64Var(&f.least, "similarity", 0.8, "two pages are near-duplicates if they have at least this share of their shingles (runs of six words) in common")
	s.StringVar(&f.known, "known", "", "output of an earlier run of batch pages, with which the pages are compared")
	s.StringVarP(&f.out, "output", "o", "", "file to write; default: standard output")
	return c
}

// pageRow is a line about a page. --known reads it again.
type pageRow struct {
	URL        string    `json:"url"`
	Original   string    `json:"original"` // the URL of the group's; its own if it is that or has no group
	Similarity float64   `json:"similarity"`
	Status     string    `json:"status,omitempty"`
	Canonical  string    `json:"canonical,omitempty"`
	Charset    string    `json:"charset,omitempty"` // of the source
	Language   string    `json:"language,omitempty"`
	Fetched    time.Time `json:"fetched"`
	Shingles   int       `json:"shingles"`
	Slots      []byte    `json:"slots"`
}

// page returns what is compared of a line.
func (r *pageRow) page() (p webpages.Page, err error) {
	if len(r.Slots) != len(p.Slots) || r.URL == "" {
		return p, errors.New("not a line of gannet batch pages")
	}
	p = webpages.Page{URL: r.URL, Canonical: r.Canonical, Fetched: r.Fetched, Shingles: r.Shingles}
	copy(p.Slots[:], r.Slots)
	return p, nil
}

func batchPages(c *cobra.Command, f *batchPagesFlags, paths []string) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	if !(f.least > 0 && f.least <= 1) {
		return cli.Usagef("--similarity is above 0, and 1 at most")
	}
	debug.SetMemoryLimit(int64(f.memory))
	finder := webpages.New(f.least, f.dir, int64(f.memory)/6)
	defer func() { err = errors.Join(err, finder.Close()) }()
	known := map[string]int{}
	if err := f.addKnown(finder, known); err != nil {
		return err
	}
	var failed failedPages
	left := &unread{warn: warnOn(c.ErrOrStderr())}
	rows, err := addPages(c.Context(), finder, oneByOne(paths, left), func(url string, err error) {
		failed.add(url, err, c.ErrOrStderr())
	})
	if err != nil {
		return err
	}
	originals, err := finder.Originals()
	if err != nil {
		return err
	}
	if f.known != "" {
		setStatus(rows, finder.Pages(), originals, known)
	}
	err = writeTo(f.out, c.OutOrStdout(), func(w io.Writer) error { return writePageRows(w, rows, finder.Pages(), originals) })
	return errors.Join(err, failed.err(), left.err())
}

// addKnown adds the pages of --known, and their positions to known.
func (f *batchPagesFlags) addKnown(finder *webpages.Finder, known map[string]int) error {
	if f.known == "" {
		return nil
	}
	return ads.EachLine(f.known, func(line []byte) error {
		var r pageRow
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		p, err := r.page()
		if err != nil {
			return err
		}
		known[p.URL] = len(finder.Pages())
		return finder.Add(p)
	})
}

// addPages adds pages, and returns a row for each. Pages without text have none, and those on which the reader fails, which it passes to
// failed.
func addPages(ctx context.Context, finder *webpages.Finder, pages func(func(extract.Input) error) error, failed func(url string, err error)) (rows []pageRow, err error) {
	k := newSketcher()
	return rows, pages(func(in extract.Input) error {
		if err := ctx.Err(); err != nil || in.Part > 0 {
			return err
		}
		row, err := pageguard.Get(func() (*pageRow, error) { return k.row(&in) })
		switch {
		case pageguard.Of(err) != nil:
			failed(in.URL, err)
			k = newSketcher()
			return nil
		case err != nil || row == nil:
			return err
		}
		p, err := row.page()
		row.Slots = nil // the page has them
		rows = append(rows, *row)
		return cmp.Or(err, finder.Add(p))
	})
}

// pageSketcher makes rows of pages.
type pageSketcher struct {
	reader   *features.Reader
	sketcher *sketch.Sketcher
}

func newSketcher() pageSketcher {
	return pageSketcher{features.NewReader(), sketch.New(sketch.DefaultOptions())}
}

// row makes the row of a page, nil if the page has no text.
func (k *pageSketcher) row(in *extract.Input) (*pageRow, error) {
	body, err := in.Body()
	switch {
	case pageguard.Of(err) != nil:
		return nil, err
	case err != nil:
		return nil, nil //nolint:nilerr // such as an encrypted PDF: it has no text
	}
	read, err := k.reader.ReadSource(features.Source{URL: in.URL, Header: in.Header, Body: body, Charset: in.Charset})
	if err != nil {
		return nil, nil //nolint:nilerr // no page: it has no text
	}
	text := webpages.Text(read)
	row := &pageRow{URL: in.URL, Canonical: read.Canonical, Charset: in.Charset, Language: ads.Language(text), Fetched: in.Time}
	s := k.sketcher.Sketch(text, row.Language)
	row.Shingles, row.Slots = s.Shingles, s.Slots[:]
	return row, nil
}

// setStatus says of each page what it is beside the known ones, which come first among the pages.
func setStatus(rows []pageRow, pages []webpages.Page, originals []int, known map[string]int) {
	copies := map[int]bool{} // the originals of known pages
	begin := len(pages) - len(rows)
	for _, original := range originals[:begin] {
		copies[original] = true
	}
	for i := range rows {
		p := &pages[begin+i]
		before, ok := known[p.URL]
		switch {
		case ok && pages[before].Slots == p.Slots:
			rows[i].Status = "unchanged"
		case ok:
			rows[i].Status = "changed"
		case copies[originals[begin+i]]:
			rows[i].Status = "copy"
		default:
			rows[i].Status = "new"
		}
	}
}

// writePageRows writes the rows. Their pages are the last ones.
func writePageRows(w io.Writer, rows []pageRow, pages []webpages.Page, originals []int) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	begin := len(pages) - len(rows)
	for i, row := range rows {
		p, original := &pages[begin+i], &pages[originals[begin+i]]
		row.Original, row.Similarity, row.Slots = original.URL, p.Similarity(original), p.Slots[:]
		if p == original {
			row.Similarity = 1
		}
		if err := out.Encode(row); err != nil {
			return err
		}
	}
	return nil
}
