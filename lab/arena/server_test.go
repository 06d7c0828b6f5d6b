package main

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawler/archive"
	"gannet/training/eval"
)

// smallWeb has three pages on two hosts.
func smallWeb(t *testing.T) *archive.Web {
	t.Helper()
	path := filepath.Join(t.TempDir(), "web.warc")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out, err := archive.NewWriter(f, archive.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for address, body := range map[string]string{
		"https://a.example.org/":      `<p><a class=x href="/two's">in</a> <a href="http://out.example/">out</a> <a href="https://b.example.org/">other</a>`,
		"https://a.example.org/two's": `<p>two`,
		"https://b.example.org/":      `<p>three`,
	} {
		header := http.Header{"Content-Type": {"text/html"}}
		if err := out.Write(archive.Page{URL: address, Status: 200, Header: header, Body: []byte(body)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	web, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

func TestServerCountsFetchesAndKeepsLinksOfTheWeb(t *testing.T) {
	var fetched []string
	task := eval.Task{
		Seeds:    []string{"https://a.example.org/"},
		Relevant: func(address string) bool { return strings.HasPrefix(address, "https://b.") },
		Fetched:  func(address string) bool { fetched = append(fetched, address); return len(fetched) < 2 },
	}
	s, err := serve(smallWeb(t), task, true)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	proxy, _ := url.Parse(s.proxy)
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy), DisableKeepAlives: true}}
	request := func(method, address string) (status int, relevant bool, body string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, resp.Header.Get(relevantField) != "", string(text)
	}
	if _, _, body := request("GET", s.start); !strings.Contains(body, `<a href="http://a.example.org/">`) || s.start != "http://example.org/start-of-the-arena" {
		t.Errorf("the start page %s is %s", s.start, body)
	}
	_, _, body := request("GET", "http://a.example.org/")
	if !strings.Contains(body, `<a class="x" href="http://a.example.org/two&#39;s">in</a> <a>out</a> <a href="http://b.example.org/">other</a>`) {
		t.Errorf("its links are %s", body)
	}
	if _, relevant, _ := request("HEAD", "http://b.example.org/"); !relevant || len(fetched) != 1 {
		t.Errorf("after a HEAD request: relevant %v, fetched %v", relevant, fetched)
	}
	if status, _, _ := request("GET", "http://a.example.org/missing"); status != 404 || len(fetched) != 1 {
		t.Errorf("a missing page has status %d, fetched %v", status, fetched)
	}
	select {
	case <-s.spent:
		t.Error("the budget is spent too early")
	default:
	}
	if status, _, _ := request("GET", "http://a.example.org/two%27s"); status != 200 || len(fetched) != 2 {
		t.Errorf("a path that is escaped more than the link has status %d, fetched %v", status, fetched)
	}
	<-s.spent
	counted := s.end()
	if status, _, body := request("GET", "http://b.example.org/"); status != 200 || !strings.HasSuffix(body, relevantMark) || len(fetched) != 2 || s.end() != counted {
		t.Errorf("a page that is late has status %d, fetched %v; %d requests, %d before", status, fetched, s.end(), counted)
	}
}

// TestLatePagesDoNotCount ends a crawl before its budget is spent.
func TestLatePagesDoNotCount(t *testing.T) {
	fetched := 0
	s, err := serve(smallWeb(t), eval.Task{Fetched: func(string) bool { fetched++; return true }, Relevant: func(string) bool { return false }}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.count("https://b.example.org/", true)
	if n := s.end(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
	if s.count("https://a.example.org/", true); fetched != 1 || s.end() != 1 {
		t.Errorf("after the end %d pages and %d requests, want 1 and 1", fetched, s.end())
	}
}
