package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// record is a job as a board's program gets it.
func record(n int) map[string]any {
	trade := []string{"Weaver", "Dyer", "Fuller", "Carder", "Spinner", "Cook"}[n-1]
	return map[string]any{
		"id": fmt.Sprintf("J-%d", 400+n), "title": trade, "company": map[string]any{"name": "Loom Mill Ltd"}, "location": map[string]any{"city": "Paisley"}, "publishedAt": "2026-02-03",
		"description": "<p>You work as our " + strings.ToLower(trade) + " in house number " + strconv.Itoa(n) + ", keep the tools in order, and teach the new hands.</p><p>You have worked in a mill before.</p>",
	}
}

// jobBoard serves records two at a time.
type jobBoard struct {
	mu      sync.Mutex
	shown   []int
	answers int
}

func (b *jobBoard) show(shown ...int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shown, b.answers = shown, 0
}

func (b *jobBoard) answered() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.answers
}

func (b *jobBoard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/api/jobs" {
		http.NotFound(w, r)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers++
	from, _ := strconv.Atoi(r.URL.Query().Get("offset"))
	all := []any{}
	for _, n := range b.shown[min(from, len(b.shown)):min(from+2, len(b.shown))] {
		all = append(all, record(n))
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"offset": from, "limit": 2, "total": len(b.shown), "jobs": all})
}

// TestCrawlOfAnswersInJSON: every record of every page of an answer is a posting with a life of its own.
func TestCrawlOfAnswersInJSON(t *testing.T) {
	b := new(jobBoard)
	b.show(1, 2, 3, 4, 5)
	server := httptest.NewServer(b)
	defer server.Close()
	out := filepath.Join(t.TempDir(), "crawl")
	crawl := []string{"crawl", "--out", out, "--json", "--quiet"}
	begin := append(crawl, "--topic", "jobs", "--seeds", server.URL+"/api/jobs", "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps")
	if p := runJSON(t, begin); p.Kept != 3 {
		t.Fatalf("%+v; want three pages of the answer", p)
	}
	list := runOK(t, "jobs", "list", out, "--all")
	for n := 1; n <= 5; n++ {
		if title := record(n)["title"].(string); !strings.Contains(list, title) {
			t.Errorf("%s is not in\n%s", title, list)
		}
	}
	if got := runOK(t, "stats", out); !strings.Contains(got, "5 from 3 answers in JSON and XML, 0 from data in pages, 0 from PDF files, 0 from pages") {
		t.Errorf("stats:\n%s", got)
	}
	if got := runOK(t, "explain", out, server.URL+"/api/jobs?offset=2#J-404"); !strings.Contains(got, "Carder: record /jobs/1 of "+server.URL+"/api/jobs?offset=2") {
		t.Errorf("explain:\n%s", got)
	}
	if got := runOK(t, "jobs", "count", out, "--by", "source"); !strings.Contains(got, "data") {
		t.Errorf("jobs count:\n%s", got)
	}
	b.show(1, 3, 4, 5, 6)
	begun := time.Now()
	watchUntil(t, append(crawl, "--fresh", "1s"), func() string {
		if b.answered() >= 12 || time.Since(begun) > 20*time.Second {
			return ""
		}
		return "the answer is to be requested again"
	})
	closed, open := runOK(t, "jobs", "list", out, "--state", "closed", "--all"), runOK(t, "jobs", "list", out, "--all")
	if !strings.Contains(closed, "Dyer") || strings.Contains(closed, "Weaver") || strings.Contains(closed, "Fuller") || !strings.Contains(open, "Cook") {
		t.Errorf("closed:\n%s\nopen:\n%s", closed, open)
	}
}

// TestCrawlOfACutAnswer: of an answer that is longer than --max-body, the records before the cut are postings. Those that a later answer has moved
// behind the cut stay open.
func TestCrawlOfACutAnswer(t *testing.T) {
	var mu sync.Mutex
	shown, answers := []int{1, 2, 3, 4, 5}, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/jobs" {
			http.NotFound(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		answers++
		all := []any{}
		for _, n := range shown {
			all = append(all, record(n))
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"jobs": all, "zone": "north"})
	}))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "crawl")
	crawl := []string{"crawl", "--out", out, "--json", "--quiet", "--max-body", "1k"} // three records are whole
	p := runJSON(t, append(crawl, "--topic", "jobs", "--seeds", server.URL+"/api/jobs", "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps"))
	if p.Kept != 1 || p.Reasons["body too long (kept in part)"] != 1 {
		t.Fatalf("%+v", p)
	}
	if list := runOK(t, "jobs", "list", out, "--all"); !strings.Contains(list, "Weaver") || !strings.Contains(list, "Fuller") || strings.Contains(list, "Carder") {
		t.Errorf("the records before the cut are Weaver, Dyer and Fuller:\n%s", list)
	}
	mu.Lock()
	shown, answers = []int{6, 1, 2, 3, 4, 5}, 0
	mu.Unlock()
	begun := time.Now()
	watchUntil(t, append(crawl, "--fresh", "1s"), func() string {
		mu.Lock()
		defer mu.Unlock()
		if answers >= 4 || time.Since(begun) > 20*time.Second {
			return ""
		}
		return "the answer is to be requested again"
	})
	closed, open := runOK(t, "jobs", "list", out, "--state", "closed", "--all"), runOK(t, "jobs", "list", out, "--all")
	if strings.Contains(closed, "Fuller") || !strings.Contains(open, "Cook") {
		t.Errorf("closed:\n%s\nopen:\n%s", closed, open)
	}
}

// TestCrawlWithData: a crawl that looks for no jobs reads an answer as a page only if it is to, and scripts never.
func TestCrawlWithData(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<title>Wool</title><p>Wool is spun and woven. <a href=/api/wool>Kinds of wool</a> <a href=/wool.js>Program</a>`)
		case "/api/wool":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"items":[{"id":1,"title":"Wool of lambs","text":"It is spun into fine yarn.","url":"http://%s/lambs"}]}`, r.Host)
		case "/wool.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `fetch("/api/other")`)
		case "/lambs":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<title>Lambs</title><p>The wool of lambs is soft.`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	begin := []string{"crawl", "--json", "--quiet", "--keywords", "wool", "--seeds", server.URL + "/", "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps"}
	if p := runJSON(t, append(begin, "--out", filepath.Join(t.TempDir(), "without"))); p.Kept != 1 {
		t.Errorf("%d pages are kept without --data", p.Kept)
	}
	if p := runJSON(t, append(begin, "--data", "--out", filepath.Join(t.TempDir(), "with"))); p.Kept != 3 {
		t.Errorf("%d pages are kept with --data, not the answer and the page that it links to", p.Kept)
	}
}

// TestListOfRecordsWithPages: a posting that was read in an answer is listed with the URL of its own page.
func TestListOfRecordsWithPages(t *testing.T) {
	with, without := record(1), record(2)
	text := func(own string) []byte {
		with["url"] = own
		b, err := json.Marshal(map[string]any{"jobs": []any{with, without}})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/jobs" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text("http://" + r.Host + "/jobs/weaver"))
	}))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "crawl")
	runJSON(t, []string{"crawl", "--out", out, "--json", "--quiet", "--topic", "jobs", "--seeds", server.URL + "/api/jobs", "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps"})
	list := runOK(t, "jobs", "list", out)
	for _, want := range []string{server.URL + "/jobs/weaver\n", server.URL + "/api/jobs#J-402\n"} {
		if !strings.Contains(list, want) {
			t.Errorf("%s is not in\n%s", want, list)
		}
	}
	var look struct {
		Bytes int `json:"bytes"`
	}
	if err := json.Unmarshal([]byte(runOK(t, "look", server.URL+"/api/jobs", "--topic", "jobs", "--json", "--allow-private")), &look); err != nil {
		t.Fatal(err)
	}
	if want := len(text(server.URL + "/jobs/weaver")); look.Bytes != want {
		t.Errorf("%d bytes of %d were received", look.Bytes, want)
	}
}

// TestExtractOfData reads files of JSON and of XML. What is cut off is named, and the others are read.
func TestExtractOfData(t *testing.T) {
	dir := t.TempDir()
	text, err := json.Marshal(map[string]any{"jobs": []any{record(1), record(2)}})
	if err != nil {
		t.Fatal(err)
	}
	feed := `<?xml version="1.0"?><jobs><job><id>9</id><title>Felter</title><company>Loom Mill Ltd</company><city>Paisley</city><date>2026-02-03</date><description>` +
		`You make felt of wool in our mill, keep the tools in order, and teach the new hands what they need to know.</description></job></jobs>`
	for name, content := range map[string]string{"answer.json": string(text), "feed.xml": feed} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := runOK(t, "extract", filepath.Join(dir, "answer.json"), filepath.Join(dir, "feed.xml"), "--format", "csv", "--quiet")
	for _, want := range []string{"Weaver", "Dyer", "Felter", "#J-401"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
}

// TestCrawlOfWhatScriptsRequest: the answers that a page's scripts would request are read, and nothing is requested that only looks like them.
func TestCrawlOfWhatScriptsRequest(t *testing.T) {
	const shell = `<!DOCTYPE html><title>Jobs at the mill</title><body><h1>Jobs</h1><div id=list>Loading …</div>`
	script := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `(()=>{const u="/api/";window.load=()=>fetch(u+"jobs").then(e=>e.json());import("/static/other.js")})()`)
	}
	embeds := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/embed.js" {
			script(w)
			return
		}
		http.NotFound(w, r)
	}))
	defer embeds.Close()
	for name, html := range map[string]string{
		"in the page":                 shell + `<script>const api = "/api"; fetch(api + "/jobs").then(r => r.json()).then(show); track('/pictures/' + n)</script>`,
		"in a script":                 shell + `<script src="/static/app.js"></script>`,
		"in an attribute":             shell + `<div data-source="/api/jobs" id=more></div><script src="https://else.invalid/a.js"></script>`,
		"in an embed of another host": shell + `<script src="` + embeds.URL + `/embed.js?board=mill"></script>`,
		"as a preload":                shell + `<link rel=preload as=fetch href="/api/jobs"><script src="https://else.invalid/a.js"></script>`,
	} {
		t.Run(name, func(t *testing.T) {
			b := new(jobBoard)
			b.show(1, 2)
			var mu sync.Mutex
			requested := map[string]int{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				requested[r.URL.Path]++
				mu.Unlock()
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, html)
				case "/static/app.js":
					script(w)
				default:
					b.ServeHTTP(w, r)
				}
			}))
			defer server.Close()
			out := filepath.Join(t.TempDir(), "crawl")
			runJSON(t, []string{"crawl", "--out", out, "--json", "--quiet", "--topic", "jobs", "--seeds", server.URL + "/", "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--no-sitemaps"})
			list := runOK(t, "jobs", "list", out, "--all")
			if !strings.Contains(list, "Weaver") || !strings.Contains(list, "Dyer") {
				t.Errorf("the list is\n%s", list)
			}
			delete(requested, "/robots.txt")
			want := 2
			if name == "in a script" {
				want = 3
			}
			if len(requested) != want {
				t.Errorf("%v were requested", requested)
			}
		})
	}
}
