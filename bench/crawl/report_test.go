package main

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestTable expects medians and not means, ratios of medians, and a line for a crawler that could not run.
func TestTable(t *testing.T) {
	var results []result
	for i, seconds := range []time.Duration{1, 2, 60} {
		results = append(results,
			result{Peer: "gannet", Pages: 100, Requests: 200, Took: seconds * time.Second, CPU: time.Second, Memory: 1 << 20, End: "done"},
			result{Peer: "other", Pages: 100, Requests: 300, Took: 20 * time.Second, CPU: 3 * time.Second, Memory: int64(i) << 20, End: "idle"})
	}
	got := table([]peer{{name: "gannet", what: "v1"}, {name: "other", what: "v2"}, {name: "third", skipped: "no Python"}}, results, 0)
	for _, want := range []string{
		"| gannet v1 | 50 | 1.00× | 10.00 | 2.00 | 1 | 100 | done |\n",
		"| other v2 | 5 | 10.00× | 30.00 | 3.00 | 1 | 100 | idle |\n",
		"| third | skipped: no Python |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
}

// TestHarvestOfEqualPages compares crawlers by as many pages as each has, and by area where a run was not stopped too early.
func TestHarvestOfEqualPages(t *testing.T) {
	results := []result{
		{Peer: "gannet", Pages: 4, End: "limit", topical: []bool{true, true, false, false}},
		{Peer: "other", Pages: 2, End: "done", topical: []bool{false, true}},
		{Peer: "ideal", Pages: 10, End: "limit", topical: append([]bool{true, true}, make([]bool, 8)...)},
	}
	got := table([]peer{{name: "gannet"}, {name: "other"}, {name: "ideal"}}, results, 2)
	for _, want := range []string{
		"| of the first 2 pages |", "| gannet | 0.500 | 1.000 | – | 4 | 0 |\n", "| other | 0.500 | 0.500 | 0.474 | 2 | 0 |\n",
		"| ideal | 0.200 | 1.000 | 1.000 | 10 | 0 |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// pages answers 200 where the path begins with "/page".
type pages struct{}

func (pages) RoundTrip(r *http.Request) (*http.Response, error) {
	status := http.StatusNotFound
	if strings.HasPrefix(r.URL.Path, "/page") {
		status = http.StatusOK
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`<a href="https://b.example/">`)), Request: r}, nil
}

// TestServer expects each page once in all spellings, every request, and a signal when there are enough pages.
func TestServer(t *testing.T) {
	s, err := serve(pages{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	proxy, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	defer client.CloseIdleConnections()
	for i, ask := range []string{"http://a.example/page", "http://A.example:80/page", "http://a.example/none", "http://b.example/page"} {
		select {
		case <-s.full:
			t.Fatalf("full before request %d", i)
		default:
		}
		resp, err := client.Get(ask)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if served := string(body) == `<a href="http://b.example/">`; err != nil || served != (resp.StatusCode == 200) {
			t.Errorf("%s: %q, %v", ask, body, err)
		}
	}
	<-s.full
	got, requests, _ := s.counts()
	if strings.Join(got, " ") != "http://a.example/page http://b.example/page" || requests != 4 {
		t.Errorf("%d requests, pages %q", requests, got)
	}
}

// TestPeakMemory allocates a known amount and expects to find it.
func TestPeakMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("no /proc here")
	}
	held := make([]byte, 64<<20)
	for i := range held {
		held[i] = 1
	}
	if got := peakMemory(os.Getpid()); got < int64(len(held)) || got > 64*int64(len(held)) {
		t.Errorf("peak of %d bytes while %d are held", got, len(held))
	}
	runtime.KeepAlive(held)
}

// TestRun expects the right end for a crawler that ends, one that fails, and one that stops asking. The time without requests does
// not count, not even for a crawler that is asked to end.
func TestRun(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl here")
	}
	for _, c := range []struct {
		script, end string
		pages       int
		keeps       bool
	}{
		{`curl -sx "$0" http://a.example/page http://a.example/page2`, "done", 2, false},
		{`curl -sx "$0" http://a.example/page; exec sleep 60`, "idle", 1, false},
		{`curl -sx "$0" http://a.example/page; exec sleep 60`, "idle", 1, true},
		{`curl -sx "$0" http://a.example/page[1-9]; exec sleep 60`, "limit", 9, false},
		{`exit 3`, failed, 0, false},
		{`exit 0`, "done", 0, false}, // having asked for nothing
	} {
		p := peer{name: "sh", keeps: c.keeps, command: func(proxy, _ string) []string { return []string{"sh", "-c", c.script, proxy} }}
		l := limits{pages: 9, time: time.Minute, idle: 300 * time.Millisecond}
		begin := time.Now()
		got, err := run(t.Context(), p, 1, pages{}, "", t.TempDir(), l, map[string]bool{"http://a.example/page": true})
		if got.End != c.end || got.Pages != c.pages || (err != nil) != (c.pages == 0) {
			t.Errorf("%s: %+v, %v; want %s after %d pages", c.script, got, err, c.end, c.pages)
		}
		if all := time.Since(begin); c.end == "idle" && all-got.Took < l.idle {
			t.Errorf("%s: took %v of %v, though it asked for nothing for %v", c.script, got.Took, all, l.idle)
		}
	}
}
