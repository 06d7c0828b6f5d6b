package crawler_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// smallCrawl is a store of five pages. One is a seed, one is linked from it, and one was reached through a redirect from
// /old. A sitemap linked to the fourth, which links to the fifth.
func smallCrawl(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var pages []*store.Page
	for i, p := range []struct {
		url, via, anchor, body string
		score                  float64
		depth                  int
	}{
		{"http://a.test/", "", "", `<a href="/one">first one</a> <a href="/old">the other</a> <a href="/ad" rel="nofollow">buy</a>`, .5, 0},
		{"http://a.test/one", "http://a.test/", "first one", `<a href="/later">later</a> <a href="/old">other</a>`, .75, 1},
		{"http://a.test/new", "http://a.test/", "the other", `<a href="/later">later</a>`, .25, 1},
		{"http://a.test/listed", "http://a.test/sitemap.xml", "", `<a href="/below">below</a>`, .875, 2},
		{"http://a.test/below", "http://a.test/listed", "below", `<a href="/deep">deep</a>`, .125, 3},
	} {
		page, err := features.NewReader().Read(p.url, []byte(p.body))
		if err != nil {
			t.Fatal(err)
		}
		kept := &store.Page{
			URL: p.url, Via: p.via, ViaAnchor: p.anchor, Body: []byte(p.body), Score: p.score, Depth: p.depth,
			Fetched: time.Unix(int64(1000+i), 0),
		}
		for _, l := range page.Links {
			kept.Links = append(kept.Links, weburl.Fingerprint(l.URL))
		}
		pages = append(pages, kept)
	}
	if _, err := db.Put(pages); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestWhy(t *testing.T) {
	db := smallCrawl(t)
	for _, c := range []struct {
		name, url, link, decided string
		findings                 int
		priority                 float32
	}{
		{"a link", "http://a.test/one", "http://a.test/one", "http://a.test/", 1, .5},
		{"a redirect", "http://a.test/new", "http://a.test/old", "http://a.test/one", 2, .75},
		{"a link that is not fetched", "http://a.test/later", "http://a.test/later", "http://a.test/one", 2, .75},
		{"a page under one that a sitemap named", "http://a.test/below", "http://a.test/below", "http://a.test/listed", 1, .875},
	} {
		s, err := crawler.Explain(db, ranker.Parent{}, c.url, func(int) {})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if s.Link != c.link || s.Decisive.Kept.URL != c.decided || len(s.Sources) != c.findings || s.Priority != c.priority {
			t.Errorf("%s: link %s, decided by %s of %d with %v; want %+v", c.name, s.Link, s.Decisive.Kept.URL, len(s.Sources), s.Priority, c)
		}
		if (s.Kept == nil) != (c.url == "http://a.test/later") {
			t.Errorf("%s: kept as %+v", c.name, s.Kept)
		}
	}
}

func TestWhyRefusesInOneLine(t *testing.T) {
	db := smallCrawl(t)
	for url, says := range map[string]string{
		"http://a.test/":       "is a seed",
		"http://a.test/nobody": "no page that is kept links to it",
		"http://a.test/ad":     "not followed",
		"http://a.test/listed": "sitemap.xml, which is not kept",
	} {
		_, err := crawler.Explain(db, ranker.Parent{}, url, func(int) {})
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want one line with %q", url, err, says)
		}
	}
}

// TestHistoryNamesWhatIsMissing: behind a sitemap the way is not known, and the history says so.
func TestHistoryNamesWhatIsMissing(t *testing.T) {
	h := crawler.NewHistory(smallCrawl(t), ranker.Parent{})
	for url, want := range map[string]ranker.Source{
		"http://a.test/one":    {Depth: 1, Probability: .75, Parent: .5, Grandparent: 1},
		"http://a.test/listed": {Depth: 2, Probability: .875},
		"http://a.test/below":  {Depth: 3, Probability: .125, Parent: .875},
	} {
		told, err := h.Page(url)
		if err != nil {
			t.Fatal(err)
		}
		got := *told.Source
		if got.Depth != want.Depth || got.Probability != want.Probability || got.Parent != want.Parent || got.Grandparent != want.Grandparent {
			t.Errorf("%s: told %+v, want %+v", url, got, want)
		}
		if (told.Missing == "http://a.test/sitemap.xml") != (want.Depth > 1) {
			t.Errorf("%s: %q is missing", url, told.Missing)
		}
	}
	if _, err := h.Page("http://a.test/nobody"); err == nil {
		t.Error("a page that is not there was told of")
	}
}
