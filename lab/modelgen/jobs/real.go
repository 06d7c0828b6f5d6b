package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"

	"gannet/features"
	"gannet/job"
)

// Archive gives access to the pages of a frozen web.
type Archive interface {
	URLs() []string
	Body(url string) ([]byte, error)
}

// readManifest reads the real pages that are listed by class.
func readManifest(dir string) ([]Page, error) {
	data, err := os.ReadFile(filepath.Join(dir, "html", "manifest.json"))
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	var entries []struct{ File, Cls, Site, Kind string }
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("pages: manifest: %w", err)
	}
	var pages []Page
	for i, e := range entries {
		body, err := os.ReadFile(filepath.Join(dir, "html", e.File))
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		p := Page{Source: e.Site, Real: true, URL: fmt.Sprintf("http://site%d.example/page", i), Body: decoded(body)}
		if m := declared.FindSubmatch(p.Body); m != nil {
			p.Language = string(m[1])
		}
		switch {
		case e.Cls == "job_detail", e.Cls == "synthetic_fakejobs" && !strings.HasSuffix(e.File, "index.html"):
			p.Kind = job.Detail
		case e.Cls == "job_listing", e.Cls == "synthetic_fakejobs":
			p.Kind = job.Listing
		case e.Cls == "job_other":
			p.Vague = true
		}
		if m := canonical.FindSubmatch(p.Body); p.Kind == job.Detail && m != nil && !bytes.Contains(m[1], []byte("/view/")) && e.Site == "linkedin" {
			p.Kind, p.Corrected = job.Listing, true
		}
		p.Generated = e.Cls == "synthetic_fakejobs"
		pages = append(pages, p)
	}
	return pages, nil
}

// declared matches the language that a page states.
var declared = regexp.MustCompile(`<html[^>]* lang=["']?([a-z]{2})`)

// canonical matches the URL that a page declares as its own. By this URL, ten pages that the manifest has as postings are in fact lists: their site
// had answered with a search because the posting was closed.
var canonical = regexp.MustCompile(`rel="canonical" href="([^"]*)"`)

// decoded returns a body in UTF-8.
func decoded(body []byte) []byte {
	r, err := charset.NewReader(bytes.NewReader(body), "text/html")
	if err != nil {
		return body
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return body
	}
	return text
}

// readWeb draws pages of a frozen web.
func readWeb(name string, web Archive, n int, random *rand.Rand) []Page {
	urls := web.URLs()
	var pages []Page
	for _, i := range random.Perm(len(urls)) {
		if len(pages) >= n {
			break
		}
		if body, err := web.Body(urls[i]); err == nil && len(body) > 500 && !aboutJobs(urls[i]) {
			pages = append(pages, Page{Source: name, Real: true, URL: urls[i], Body: body})
		}
	}
	return pages
}

// aboutJobs reports whether a page may be about jobs, judged by its URL. The labels of the webs have no such topic.
func aboutJobs(url string) bool {
	url = strings.ToLower(url)
	for _, word := range []string{"job", "career", "employment", "recruit", "position", "vacanc", "hiring"} {
		if strings.Contains(url, word) {
			return true
		}
	}
	return false
}

// readPages reads a directory of real pages that are no postings. It may be missing.
func readPages(dir string) ([]Page, error) {
	var pages []Page
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".htm") {
			return nil //nolint:nilerr // a missing directory gives no pages
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.Contains(body, []byte("JobPosting")) {
			return nil
		}
		pages = append(pages, Page{Source: "articles", Real: true, URL: fmt.Sprintf("http://article%d.example/page", len(pages)), Body: decoded(body)})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	return pages, nil
}

// texts returns the main texts of pages, to render them again in other layouts.
func texts(pages []Page, n int, languages map[string]bool) ([]item, error) {
	reader := features.NewReader()
	var all []item
	for i := range pages {
		if len(all) >= n {
			break
		}
		p, err := reader.Read(pages[i].URL, pages[i].Body)
		if err != nil {
			return nil, err
		}
		language, _, _ := strings.Cut(p.Lang, "-")
		if !languages[language] {
			language = guess(p.TextOf(p.Main))
		}
		title := p.TextOf(p.Title)
		if p.Main.Len() > 40 && title != "" {
			all = append(all, item{source: pages[i].Source, language: language, title: title, text: p.TextOf(p.Main)})
		}
	}
	return all, nil
}
