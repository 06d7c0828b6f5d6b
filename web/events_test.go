package web

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gannet/crawldir/api"
)

// nextEvent reads an event.
func nextEvent(t *testing.T, from *bufio.Scanner) (e event) {
	t.Helper()
	for from.Scan() {
		if data, ok := strings.CutPrefix(from.Text(), "data: "); ok {
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				t.Fatal(err)
			}
			return e
		}
	}
	t.Fatal("no more events", from.Err())
	return e
}

// TestEventsBringWhatHasChanged listens while a crawl is paused, and until the server closes.
func TestEventsBringWhatHasChanged(t *testing.T) {
	dir, crawl := openCrawl(t)
	s := newServer(t, "", dir)
	server := httptest.NewServer(s)
	defer server.Close()
	answer, err := http.Get(server.URL + "/crawl/" + s.crawls[0].name + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	if kind := answer.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("Content-Type %s", kind)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	if first := nextEvent(t, lines); len(first.Parts) != len(liveParts) || !strings.Contains(first.Parts["latest"], "board.example.com/1") {
		t.Errorf("the first event has the parts %v", first.Parts)
	}
	if _, err := crawl.Control(api.Command{Verb: api.Pause}); err != nil {
		t.Fatal(err)
	}
	second := nextEvent(t, lines)
	if !strings.Contains(second.Parts["well"], "paused") || second.Parts["worth"] != "" {
		t.Errorf("after a pause: %v", second.Parts)
	}
	s.Close()
	for lines.Scan() {
	}
	if lines.Err() != nil {
		t.Error(lines.Err())
	}
}
