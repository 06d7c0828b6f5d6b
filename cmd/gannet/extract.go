package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/net/html/charset"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/job/extract"
)

type extractFlags struct {
	out, format, templates string
	workers                int
	quiet, keep            bool
	spreadsheet            bool
}

func newExtract() *cobra.Command {
	var f extractFlags
	c := &cobra.Command{
		Use:   "extract ARCHIVE|DIR",
		Short: "Extract the job postings of an archive or a crawl",
		Long: "Extract reads every page of a WARC file, or of a crawl's directory, and writes the postings as JSON Lines of\n" +
			"schema.org JobPosting objects, or as CSV. A field comes from the page's markup, its site's template or its own\n" +
			"words, whichever is surest; \"gannet\" in a JSON line says which. Templates in the directory --templates are added to\n" +
			"the built-in ones, and replace built-in ones of the same name.\n" +
			"\n" +
			"--keep replaces the crawl's own postings, so that better templates do not need another crawl. Postings that were\n" +
			"known keep their numbers and clusters.",
		Example: "  gannet extract pages.warc.gz -o jobs.jsonl\n" +
			"  gannet extract crawl --format csv --templates my-templates > jobs.csv\n" +
			"  gannet extract crawl --keep --templates my-templates",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if f.keep {
				return extractAgain(c.Context(), newReporter(c.ErrOrStderr(), "text", f.quiet), args[0], &f)
			}
			return extractAll(c.Context(), c.OutOrStdout(), newReporter(c.ErrOrStderr(), "text", f.quiet), args[0], &f)
		},
	}
	s := c.Flags()
	s.StringVarP(&f.out, "output", "o", "", "file to write; default: standard output")
	s.StringVar(&f.format, "format", "jsonl", "jsonl or csv")
	s.StringVar(&f.templates, "templates", "", "directory of site templates")
	s.IntVar(&f.workers, "workers", 0, "goroutines; default: one a core")
	s.BoolVar(&f.keep, "keep", false, "keep what is found in the crawl's directory, in place of what was found before")
	s.BoolVar(&f.quiet, "quiet", false, "no progress and no counts")
	spreadsheetFlag(s, &f.spreadsheet)
	return c
}

func extractAll(ctx context.Context, stdout io.Writer, progress *reporter, path string, f *extractFlags) error {
	newWriter := postingWriters[f.format]
	switch {
	case newWriter == nil:
		return usagef("--format is jsonl or csv, not %q", f.format)
	case f.workers < 0:
		return usagef("--workers is at least 1")
	}
	templates, err := templatesIn(f.templates)
	if err != nil {
		return err
	}
	e, err := crawldir.NewExtractor(templates)
	if err != nil {
		return err
	}
	pages, total, done, err := openPages(path, warnOn(progress.w))
	if err != nil {
		return err
	}
	defer done()
	counts := extractCounts{total: total}
	write := func(w io.Writer) error {
		to, err := newWriter(w)
		if err != nil {
			return err
		}
		err = e.Run(ctx, f.workers, pages, func(r extract.Result) error {
			counts.addResult(r, progress)
			if r.Posting == nil {
				return nil
			}
			return to(r.Posting)
		})
		progress.endLine()
		return err
	}
	guarded, err := forSpreadsheet(f.spreadsheet, f.format, write)
	if err != nil {
		return err
	}
	if err := writeTo(f.out, stdout, guarded); err != nil {
		return err
	}
	if f.quiet {
		return nil
	}
	return counts.write(progress.w)
}

// openPages opens an archive or the directory of a crawl. It returns a function that reads its pages, and their number.
// Damage of an archive is reported to warn.
func openPages(path string, warn func(error)) (pages func(func(extract.Input) error) error, total int, done func() error, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, nil, err
	}
	if !info.IsDir() {
		web, err := openArchives(warn, path)
		if err != nil {
			return nil, 0, nil, err
		}
		return archivedPages(web), web.Len(), web.Close, nil
	}
	r, err := crawldir.Read(path)
	if err != nil {
		return nil, 0, nil, err
	}
	stats, err := r.Store.Stats()
	if err != nil {
		return nil, 0, nil, errors.Join(err, r.Close())
	}
	return crawldir.KeptPages(r.Store), int(stats.Pages), r.Close, nil
}

func archivedPages(web *archive.Web) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		for _, url := range web.URLs() {
			record, err := web.Get(url)
			if err != nil {
				return err
			}
			if record.Status/100 != 2 || !isHTML(record.Header.Get("Content-Type")) {
				continue
			}
			body := func() ([]byte, error) { return inUTF8(record.Body, record.Header.Get("Content-Type")) }
			if err := emit(extract.Input{URL: url, Body: body, Time: record.Date}); err != nil {
				return err
			}
		}
		return nil
	}
}

// isHTML reports whether a page may have text. Pages without a type may.
func isHTML(contentType string) bool {
	return contentType == "" || strings.Contains(contentType, "html") || strings.Contains(contentType, "xml")
}

func inUTF8(body []byte, contentType string) ([]byte, error) {
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err != nil {
		return body, nil //nolint:nilerr // an empty body, or one in an encoding that no one knows
	}
	return io.ReadAll(r)
}
