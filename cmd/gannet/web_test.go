package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/internal/cli"
)

// TestAFrozenWebIsAskedOnce crawls a page of links that are missing. They slow its host, so hours pass by the crawl's
// clock while the page is being written, which its lease has to outlast.
func TestAFrozenWebIsAskedOnce(t *testing.T) {
	const missing = 600
	body := new(strings.Builder)
	body.WriteString("<title>Honey</title><p>Bees make honey in the hive.")
	for i := range missing {
		fmt.Fprintf(body, ` <a href="/%d">comb</a>`, i)
	}
	web := filepath.Join(t.TempDir(), "web.warc")
	f, err := os.Create(web)
	if err != nil {
		t.Fatal(err)
	}
	w, err := archive.NewWriter(f, archive.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	err = w.Write(archive.Page{
		URL: "http://a.test/", Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body.String()), Date: time.Unix(1e9, 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{
		"crawl", "--keywords", "honey,hive", "--seeds", "http://a.test/", "--web", web, "--strategy", "bfs", "--json",
		"--out", filepath.Join(t.TempDir(), "crawl"),
	}
	if status := run(args, &stdout, &stderr); status != cli.ExitOK {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	var p crawler.Progress
	if err := json.Unmarshal(stdout.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if p.Kept != 1 || p.Fetched != missing+1 || p.Elapsed < time.Hour {
		t.Errorf("%d pages kept of %d fetches in %v; want 1 of %d in hours", p.Kept, p.Fetched, p.Elapsed, missing+1)
	}
}
