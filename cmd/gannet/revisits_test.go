package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/internal/cli"
)

// TestCrawlGoesOnAsAWatch: a crawl that ended is gone on with --fresh. Meanwhile a posting has gone, one has left the list, and one is
// new. What is as it was is answered with 304. The run ends when it is stopped.
func TestCrawlGoesOnAsAWatch(t *testing.T) {
	dir := t.TempDir()
	site, out := filepath.Join(dir, "site"), filepath.Join(dir, "crawl")
	if err := os.Mkdir(site, 0o755); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 6; n++ {
		writePosting(t, site, n)
	}
	writeJobList(t, site, 1, 2, 3, 4, 5, 6)
	server, statuses := serveFiles(t, site)
	crawl := []string{"crawl", "--out", out, "--json", "--quiet"}
	begin := append(crawl, "--topic", "jobs", "--seeds", server.URL, "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps")
	if p := runJSON(t, begin); p.Kept != 7 || p.Revisits != nil {
		t.Fatalf("%+v; want the list and six postings", p)
	}
	if err := os.Remove(filepath.Join(site, "job2")); err != nil {
		t.Fatal(err)
	}
	writePosting(t, site, 7)
	writeJobList(t, site, 1, 4, 5, 6, 7)
	p := watchUntil(t, append(crawl, "--fresh", "1s"), func() (missing string) {
		for path, want := range map[string]string{"/": "304", "/job2": "404", "/job3": "304", "/job7": "200"} {
			if got := statuses(path); !strings.Contains(got, want) {
				missing += fmt.Sprintf("%s was answered with %s; want %s among it\n", path, got, want)
			}
		}
		return missing
	})
	if p.Kept != 8 || p.Ended != crawler.EndStopped || p.Revisits == nil || p.Revisits.Gone == 0 {
		t.Errorf("%+v, %+v; want one more page, one gone, and the end by a signal", p, p.Revisits)
	}
	closed := runOK(t, "jobs", "list", out, "--state", "closed", "--all")
	if !strings.Contains(closed, "Weaver 2") || strings.Contains(closed, "Weaver 3") {
		t.Errorf("closed: %s\nwant posting 2 alone", closed)
	}
	if said := runOK(t, "stats", out); !strings.Contains(said, "revisits") || !strings.Contains(said, "--fresh 1s") || !strings.Contains(said, "postings that count as open were shown by a list") {
		t.Errorf("stats: %s", said)
	}
	for path, want := range map[string]string{"/": "as a list", "/job3": "as a posting"} {
		if said := runOK(t, "explain", out, server.URL+path); !strings.Contains(said, "revisited") || !strings.Contains(said, want) {
			t.Errorf("explain %s: %s\nwant that it is revisited %s", path, said, want)
		}
	}
	if said := runOK(t, "check", out); !strings.Contains(said, "in order") {
		t.Errorf("check: %s", said)
	}
}

// watchUntil runs a crawl in a process of its own until nothing is missing, and stops it.
func watchUntil(t *testing.T, args []string, missing func() string) (p crawler.Progress) {
	t.Helper()
	cmd := gannet(args...)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); missing() != "" && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
	if left := missing(); left != "" {
		t.Error(left)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(stdout.Bytes(), &p); err != nil {
		t.Fatalf("%v: %s", err, stdout.String())
	}
	return p
}

func runOK(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(args, &stdout, &stderr); status != cli.ExitOK {
		t.Fatalf("%v: status %d: %s", args, status, stderr.String())
	}
	return stdout.String()
}

func runJSON(t *testing.T, args []string) (p crawler.Progress) {
	t.Helper()
	if err := json.Unmarshal([]byte(runOK(t, args...)), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// serveFiles serves the files of a directory as HTML, with Last-Modified. statuses returns the answers for a path.
func serveFiles(t *testing.T, dir string) (server *httptest.Server, statuses func(path string) string) {
	t.Helper()
	var mu sync.Mutex
	answers := make(map[string][]int)
	files := http.FileServer(http.Dir(dir))
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		files.ServeHTTP(seen, r)
		mu.Lock()
		defer mu.Unlock()
		answers[r.URL.Path] = append(answers[r.URL.Path], seen.status)
	}))
	t.Cleanup(server.Close)
	return server, func(path string) string {
		mu.Lock()
		defer mu.Unlock()
		return fmt.Sprint(answers[path])
	}
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func writePosting(t *testing.T, dir string, n int) {
	t.Helper()
	text := fmt.Sprintf("You weave linen on loom number %d, mend its shuttles and teach the apprentices of hall %d.", n, 10*n)
	write(t, filepath.Join(dir, fmt.Sprint("job", n)), fmt.Sprintf(`<title>Weaver %d</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"JobPosting","title":"Weaver %d","description":%q,"datePosted":"2026-03-0%d",
"hiringOrganization":{"@type":"Organization","name":"Loom %d"}}</script><h1>Weaver %d</h1><p>%s<h2>Requirements</h2><p>Apply now for this job.`,
		n, n, text, n, n, n, text))
}

func writeJobList(t *testing.T, dir string, jobs ...int) {
	t.Helper()
	list := "<title>Jobs and careers: our vacancies</title><h1>Open jobs and vacancies</h1><p>All job offers of our employers. Apply for a job."
	for _, n := range jobs {
		list += fmt.Sprintf("<p><a href=/job%d>Job: Weaver %d</a> full-time position, salary by experience", n, n)
	}
	write(t, filepath.Join(dir, "index.html"), list)
}
