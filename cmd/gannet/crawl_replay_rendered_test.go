package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/crawler/render"
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
