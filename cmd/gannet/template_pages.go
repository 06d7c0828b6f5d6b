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
	"gannet/features/records"
	"gannet/internal/cli"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/embedded"
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
		if ext := strings.ToLower(filepath.Ext(e.Name())); e.IsDir() || !slices.Contains([]string{".html", ".htm", ".json", ".xml"}, ext) {
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
		if r.Status/100 != 2 || !strings.Contains(r.Header.Get("Content-Type"), "html") && !holdsData(r.Header, r.Body) {
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

// onePage parses a page or a response in JSON or XML. A page without a URL gets the one that it names itself.
func onePage(name, url string, body []byte, when time.Time) ([]templatePage, error) {
	text := content.ToUTF8(body, content.Hints{}).Body
	if holdsData(nil, text) {
		answer, err := answerOf(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w: leave it out", name, err)
		}
		return []templatePage{{name, template.Example{URL: url, Answer: answer, Now: when}}}, nil
	}
	doc, err := treeOf(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: leave it out", name, err)
	}
	if url == "" {
		url = ownURL(doc)
	}
	return []templatePage{{name, template.Example{URL: url, Doc: doc, Now: when}}}, nil
}

// answerOf returns the records of a response.
func answerOf(text []byte) (*template.Answer, error) {
	return pageguard.Get(func() (*template.Answer, error) {
		const url = "http://localhost/"
		made, err := records.Page(url, text)
		if err != nil {
			return nil, err
		}
		p, err := features.NewReader().Read(url, made)
		if err != nil {
			return nil, err
		}
		tree, _ := embedded.Tree(p)
		return template.NewAnswer(tree), nil
	})
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

// knownExamples returns the pages with what a file of values, or their own markup, says of them. A response is there once for each of its postings.
func knownExamples(pages []templatePage, from, lang string) (examples []template.Example, err error) {
	for _, p := range pages {
		examples = append(examples, p.Example)
		if p.Doc == nil || from != "jsonld" {
			continue
		}
		if found := schemaorg.Read(p.Doc, p.URL, p.Now); len(found) == 1 {
			examples[len(examples)-1].Want = found[0]
		}
	}
	if from != "jsonld" {
		if examples, err = tableExamples(pages, examples, from, lang); err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
	}
	if !slices.ContainsFunc(examples, func(e template.Example) bool { return e.Want != nil }) {
		return nil, fmt.Errorf("%s: none of the pages has known values there: name pages as on the command line, or by URL", from)
	}
	return examples, nil
}

// tableExamples adds what a table says to the examples of the pages. Each line about a response is of a posting of its own.
func tableExamples(pages []templatePage, examples []template.Example, path, lang string) ([]template.Example, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := valueRows(data)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		for i, p := range pages {
			if name := row.values["page"]; name != p.name && name != filepath.Base(p.name) && name != p.URL {
				continue
			}
			e := &examples[i]
			if e.Answer != nil && e.Want != nil {
				examples = append(examples, p.Example)
				e = &examples[len(examples)-1]
			}
			if e.Want == nil {
				e.Want = new(job.Posting)
			}
			if own := row.values[string(template.URL)]; own != "" {
				if e.Want.URL, err = knownURL(own, &p); err != nil {
					return nil, fmt.Errorf("line %d: url %q: %w", row.line, own, err)
				}
			}
			for _, f := range job.Fields() {
				if v := row.values[string(f)]; v != "" && !template.Assign(e.Want, f, v, lang, p.Now) {
					return nil, fmt.Errorf("line %d: %s %q: not understood: write it as the page has it, dates as 2006-01-02", row.line, f, v)
				}
			}
		}
	}
	return examples, nil
}

// knownURL returns the canonical URL of a posting's own page, which may be relative to that of its answer.
func knownURL(own string, p *templatePage) (string, error) {
	if p.Answer == nil {
		return "", errors.New("the URL of a page is not learned: leave the column out, or use it for answers in JSON or XML")
	}
	if p.URL == "" {
		return weburl.Canonical(own)
	}
	base, err := weburl.NewBase(p.URL)
	if err != nil {
		return "", err
	}
	return base.Resolve(own)
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
			if fields := append(job.Fields(), template.URL); name != "page" && !slices.Contains(fields, job.Field(name)) {
				return nil, fmt.Errorf("line %d: unknown column %q: use page and %v", i+1, name, fields)
			}
		}
		if row.values["page"] == "" {
			return nil, fmt.Errorf("line %d: no page: the first line names the columns, 'page' among them, parted by tabs", i+1)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
