package crawler

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/render"
	"gannet/crawler/revisit"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
	"gannet/store"
)

// shellSite sends the same shell for each of its pages. What a page shows is under /part.
type shellSite struct {
	part func(path string) (status int, html string)
	mu   sync.Mutex
	made map[string]int // requests by path
}

const shell = `<!DOCTYPE html><title>The mill</title><div id=root></div><script src=/app.js></script>`

func (s *shellSite) answer(url string) *fetch.Response {
	path := strings.TrimPrefix(url, "http://mill.test")
	s.mu.Lock()
	s.made[path]++
	s.mu.Unlock()
	r := &fetch.Response{URL: url, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(shell), Charset: "UTF-8"}
	if part, ok := strings.CutPrefix(path, "/part"); ok {
		status, html := s.part(part)
		r.Status, r.Body, r.Header = status, []byte(html), http.Header{"Content-Type": {"text/plain"}}
	}
	return r
}

func (s *shellSite) Resolve(context.Context, string) (netip.Addr, error) {
	return netip.MustParseAddr("192.0.2.1"), nil
}
func (s *shellSite) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	return s.answer(url), nil
}
func (s *shellSite) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return s.answer(url), nil
}

// shellRenderer puts what is under /part into the shell.
type shellRenderer struct{}

func (shellRenderer) Close() {}
func (shellRenderer) Page(ctx context.Context, url string, first *render.Answer, gate render.Gate) (*render.Result, error) {
	r := &render.Result{HTML: first.Body, Requests: 1, Took: time.Millisecond, Processor: time.Millisecond}
	part, err := gate(ctx, render.Request{URL: strings.Replace(url, "mill.test/", "mill.test/part/", 1), Data: true})
	if err == nil && part.Status == 200 {
		r.HTML = bytes.Replace(first.Body, []byte("id=root>"), append([]byte("id=root>"), part.Body...), 1)
	}
	return r, nil
}

// watchShells crawls a site of shells for some days, with a renderer or without.
func watchShells(t *testing.T, site *shellSite, db *store.DB, log frontier.Store, days float64, rendering *Rendering) Progress {
	t.Helper()
	rules := frontier.DefaultOptions()
	rules.Lease = 1000 * day
	f, err := frontier.Open(log, rules, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	keeper := NewStoreKeeper(db, nil)
	defer keeper.Close()
	jobs := testJobs(t)
	if err := jobs.Restore(db); err != nil {
		t.Fatal(err)
	}
	held, err := db.Stats()
	if err != nil {
		t.Fatal(err)
	}
	l := DefaultLimits()
	l.Time = time.Duration(days * float64(day))
	c, err := New(Parts{
		Frontier: f, Fetcher: site, Judge: func(*features.Page) float64 { return 1 }, Strategy: ranker.BreadthFirst{},
		Keeper: keeper, Jobs: jobs, Clock: Wall{}, Rendering: rendering,
		Revisits: &Revisits{Store: db, Options: revisit.DefaultOptions()},
	}, l, held.Pages)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Seed([]string{"http://mill.test/"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c.Progress()
}

// TestRenderedPostingsAreRenderedAgain: a posting that only a browser shows is rendered again at its revisits, so it closes when the browser
// shows it no more, and not before. Without a browser, and while its data are not served, its revisits say nothing.
func TestRenderedPostingsAreRenderedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		broken := false
		site := &shellSite{made: map[string]int{}, part: func(path string) (int, string) {
			over := time.Since(begin) > 4*day
			if broken {
				return 503, ""
			}
			if path == "/" {
				open := upTo(5)
				if over {
					open = upTo(5, 2)
				}
				return 200, listOf(open)
			}
			var n int
			if _, err := fmt.Sscanf(path, "/job/%d", &n); err != nil {
				return 404, ""
			}
			if over && n == 2 {
				return 200, "<p>We are looking for nobody at present."
			}
			return 200, fmt.Sprintf("<h1>Miller %d</h1><p>You grind corn number %d.", n, n) + markup("", fmt.Sprint("Miller ", n), "You grind corn.", fmt.Sprint("Mill ", n))
		}}
		db, log := openDB(t), frontier.NewMemory()
		browser := &Rendering{Renderer: shellRenderer{}, Share: 1}
		wants := func(when string, p Progress, second string) {
			t.Helper()
			got := lives(t, db)
			for n := range 5 {
				want := "open"
				if n == 1 {
					want = second
				}
				if state, _, _ := strings.Cut(got[fmt.Sprint(n+1)], " "); state != want {
					t.Errorf("%s: posting %d is %q: %v, reasons %v", when, n+1, state, got, p.Reasons)
				}
			}
		}
		p := watchShells(t, site, db, log, 3, browser)
		wants("at first", p, "open")
		if p.Reasons[string(reason.NotRendered)] != 0 || p.Rendered.Pages < 12 {
			t.Errorf("at first: %+v, %+v", p.Reasons, p.Rendered)
		}
		p = watchShells(t, site, db, log, 3, nil)
		wants("without a browser", p, "open")
		if p.Reasons[string(reason.NotRendered)] == 0 {
			t.Errorf("without a browser: %+v", p.Reasons)
		}
		broken = true
		p = watchShells(t, site, db, log, 2, browser)
		wants("without its data", p, "open")
		if p.Reasons[string(reason.NotRendered)] == 0 {
			t.Errorf("without its data: %+v", p.Reasons)
		}
		broken = false
		wants("at last", watchShells(t, site, db, log, 6, browser), "closed")
	})
}
