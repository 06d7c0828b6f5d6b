package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestLongSearchesAreRefused: by every way to search, while the crawl runs.
func TestLongSearchesAreRefused(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, "", dir)
	text := strings.Repeat("welder ", 1000)
	crawl := "/crawl/" + s.crawls[0].name
	for _, path := range []string{
		crawl + "/jobs?text=", crawl + "/jobs?place=", crawl + "/pages?text=", crawl + "/pages?host=", "/v1/lists/jobs?text=", "/v1/lists/pages?text=", "/v1/postings?q=",
	} {
		asked := text
		if strings.HasSuffix(path, "q=") {
			asked = `{"text": "` + text + `"}`
		}
		if w := ask(s, http.MethodGet, path+url.QueryEscape(asked), ""); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "give at most") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_jobs","arguments":{"text":"` + text + `"}}}`
	w := ask(s, http.MethodPost, "/mcp", call, "Content-Type", "application/json", "Accept", "application/json, text/event-stream")
	if !strings.Contains(w.Body.String(), "give at most") {
		t.Errorf("an assistant: %d %s", w.Code, w.Body)
	}
}
