package main

import (
	"encoding/json"
	"net/http/httptest"
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
