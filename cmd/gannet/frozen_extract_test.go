package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// oldPosting is a posting of a frozen crawl, as jobs export writes it.
type oldPosting struct {
	URL, Title string
	Gannet     struct {
		Number  int
		State   string
		Origins map[string]struct{ Source string }
	}
}

// TestFrozenCrawlsAreExtractedAgain makes the postings of every earlier version's crawl again from its pages. No posting is lost that its page marks up, each keeps its
// number, and of each it is known what an early version did not read: whether it is open.
func TestFrozenCrawlsAreExtractedAgain(t *testing.T) {
	files, err := filepath.Glob("testdata/frozen/*.tar.zst")
	if err != nil || len(files) == 0 {
		t.Fatal("no frozen crawl", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir := t.TempDir()
			unpack(t, file, dir)
			crawl := filepath.Join(dir, "crawl")
			before := oldPostings(t, crawl)
			runJobs(t, "extract", crawl, "--keep", "--quiet")
			runJobs(t, "check", crawl)
			after := oldPostings(t, crawl)
			if len(after) < 3 { // the first frozen crawl took a home page and a list for postings
				t.Errorf("%d postings are left of %d", len(after), len(before))
			}
			for url, p := range before {
				source := p.Gannet.Origins["title"].Source
				now, ok := after[url]
				switch {
				case !ok && source != "page":
					t.Errorf("%s %q of %s is lost", url, p.Title, source)
				case ok && now.Gannet.Number != p.Gannet.Number:
					t.Errorf("%s had number %d and has %d", url, p.Gannet.Number, now.Gannet.Number)
				}
			}
			for url, p := range after {
				if p.Gannet.State == "unknown" {
					t.Errorf("%s %q is neither open nor closed", url, p.Title)
				}
			}
		})
	}
}

// oldPostings returns a crawl's postings by their URLs.
func oldPostings(t *testing.T, crawl string) map[string]oldPosting {
	t.Helper()
	of := map[string]oldPosting{}
	for line := range strings.Lines(runJobs(t, "jobs", "export", crawl, "--all", "--format", "jsonl")) {
		var p oldPosting
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		of[p.URL] = p
	}
	return of
}
