package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestAssistantsAskThroughThePage: with the page's token, and about a crawl that runs.
func TestAssistantsAskThroughThePage(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, token, dir)
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_jobs","arguments":{"text":"steel"}}}`
	head := []string{"Content-Type", "application/json", "Accept", "application/json, text/event-stream"}
	if w := ask(s, http.MethodPost, "/mcp", call, head...); w.Code != http.StatusUnauthorized {
		t.Errorf("without the token: %d %s", w.Code, w.Body)
	}
	head = append(head, "Authorization", "Bearer "+token)
	for _, path := range []string{"/mcp", "/crawl/" + s.crawls[0].name + "/mcp"} {
		w := ask(s, http.MethodPost, path, call, head...)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Iron Ltd") || strings.Contains(w.Body.String(), "\u202e") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := ask(s, http.MethodPost, "/mcp", call, append(head, "Origin", "http://evil.test")...); w.Code != http.StatusForbidden {
		t.Errorf("from another site: %d %s", w.Code, w.Body)
	}
}
