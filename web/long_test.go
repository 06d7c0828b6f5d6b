package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
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

// TestLongSearchesReachNoCrawl has sixteen clients of one address send long searches for a minute without pause. None reaches what opens the
// crawl, and few are answered. Meanwhile short searches of the same address are answered at once.
func TestLongSearchesReachNoCrawl(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		var reached, refused atomic.Int64
		handler := s.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
		search := func(text string) int {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/v1/lists/jobs?text="+url.QueryEscape(text), nil)
			r.RemoteAddr = "192.0.2.7:1"
			handler.ServeHTTP(w, r)
			return w.Code
		}
		end := time.Now().Add(time.Minute)
		for i := range 16 {
			text := strings.Repeat("welder ", []int{65, 1000, 7000}[i%3])
			go func() {
				for time.Now().Before(end) {
					if search(text) == http.StatusBadRequest {
						refused.Add(1)
					}
				}
			}()
		}
		for time.Now().Before(end) {
			begun, before := time.Now(), reached.Load()
			if code := search("welder"); code != http.StatusOK || time.Since(begun) > 0 || reached.Load() != before+1 {
				t.Errorf("a short search: status %d after %s, %d reached the crawl", code, time.Since(begun), reached.Load()-before)
			}
			time.Sleep(time.Second)
		}
		s.Close()
		synctest.Wait()
		if reached.Load() != 60 || refused.Load() > 200 {
			t.Errorf("%d searches reached the crawl, of which 60 were short; %d were refused", reached.Load(), refused.Load())
		}
	})
}
