package crawler_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/crawler/reason"
	"gannet/crawler/render"
	"gannet/crawler/robots"
	"gannet/crawler/scope"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// scriptedSite is a site whose pages are empty without a browser. It remembers what was requested, and when.
type scriptedSite struct {
	mu       sync.Mutex
	requests []string
	times    []time.Time
	record   string // of each answer in an archive

	script string           // /app.js; if empty, one that no browser can run
	begins func(url string) // called for each request, if not nil
}

const shellPage = `<!DOCTYPE html><title>Jobs</title><noscript>Please enable JavaScript to see this page.</noscript><div id=root></div><script src=/app.js></script>`

func (s *scriptedSite) answer(url string) *fetch.Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.times = append(s.requests, url), append(s.times, time.Now())
	if s.begins != nil {
		s.begins(url)
	}
	path := strings.TrimPrefix(url, "http://site.test")
	body, status, kind := shellPage, 200, "text/html"
	switch {
	case path == "/robots.txt":
		body, kind = "User-agent: *\nDisallow: /closed/", "text/plain"
	case path == "/app.js":
		body, kind = cmp.Or(s.script, "no script"), "text/javascript"
	case strings.HasSuffix(path, ".json"):
		body, kind = `["/a", "/b"]`, "application/json"
	case strings.HasPrefix(path, "/moved"):
		return &fetch.Response{URL: url, Status: 302, Header: http.Header{"Location": {"/list.json"}}, Redirect: "http://site.test/list.json"}
	}
	return &fetch.Response{URL: url, Status: status, Header: http.Header{"Content-Type": {kind}}, Body: []byte(body), Charset: "UTF-8", Record: s.record}
}

func (s *scriptedSite) Resolve(context.Context, string) (netip.Addr, error) {
	return netip.MustParseAddr("192.0.2.1"), nil
}
func (s *scriptedSite) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	return s.answer(url), nil
}
func (s *scriptedSite) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return s.answer(url), nil
}

// fakeRenderer requests what a page's script would, and makes a page of two links.
type fakeRenderer struct {
	urls     []string
	fail     error
	pause    time.Duration // before the first request
	patience time.Duration // for all requests; 0: without an end

	mu      sync.Mutex
	answers []string
}

func (f *fakeRenderer) Close() {}

func (f *fakeRenderer) Page(ctx context.Context, url string, first *render.Answer, gate render.Gate) (*render.Result, error) {
	if f.fail != nil {
		return nil, f.fail
	}
	time.Sleep(f.pause)
	if f.patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.patience)
		defer cancel()
	}
	r := &render.Result{Took: time.Millisecond, Processor: time.Millisecond}
	for _, u := range f.urls {
		r.Requests++
		a, err := gate(ctx, render.Request{URL: u, Data: !strings.HasSuffix(u, ".js")})
		f.mu.Lock()
		if err != nil {
			r.Refused++
			f.answers = append(f.answers, "refused "+u)
		} else {
			f.answers = append(f.answers, fmt.Sprint(a.Status, " ", u))
		}
		f.mu.Unlock()
	}
	r.HTML = bytes.Replace(first.Body, []byte("id=root>"), []byte("id=root><a href=/a>one</a> <a href=/b>two</a>"), 1)
	return r, nil
}

// crawlScripted crawls a scripted site by two workers and a renderer.
func crawlScripted(t *testing.T, site *scriptedSite, r *crawler.Rendering, rules scope.Rules, delay time.Duration) crawler.Progress {
	t.Helper()
	s, err := scope.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := inmemory.Run(t.Context(), []string{"http://site.test/"}, crawler.Parts{
		Fetcher: site, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: crawler.Wall{}, Scope: s,
		Judge: func(*features.Page) float64 { return 1 }, Rendering: r,
	}, options(func(o *frontier.Options) { o.Delay, o.DelayFactor = delay, 0 }), limits(func(l *crawler.Limits) { l.Workers, l.Wait = 1, 0 }))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRequestsOfPagesPassTheGate: what a rendered page requests waits for the pauses of its host, and obeys robots.txt and the scope of the
// crawl. A script is requested once for all pages, and redirects are passed on.
func TestRequestsOfPagesPassTheGate(t *testing.T) {
	site := &scriptedSite{}
	f := &fakeRenderer{urls: []string{
		"http://site.test/app.js", "http://site.test/closed/x.json", "http://other.test/y.json", "http://site.test/list.json", "http://site.test/moved", "not a URL",
	}}
	const delay = 30 * time.Millisecond
	p := crawlScripted(t, site, &crawler.Rendering{Renderer: f, Always: true}, scope.Rules{Stay: scope.StayHost, Seeds: []string{"site.test"}}, delay)
	if p.Rendered == nil || p.Rendered.Pages != 3 || p.Rendered.Gained != 1 || p.Rendered.Requests != 18 || p.Rendered.Refused != 9 || p.Rendered.Cached != 2 || p.Pages != 3 {
		t.Errorf("%+v, rendered %+v", p, p.Rendered)
	}
	shapes := map[string]int{}
	for _, s := range p.ByScript {
		shapes[s.Host+s.Shape] = 10*s.Pages + s.Gained
	}
	if len(shapes) != 2 || shapes["site.test/"] != 11 || shapes["site.test/*"] != 20 || p.ByScript[0].Read != 2 || p.ByScript[0].Likely != 2 {
		t.Errorf("shapes: %+v", p.ByScript)
	}
	want := []string{"200 http://site.test/app.js", "refused http://site.test/closed/x.json", "refused http://other.test/y.json", "200 http://site.test/list.json", "302 http://site.test/moved", "refused not a URL"}
	if !slices.Equal(f.answers[:6], want) {
		t.Error(f.answers[:6])
	}
	counts := map[string]int{}
	for _, url := range site.requests {
		counts[strings.TrimPrefix(url, "http://site.test")]++
	}
	if len(site.requests) != 11 || counts["/app.js"] != 1 || counts["/list.json"] != 3 || counts["/moved"] != 3 || counts["/closed/x.json"] != 0 {
		t.Error(counts)
	}
	for i := 1; i < len(site.times); i++ {
		if gap := site.times[i].Sub(site.times[i-1]); gap < delay {
			t.Errorf("%s came %v after %s", site.requests[i], gap, site.requests[i-1])
		}
	}
}

// TestLinksDoNotTakeTheTurnsOfARenderedPage: a host with more links than workers goes on while a page of it is rendered, because no link is leased
// that would wait for a worker.
func TestLinksDoNotTakeTheTurnsOfARenderedPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		f := &fakeRenderer{urls: []string{"http://site.test/list.json"}, pause: 10 * time.Second, patience: time.Hour} // long enough to be slow work
		p := crawlScripted(t, &scriptedSite{}, &crawler.Rendering{Renderer: f, Always: true}, scope.Rules{}, 0)
		if took := time.Since(began); p.Rendered.Pages != 3 || p.Rendered.Refused != 0 || took > time.Minute {
			t.Errorf("%+v after %v", p.Rendered, took)
		}
	})
}

// TestPageThatCannotBeRendered is kept as it came.
func TestPageThatCannotBeRendered(t *testing.T) {
	p := crawlScripted(t, &scriptedSite{}, &crawler.Rendering{Renderer: &fakeRenderer{fail: render.ErrDied}, Always: true}, scope.Rules{}, 0)
	if p.Pages != 1 || p.Rendered.Failed != 1 || p.Rendered.Pages != 0 || p.Reasons[string(reason.RenderFailed)] != 1 {
		t.Errorf("%+v, rendered %+v", p, p.Rendered)
	}
}

// TestRenderingIsBoundedByItsShare: without a share of the time, pages are rendered until the time that every crawl has is spent.
func TestRenderingIsBoundedByItsShare(t *testing.T) {
	slow := &slowRenderer{}
	p := crawlScripted(t, &scriptedSite{}, &crawler.Rendering{Renderer: slow}, scope.Rules{}, 0)
	if p.Rendered.Pages != 1 || p.Pages != 3 {
		t.Errorf("%+v, rendered %+v", p, p.Rendered)
	}
}

// slowRenderer says that each page took a minute.
type slowRenderer struct{ fakeRenderer }

func (s *slowRenderer) Page(ctx context.Context, url string, first *render.Answer, gate render.Gate) (*render.Result, error) {
	r, err := s.fakeRenderer.Page(ctx, url, first, gate)
	if err != nil {
		return nil, errors.Join(err)
	}
	r.Processor = time.Minute
	return r, nil
}

// manual is a renderer of pages that all have the same menu. A page below /documents/ has a text of its own, and every other page has the same text.
type manual struct {
	fakeRenderer
	rendered map[string]int // by the first part of the path
}

const manualPages = 12

func (m *manual) Page(_ context.Context, url string, first *render.Answer, _ render.Gate) (*render.Result, error) {
	part, name, _ := strings.Cut(strings.TrimPrefix(url, "http://site.test/"), "/")
	m.mu.Lock()
	m.rendered[part]++
	m.mu.Unlock()
	var b strings.Builder
	for i := range manualPages {
		fmt.Fprintf(&b, "<a href=/documents/%d>%d</a> <a href=/missing/%d>%d</a> ", i, i, i, i)
	}
	b.WriteString("<p>" + strings.Repeat("This manual has no page at this address. ", 5))
	if part == "documents" {
		b.WriteString("<p>" + strings.Repeat("Part "+name+" of the manual is about bees. ", 20))
	}
	html := bytes.Replace(first.Body, []byte("id=root>"), []byte("id=root>"+b.String()), 1)
	return &render.Result{HTML: html, Took: time.Millisecond, Processor: time.Millisecond}, nil
}

// TestTextsAreGains: where a menu links to all pages, each page whose text a script makes is rendered, and pages that repeat a text soon are not.
func TestTextsAreGains(t *testing.T) {
	m := &manual{rendered: map[string]int{}}
	crawlScripted(t, &scriptedSite{}, &crawler.Rendering{Renderer: m, Share: 1}, scope.Rules{}, 0)
	if m.rendered["documents"] != manualPages || m.rendered["missing"] > manualPages/2 {
		t.Errorf("rendered: %v", m.rendered)
	}
}

// archiveOf remembers what a browser made of pages.
type archiveOf struct {
	mu   sync.Mutex
	made map[string]string // by id of the record and URL
}

func (a *archiveOf) WriteConversion(id, url string, _ time.Time, document []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.made[id+" "+url] = string(document)
	return nil
}
func (*archiveOf) WriteMetadata(string, string, time.Time, []archive.Field) error { return nil }
func (*archiveOf) Flush() error                                                   { return nil }

// TestDataOfARenderedPageAreAPage: data that a page's script has read are a link of the page, and are visited without a second request. The
// document, with that link, is archived beside the answer that it was made of.
func TestDataOfARenderedPageAreAPage(t *testing.T) {
	for _, reads := range []bool{false, true} {
		site, kept := &scriptedSite{record: "<r>"}, &archiveOf{made: map[string]string{}}
		f := &fakeRenderer{urls: []string{"http://site.test/list.json", "http://site.test/app.js"}}
		urls := map[string]string{}
		var mu sync.Mutex
		_, err := inmemory.Run(t.Context(), []string{"http://site.test/"}, crawler.Parts{
			Fetcher: site, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: crawler.Wall{}, Data: reads, Archive: kept,
			Judge: func(*features.Page) float64 { return 1 }, Rendering: &crawler.Rendering{Renderer: f, Always: true},
			Watch: func(p crawler.JudgedPage) { mu.Lock(); defer mu.Unlock(); urls[p.URL] = p.Via },
		}, options(func(o *frontier.Options) { o.Delay, o.DelayFactor = 0, 0 }), limits(func(l *crawler.Limits) { l.Workers, l.Wait = 1, 0 }))
		if err != nil {
			t.Fatal(err)
		}
		requests := map[string]int{}
		for _, url := range site.requests {
			requests[url]++
		}
		if via, visited := urls["http://site.test/list.json"]; visited != reads || visited && via != "http://site.test/" || requests["http://site.test/list.json"] != 3 {
			t.Errorf("reads data %v: %v, requests %v", reads, urls, requests)
		}
		document := kept.made["<r> http://site.test/"]
		if len(kept.made) != 3 || !strings.Contains(document, "<a href=/b>two</a>") || strings.Contains(document, `<a href="http://site.test/list.json">`) != reads {
			t.Errorf("reads data %v: %v", reads, kept.made)
		}
	}
}
