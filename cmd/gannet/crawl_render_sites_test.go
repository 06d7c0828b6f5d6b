package main

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawler"
	"gannet/crawler/render"
	"gannet/internal/testweb/clientsite"
)

// TestDataStandForTheirPages: once a few pages of a shape have shown what addresses they read, auto follows these of the others and starts no
// browser for them. The lists, whose next page their data do not name, are rendered. All jobs are found.
func TestDataStandForTheirPages(t *testing.T) {
	if _, err := render.Find(); err != nil {
		t.Skip("no browser: apt-get install chromium-headless-shell")
	}
	const jobs = 45
	for _, way := range []clientsite.Way{clientsite.PathAPI, clientsite.QueryAPI} {
		server := httptest.NewServer(&clientsite.Site{Jobs: jobs, Share: 100, Way: way})
		defer server.Close()
		dir := filepath.Join(t.TempDir(), "crawl")
		out := said("crawl", "--topic", "jobs", "--seeds", server.URL+"/", "--out", dir, "--render", "auto", "--render-share", "100%", "--delay", "0", "--stay", "host", "--allow-private", "--json", "--quiet")
		var end struct {
			Rendered crawler.RenderCounts `json:"rendered"`
		}
		text, _, _ := strings.Cut(out, "status 0")
		if err := json.Unmarshal([]byte(text), &end); err != nil {
			t.Fatal(err, out)
		}
		found, export := 0, said("jobs", "export", dir, "--all", "--format", "jsonl")
		for n := range jobs {
			if strings.Contains(export, `"`+clientsite.Title(n)+`"`) {
				found++
			}
		}
		if r := end.Rendered; found != jobs || r.Followed < jobs/2 || r.Pages+r.Followed < jobs || r.Pages > jobs/2 {
			t.Errorf("way %d: %d of %d jobs, %+v", way, found, jobs, r)
		}
	}
}

// TestShellsAreReported: a crawl without a browser says for which pages a script makes the content, and none of them is a posting.
func TestShellsAreReported(t *testing.T) {
	server := httptest.NewServer(&clientsite.Site{Jobs: 3, Share: 100, Way: clientsite.Fragments})
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "crawl")
	said("crawl", "--topic", "jobs", "--seeds", server.URL+"/,"+server.URL+"/jobs/1,"+server.URL+"/jobs/2", "--out", dir, "--delay", "0", "--allow-private", "--quiet")
	file := filepath.Join(t.TempDir(), "report.html")
	said("report", dir, "-o", file)
	report, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(server.URL, "http://")
	for what, text := range map[string]string{"stats": said("stats", dir), "report": string(report), "explain": said("explain", dir, server.URL+"/jobs/1")} {
		if !strings.Contains(text, host+"/jobs/*") || !strings.Contains(text, "a script probably makes 2 of 2 pages") {
			t.Errorf("%s does not say it: %s", what, text)
		}
	}
	if text := said("explain", dir, server.URL+"/jobs/1"); !strings.Contains(text, "a script makes the content: probability") {
		t.Error(text)
	}
	if text := said("jobs", "export", dir, "--all", "--format", "jsonl"); strings.Contains(text, "title") {
		t.Error("a shell is a posting:", text)
	}
}
