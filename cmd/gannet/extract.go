package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/crawler/content"
	"gannet/features/records"
	"gannet/internal/cli"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/job/extract"
	"gannet/job/pdftext"
)

type extractFlags struct {
	out, format, templates string
	url                    string
	workers                int
	quiet, keep, asJSON    bool
	spreadsheet            bool
	later                  bool // paths are opened one after the other
	versions               versionFlags
}

func newExtract() *cobra.Command {
	var f extractFlags
	c := &cobra.Command{
		Use:   "extract ARCHIVE|DIR|HTML|JSON|XML|PDF…",
		Short: "Extract the job postings of an archive or a crawl",
		Long: "Extract reads job postings from every page of WARC files and crawls' directories, and also from single files in\n" +
			"HTML, JSON, XML or PDF. A file is read as HTML if it has an extension such as .html or begins with markup other than\n" +
			"an XML declaration, and as JSON if its name ends with .json. Files compressed with gzip are unpacked. The file name\n" +
			"- stands for standard input. A file that cannot be read is left out, an error message names it, and the exit status\n" +
			"is 1. The postings are written as JSON Lines of schema.org JobPosting objects, as CSV or as Parquet. The value of a\n" +
			"field is taken from the page's markup, its site's template or its text, whichever is most reliable; in JSON Lines,\n" +
			"the key \"gannet\" says which of these it was. Templates in the directory --templates are added to the built-in\n" +
			"ones, and replace built-in ones of the same name.\n\n" +
			"--keep extracts the postings of a crawl again and stores them in its directory, so that a better template does not\n" +
			"require another crawl. Postings that were stored before keep their numbers. Extract also decides again which\n" +
			"postings are the same job. A job that stays the same keeps its number, and extract lists the jobs that were merged\n" +
			"or split.",
		Example: "  gannet extract pages.warc.gz -o jobs.jsonl\n" +
			"  gannet extract 2026/*.warc.gz page.html --format parquet -o jobs.parquet\n" +
			"  curl https://example.org/jobs/1 | gannet extract - --url https://example.org/jobs/1\n" +
			"  gannet extract crawl --format csv --templates my-templates > jobs.csv\n" +
			"  gannet extract crawl --keep --templates my-templates",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(args); err != nil {
				return err
			}
			if f.keep {
				return extractAgain(c.Context(), c.OutOrStdout(), newReporter(c.ErrOrStderr(), "text", f.quiet), args[0], &f)
			}
			return extractAll(c.Context(), c.OutOrStdout(), newReporter(c.ErrOrStderr(), "text", f.quiet), args, &f)
		},
	}
	s := c.Flags()
	f.registerOutput(s)
	s.StringVar(&f.url, "url", "", "URL of the page, if only one HTML or PDF file is read; a canonical URL that the page itself names has precedence")
	s.BoolVar(&f.keep, "keep", false, "store the postings in the crawl's directory, in place of those that were found before")
	s.BoolVar(&f.asJSON, "json", false, "with --keep: print the changes of postings and jobs as JSON")
	return c
}

// registerOutput registers the flags of all commands that extract.
func (f *extractFlags) registerOutput(s *pflag.FlagSet) {
	s.StringVarP(&f.out, "output", "o", "", "file to write; default: standard output")
	s.StringVar(&f.format, "format", "jsonl", "jsonl, csv or parquet")
	s.StringVar(&f.templates, "templates", "", "directory of site templates")
	s.IntVar(&f.workers, "workers", 0, "number of pages that are read at the same time; default: one for each core")
	s.BoolVar(&f.quiet, "quiet", false, "print neither progress nor counts")
	spreadsheetFlag(s, &f.spreadsheet)
}

func (f *extractFlags) check(paths []string) error {
	switch {
	case postingWriters[f.format] == nil:
		return cli.Usagef("--format is jsonl, csv or parquet, not %q", f.format)
	case f.workers < 0:
		return cli.Usagef("--workers is at least 1")
	case f.asJSON && !f.keep:
		return cli.Usagef("--json says what --keep did, and postings are written with --format jsonl: leave it out, or add --keep")
	case f.keep && len(paths) > 1:
		return cli.Usagef("--keep is for the directory of one crawl, not for %d files", len(paths))
	case f.keep && f.url != "":
		return cli.Usagef("--url is the URL of one HTML page, and --keep is for the directory of a crawl: leave one out")
	case f.url != "" && len(paths) > 1:
		return cli.Usagef("--url is the URL of one HTML page: give that page alone")
	}
	for i, path := range paths {
		if path == stdinName && slices.Contains(paths[:i], stdinName) {
			return cli.Usagef("- is standard input, which can be read once: give it once")
		}
		if scheme, _, _ := strings.Cut(path, "://"); scheme == "http" || scheme == "https" {
			return cli.Usagef("extract fetches nothing: `gannet look %s` fetches the page politely and shows its posting, also with --json; `gannet crawl --jobs` keeps pages for extract", path)
		}
	}
	return nil
}

func extractAll(ctx context.Context, stdout io.Writer, progress *reporter, paths []string, f *extractFlags) error {
	collectEarly(batchGCPercent)
	templates, err := templatesIn(f.templates)
	if err != nil {
		return err
	}
	e, err := crawldir.NewExtractor(templates)
	if err != nil {
		return err
	}
	left := &unread{warn: warnOn(progress.w)}
	pages, total, done, err := f.openAll(paths, left)
	if err != nil {
		return err
	}
	defer done()
	counts := extractCounts{total: total}
	extractTo := func(to postingWriter) error {
		err := e.Run(ctx, f.workers, pages, func(r extract.Result) error {
			counts.addResult(r, progress)
			for _, p := range r.Postings {
				if err := to.Write(p, r.Time); err != nil {
					return err
				}
			}
			return nil
		})
		progress.endLine()
		return err
	}
	if f.versions.newest {
		err = f.writeVersions(stdout, extractTo)
	} else {
		err = f.writePostings(f.out, stdout, extractTo)
	}
	if err != nil {
		return err
	}
	if !f.quiet {
		err = counts.write(progress.w)
	}
	return errors.Join(err, counts.failed.err(), left.err())
}

// writePostings calls write with what writes postings in the asked format to a file, or to standard output if the name is "".
func (f *extractFlags) writePostings(name string, stdout io.Writer, write func(postingWriter) error) error {
	guarded, err := forSpreadsheet(f.spreadsheet, f.format, func(w io.Writer) error {
		to, err := postingWriters[f.format](w)
		if err != nil {
			return err
		}
		if err := write(to); err != nil {
			return err
		}
		return to.Close()
	})
	if err != nil {
		return err
	}
	return writeTo(name, stdout, guarded)
}

// openPages opens an archive, the directory of a crawl, or a file of one page whose URL may be given. It returns a function that reads its pages, and their number.
// What the records of an archive do not give as they are is reported to warn, and what cannot be read to leave.
func openPages(path, url string, warn, leave func(error)) (pages func(func(extract.Input) error) error, total int, done func() error, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, nil, err
	}
	if info.IsDir() {
		return openCrawl(path)
	}
	f, err := openUnpacked(path)
	if err != nil {
		return nil, 0, nil, err
	}
	if f.holdsAnswer() {
		return f.answerPages(cmp.Or(url, "http://localhost/"+filepath.Base(path)), info.ModTime(), leave), 1, f.Close, nil
	}
	body, err := f.page()
	if err = errors.Join(err, f.Close()); err != nil || body != nil {
		return onePageOf(path, url, body, info.ModTime(), leave), 1, func() error { return nil }, err
	}
	if url != "" {
		return nil, 0, nil, cli.Usagef("--url is the URL of an HTML page, and %s is none", path)
	}
	web, err := openDamaged(warn, leave, path)
	if err != nil {
		return nil, 0, nil, advise(err, "extract reads WARC files, HTML files, PDF files and crawls' directories")
	}
	return archivedPages(web, leave), web.Len(), web.Close, nil
}

// openCrawl opens the directory of a crawl as openPages does.
func openCrawl(path string) (pages func(func(extract.Input) error) error, total int, done func() error, err error) {
	r, err := crawldir.Read(path)
	if err != nil {
		return nil, 0, nil, err
	}
	stats, err := r.Store.Stats()
	if err == nil && r.Gathered() {
		err = fmt.Errorf("%s %w", path, crawldir.ErrGathered)
	}
	if err != nil {
		return nil, 0, nil, errors.Join(err, r.Close())
	}
	return crawldir.KeptPages(r.Store), int(stats.Pages), r.Close, nil
}

// archivedPages returns a function that reads the pages of an archive. A page that cannot be read is reported to leave.
func archivedPages(web *archive.Web, leave func(error)) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		for _, url := range web.URLs() {
			record, err := web.Get(url)
			if err != nil {
				leave(fmt.Errorf("%s is left out: %w", url, err))
				continue
			}
			if record.Status/100 != 2 || !pdftext.Is(record.Body) && !content.HoldsPage(record.Header, record.Body) && !holdsData(record.Header, record.Body) {
				continue
			}
			if err := emitPages(url, record, emit); err != nil {
				return err
			}
		}
		return nil
	}
}

// holdsData reports whether a body is JSON or XML that is no page, by its type or, without a header, by its beginning.
func holdsData(header http.Header, body []byte) bool {
	kind := content.TypeOf(header.Values("Content-Type"))
	start := body[:min(len(body), content.StartLength)]
	return (header == nil || records.IsJSON(kind.Essence) || content.IsXML(kind.Essence)) && records.Looks(start, dataRoot)
}

// dataRoot is content.Root of XML, and "" for HTML, which need not say so.
func dataRoot(start []byte) string {
	if !bytes.HasPrefix(bytes.TrimLeft(start, "\ufeff \r\n"), []byte("<?xml")) {
		return ""
	}
	return content.Root(start)
}

// emitPages emits the page of a record, or the pages of a large response in JSON or XML.
func emitPages(url string, record *archive.Record, emit func(extract.Input) error) error {
	in := pageInput(url, record.Body, record.Header, record.Date)
	if in.PDF || !holdsData(record.Header, record.Body) {
		return emit(in)
	}
	text, err := in.Body()
	if err != nil {
		return emit(in)
	}
	return emitAnswer(in, bytes.NewReader(text), emit, func(error) {})
}

// emitAnswer emits the pages of a response in UTF-8. in is what they have in common. If the response cannot be read to its end, emitAnswer calls leave and emits a
// page that cannot be read.
func emitAnswer(in extract.Input, answer io.Reader, emit func(extract.Input) error, leave func(error)) error {
	var stopped error
	err := records.Pages(in.URL, answer, func(page []byte) error {
		in.Body = func() ([]byte, error) { return page, nil }
		stopped = emit(in)
		in.Part++
		return stopped
	})
	if err == nil || stopped != nil {
		return stopped
	}
	leave(err)
	in.Body = func() ([]byte, error) { return nil, err }
	return emit(in)
}

// pageInput makes an input of the body of an HTML page or a PDF, as an archive or a file has it. The header may be nil.
func pageInput(url string, body []byte, header http.Header, at time.Time) extract.Input {
	if pdftext.Is(body) {
		return pdfInput(url, body, at)
	}
	text, err := pageguard.Get(func() (content.Text, error) {
		return content.ToUTF8(body, content.Hints{Type: content.TypeOf(header.Values("Content-Type")), Host: weburl.Host(url)}), nil
	})
	return extract.Input{
		URL: url, Body: func() ([]byte, error) { return text.Body, err }, Time: at, PDF: pdftext.IsMade(body), Header: header, Charset: text.Encoding,
	}
}
