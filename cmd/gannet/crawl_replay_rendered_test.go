package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/crawler/render"
	"gannet/internal/testweb/clientsite"
	"gannet/store"
)

// scriptedBoard is a site whose list a script inserts, out of data that it reads.
func scriptedBoard(w http.ResponseWriter, r *http.Request) {
	kind, body := "text/html", ""
	switch path := r.URL.Path; {
	case path == "/":
		body = `<!DOCTYPE html><title>Honey</title><div id=root></div><script src=/app.js></script>`
	case path == "/app.js":
		kind, body = "text/javascript", `fetch("/items" + ".json").then(r => r.json()).then(items => { document.querySelector("#root").innerHTML =
			"<h1>Honey in comb</h1>" + items.map(i => "<p><a href=" + i.url + ">" + i.name + "</a>").join("") })`
	case path == "/items.json":
		kind, body = "application/json", `[{"name": "Comb honey of lime", "url": "/lime"}, {"name": "Comb honey of heath", "url": "/heath", "more": "`+"http://"+r.Host+`/hidden"}]`
	case path == "/lime" || path == "/heath" || path == "/hidden":
		body = "<title>Honey " + path + "</title><p>Bees make this honey in the comb of " + path
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	fmt.Fprint(w, body)
}

// TestArchiveRepeatsARenderedCrawl: a crawl of the archive of a crawl that has rendered its pages has the same pages, without a browser.
func TestArchiveRepeatsARenderedCrawl(t *testing.T) {
	if _, err := render.Find(); err != nil {
		t.Skip("no browser: apt-get install chromium-headless-shell")
	}
	site := httptest.NewServer(http.HandlerFunc(scriptedBoard))
	defer site.Close()
	dir, again := filepath.Join(t.TempDir(), "crawl"), filepath.Join(t.TempDir(), "again")
	topic := filepath.Join(t.TempDir(), "honey.yaml")
	if err := os.WriteFile(topic, []byte("name: honey\nkeywords: [honey, comb, bees]\nseeds: ["+site.URL+"/]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	common := []string{"--topic", topic, "--data", "--quiet"}
	if got := said(append([]string{"crawl", "--out", dir, "--render", "always", "--warc", "--allow-private", "--delay", "0"}, common...)...); !strings.Contains(got, "status 0") {
		t.Fatal(got)
	}
	if got := said(append([]string{"crawl", "--out", again, "--web", dir}, common...)...); !strings.Contains(got, "status 0") {
		t.Fatal(got)
	}
	first, second := keptBodies(t, dir), keptBodies(t, again)
	if len(first) != 5 || !strings.Contains(first[site.URL+"/"], ">Comb honey of heath</a>") || first[site.URL+"/hidden"] == "" || first[site.URL+"/items.json"] == "" {
		t.Errorf("the crawl has %d pages: %v", len(first), first)
	}
	for url, body := range first {
		if second[url] != body {
			t.Errorf("%s was %q and is %q", url, body, second[url])
		}
	}
	if len(second) != len(first) {
		t.Errorf("%d pages from the archive, not %d", len(second), len(first))
	}
}

// TestArchiveRepeatsRenderedPostings: a crawl of the archive of a crawl that has rendered its pages finds the same postings without a browser, those in
// documents that a browser made as well as those in the data that it has read.
func TestArchiveRepeatsRenderedPostings(t *testing.T) {
	if _, err := render.Find(); err != nil {
		t.Skip("no browser: apt-get install chromium-headless-shell")
	}
	const jobs = 6
	for _, c := range []struct {
		mode string
		way  clientsite.Way
	}{{"always", clientsite.Fragments}, {"always", clientsite.PathAPI}, {"auto", clientsite.PathAPI}} {
		site := httptest.NewServer(&clientsite.Site{Jobs: jobs, Share: 100, Way: c.way})
		defer site.Close()
		dir, again := filepath.Join(t.TempDir(), "crawl"), filepath.Join(t.TempDir(), "again")
		common := []string{"crawl", "--topic", "jobs", "--seeds", site.URL + "/", "--quiet"}
		if got := said(append(common, "--out", dir, "--render", c.mode, "--warc", "--allow-private", "--delay", "0")...); !strings.Contains(got, "status 0") {
			t.Fatal(got)
		}
		site.Close()
		if got := said(append(common, "--out", again, "--web", dir)...); !strings.Contains(got, "status 0") {
			t.Fatal(got)
		}
		first, second := foundPostings(t, dir), foundPostings(t, again)
		if len(first) < jobs || !maps.Equal(first, second) {
			t.Errorf("%+v: the crawl has %d postings, its archive %d: %v, %v", c, len(first), len(second), first, second)
		}
	}
}

// foundPostings returns the title, employer, place, day and text of the postings of a crawl by URL.
func foundPostings(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for line := range strings.Lines(said("jobs", "export", dir, "--all", "--format", "jsonl")) {
		var p struct{ URL, Title, Company, Place, Posted, Description string }
		if strings.HasPrefix(line, "{") {
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Fatal(err)
			}
			found[p.URL] = fmt.Sprint(p)
		}
	}
	return found
}

// keptBodies returns the bodies of the pages of a crawl by URL.
func keptBodies(t *testing.T, dir string) map[string]string {
	t.Helper()
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	bodies := map[string]string{}
	if err := db.Each(func(p *store.Page) error { bodies[p.URL] = string(p.Body); return nil }); err != nil {
		t.Fatal(err)
	}
	return bodies
}
