package crawldir_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/store"
	"gannet/topic"
)

// asker asks the crawl that runs in a directory, as any program could.
func asker(dir string) func(path string) string {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) {
		return net.Dial("unix", filepath.Join(dir, api.Dir, "socket"))
	}}}
	return func(path string) string {
		answer, err := client.Get("http://crawl/v1" + path)
		if err != nil {
			return err.Error()
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		return fmt.Sprintf("%d %s%v", answer.StatusCode, body, err)
	}
}

// Others read a crawl at every moment of it, and what it says is what its directory says afterwards.
func TestCrawlAnswers(t *testing.T) {
	dir := t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{"http://board.example.com/"}}
	o.Web, o.Postings = web, true
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	ended, readers := make(chan struct{}), make(chan error)
	go func() { readers <- readUntil(ended, dir) }()
	err = crawl.Run(t.Context())
	close(ended)
	if failed := <-readers; err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	if err := crawl.WriteStatus(crawldir.Status{PID: 7, Running: true}); err != nil {
		t.Fatal(err)
	}
	ask := asker(dir)
	explained := ask("/explain?url=" + url.QueryEscape("http://board.example.com/1"))
	checkAnswers(t, ask)
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	e, err := r.Explain("http://board.example.com/1", crawldir.ExplainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want, err := json.Marshal(e); err != nil || explained != fmt.Sprintf("200 %s\n<nil>", want) {
		t.Errorf("while the crawl ran: %s\nafterwards: %s", explained, want)
	}
}

// checkAnswers asks for one of everything, and for what there is not.
func checkAnswers(t *testing.T, ask func(path string) string) {
	t.Helper()
	for path, want := range map[string]string{
		"/": `"api":1`, "/status": `"pid":7,"running":true`, "/stats": `"pages":3`, "/postings?limit=1": `"title":"`,
		"/explain?url=http://board.example.com/2": `"strategy":"learned"`, "/explain?url=http://board.example.com/": "404 {\"error\":\"no explanation: http://board.example.com/ is a seed",
		"/explain?url=http://nowhere.test/": "the crawl does not know", "/explain?url=x": "400 {", "/pages?after=x": "400 {", "/nothing": "404 ",
	} {
		if got := ask(path); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// readUntil reads all of a crawl that runs, again and again.
func readUntil(ended chan struct{}, dir string) error {
	for {
		r, err := crawldir.Read(dir)
		if err != nil {
			return err
		}
		if !r.Running() {
			return fmt.Errorf("%s does not run", dir)
		}
		if err = r.Store.Select(store.Selection{Body: true, Path: true}, func(*store.Page) error { return nil }); err != nil {
			return err
		}
		if _, err := r.Status(); err != nil {
			return err
		}
		if err := r.Close(); err != nil {
			return err
		}
		select {
		case <-ended:
			return nil
		default:
		}
	}
}
