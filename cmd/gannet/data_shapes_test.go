package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"gannet/internal/testweb/jobdata"
	"gannet/internal/testweb/jobweb"
)

// ways are those in which a page names an answer: by a link, an iframe, a script's address, a script's text and attributes for a script.
var ways = []string{
	`<a href="%s">Open jobs</a>`, `<iframe title="Open jobs" src="%s"></iframe>`, `<div id="jobs"></div><script src="%s"></script>`,
	`<div id="jobs" data-jobs-url="%s"></div><script src="/board.js"></script>`, `<div id="jobs"></div><script>fetch("%s").then(show)</script>`,
	`<link rel="alternate" type="application/json" href="%s"><div id="jobs">Loading …</div><script src="/board.js"></script>`,
}

// TestCrawlOfShapes: a crawl finds the jobs of answers of every shape, whichever way a careers page names them.
func TestCrawlOfShapes(t *testing.T) {
	const each = 3
	var shapes []jobdata.Shape
	for _, lot := range jobdata.Lots() {
		shapes = append(shapes, jobdata.Shapes(lot)...)
	}
	jobs := originals(t, each*len(shapes))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/careers/%d", &n); {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<title>Careers</title><h1>Careers</h1><p>See our vacancies and open jobs.</p>")
			for i := range shapes {
				fmt.Fprintf(w, `<a href="/careers/%d">Jobs at house %d</a> `, i, i)
			}
		case err == nil && n < len(shapes):
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<title>Careers</title><h1>Careers at house %d</h1><p>Join us. See our vacancies below.</p>", n)
			fmt.Fprintf(w, ways[n%len(ways)], fmt.Sprintf("/api/jobs-%d", n))
		default:
			if _, err := fmt.Sscanf(r.URL.Path, "/api/jobs-%d", &n); err != nil || n >= len(shapes) {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", shapes[n].Type())
			_, _ = w.Write(shapes[n].Answer(jobs[each*n : each*(n+1)]))
		}
	}))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "crawl")
	runJSON(t, []string{"crawl", "--out", out, "--json", "--quiet", "--topic", "jobs", "--seeds", server.URL + "/", "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps", "--pages", "400"})
	listed := runOK(t, "jobs", "list", out, "--all", "--format", "csv")
	for i, shape := range shapes {
		for _, p := range jobs[each*i : each*(i+1)] {
			if path := p.URL[strings.Index(p.URL[8:], "/")+8:]; !strings.Contains(listed, path) {
				t.Errorf("%s, named by %s: %s is missing", shape.Name, ways[i%len(ways)], p.URL)
			}
		}
	}
}

// originals returns the first postings of n jobs of a generated web.
func originals(t *testing.T, n int) []jobweb.Posting {
	t.Helper()
	w, err := jobweb.New(jobweb.Options{Seed: 41, Jobs: n})
	if err != nil {
		t.Fatal(err)
	}
	return w.Originals()
}
