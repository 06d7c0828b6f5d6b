package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"gannet/crawler/content"
	"gannet/features"
	"gannet/internal/cli"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/schemaorg"
	"gannet/job/template"
)

// templatePage is a page to test or learn a template with.
type templatePage struct {
	name string // its file, or its URL
	template.Example
}

// readTemplatePages reads HTML files, directories of them, WARC files, and standard input for "-". Damage of a WARC file
// is reported to warn.
func readTemplatePages(warn func(error), paths []string, url string) ([]templatePage, error) {
	var pages []templatePage
	for _, path := range paths {
		more, err := readTemplatePath(warn, path)
		if err != nil {
			return nil, err
		}
		pages = append(pages, more...)
	}
	if len(pages) == 0 {
		return nil, errors.New("no pages: name HTML files, directories that hold some, or WARC files")
	}
	if url != "" {
		if len(pages) > 1 {
			return nil, cli.Usagef("--url is for one page, here are %d: leave it away", len(pages))
		}
		pages[0].URL = url
	}
	return pages, nil
}

func readTemplatePath(warn func(error), path string) ([]templatePage, error) {
	if path == "-" {
		body, err := io.ReadAll(os.Stdin)
		if err != nil {
			return nil, err
		}
		return onePage(path, "", body, time.Now())
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, cli.Usagef("%s: there is no such file: name an HTML file, a directory or a WARC file", path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return readTemplateDir(warn, path)
	case strings.Contains(filepath.Base(path), ".warc"):
		return readTemplateArchive(warn, path)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return onePage(path, "", body, info.ModTime())
}

func readTemplateDir(warn func(error), dir string) ([]templatePage, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var pages []templatePage
	for _, e := range entries {
		if ext := strings.ToLower(filepath.Ext(e.Name())); e.IsDir() || ext != ".html" && ext != ".htm" {
			continue
		}
		more, err := readTemplatePath(warn, filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		pages = append(pages, more...)
	}
	return pages, nil
}

func readTemplateArchive(warn func(error), path string) ([]templatePage, error) {
	web, err := openArchives(warn, path)
	if err != nil {
		return nil, err
	}
	defer web.Close()
	var pages []templatePage
	for _, url := range web.URLs() {
		r, err := web.Get(url)
		if err != nil {
			return nil, err
		}
		if r.Status/100 != 2 || !strings.Contains(r.Header.Get("Content-Type"), "html") {
			continue
		}
		when := r.Date
		if when.IsZero() {
			when = time.Now()
		}
		more, err := onePage(url, url, r.Body, when)
		if err != nil {
			return nil, err
		}
		pages = append(pages, more...)
	}
	return pages, nil
}

// onePage parses a page. Without a URL it gets the one that the page names itself.
func onePage(name, url string, body []byte, when time.Time) ([]templatePage, error) {
	text := content.ToUTF8(body, content.Hints{}).Body
	doc, err := treeOf(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: leave it out", name, err)
	}
	if url == "" {
		url = ownURL(doc)
	}
	return []templatePage{{name, template.Example{URL: url, Doc: doc, Now: when}}}, nil
}

// treeOf returns the tree of a page, whose depth and memory are bounded.
func treeOf(text []byte) (*html.Node, error) {
	return pageguard.Get(func() (*html.Node, error) {
		p, err := features.NewReader().Read("http://localhost/", text)
		if err != nil {
			return nil, err
		}
		return p.Tree(), nil
	})
}

// ownURL returns the URL that a page names itself: its canonical link, og:url or base; "" if there is none.
func ownURL(doc *html.Node) string {
	page := goquery.NewDocumentFromNode(doc)
	for _, place := range []struct{ selector, attribute string }{
		{`link[rel="canonical" i]`, "href"}, {`meta[property="og:url"]`, "content"}, {"base", "href"},
	} {
		for _, found := range page.Find(place.selector).EachIter() {
			if u, err := weburl.Canonical(strings.TrimSpace(found.AttrOr(place.attribute, ""))); err == nil {
				return u
			}
		}
	}
	return ""
}

// knownValues adds to the pages what a file of values, or their own markup, says of them.
func knownValues(pages []templatePage, from, lang string) error {
	if from == "jsonld" {
		for i, p := range pages {
			if found := schemaorg.Read(p.Doc, p.URL, p.Now); len(found) == 1 {
				pages[i].Want = found[0]
			}
		}
	} else if err := tableValues(pages, from, lang); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if !slices.ContainsFunc(pages, func(p templatePage) bool { return p.Want != nil }) {
		return fmt.Errorf("%s: none of the pages has known values there: name pages as on the command line, or by URL", from)
	}
	return nil
}

func tableValues(pages []templatePage, path, lang string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rows, err := valueRows(data)
	if err != nil {
		return err
	}
	for _, row := range rows {
		for i := range pages {
			p := &pages[i]
			if name := row.values["page"]; name != p.name && name != filepath.Base(p.name) && name != p.URL {
				continue
			}
			if p.Want == nil {
				p.Want = new(job.Posting)
			}
			for _, f := range job.Fields() {
				if v := row.values[string(f)]; v != "" && !template.Assign(p.Want, f, v, lang, p.Now) {
					return fmt.Errorf("line %d: %s %q: not understood: write it as the page has it, dates as 2006-01-02", row.line, f, v)
				}
			}
		}
	}
	return nil
}

type valueRow struct {
	line   int
	values map[string]string
}

// valueRows reads a table with tabs under a line of names, or JSON Lines.
func valueRows(data []byte) ([]valueRow, error) {
	var rows []valueRow
	var names []string
	for i, line := range strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n") {
		line = strings.TrimRight(line, "\r")
		row := valueRow{i + 1, map[string]string{}}
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case strings.HasPrefix(line, "{"):
			if err := json.Unmarshal([]byte(line), &row.values); err != nil {
				return nil, fmt.Errorf("line %d: %w: write an object of texts, such as {\"page\": \"a.html\", \"title\": \"Cook\"}", i+1, err)
			}
		case names == nil:
			names = strings.Split(line, "\t")
			continue
		default:
			for j, cell := range strings.Split(line, "\t") {
				if j < len(names) {
					row.values[names[j]] = strings.TrimSpace(cell)
				}
			}
		}
		for name := range row.values {
			if name != "page" && !slices.Contains(job.Fields(), job.Field(name)) {
				return nil, fmt.Errorf("line %d: unknown column %q: use page and %v", i+1, name, job.Fields())
			}
		}
		if row.values["page"] == "" {
			return nil, fmt.Errorf("line %d: no page: the first line names the columns, 'page' among them, parted by tabs", i+1)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
