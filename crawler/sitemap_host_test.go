package crawler_test

import (
	"context"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
)

// fewPages is a web of a few pages and files by URL, in virtual time. An answer that begins with "to " is a redirect.
type fewPages struct {
	answers map[string]string
	clock   *crawler.Virtual

	mu    sync.Mutex // guards asked
	asked map[string][]time.Time
}

func (f *fewPages) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (f *fewPages) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked[url] = append(f.asked[url], f.clock.Now())
	body, ok := f.answers[url]
	if to, moved := strings.CutPrefix(body, "to "); moved {
		return &fetch.Response{URL: url, Status: 301, Redirect: to}, nil
	}
	if !ok {
		return &fetch.Response{URL: url, Status: 404}, nil
	}
	return &fetch.Response{URL: url, Status: 200, Body: []byte(body)}, nil
}

func (f *fewPages) File(ctx context.Context, url string, _ int64) (*fetch.Response, error) {
	return f.Fetch(ctx, url)
}

// crawl crawls until nothing is left.
func (f *fewPages) crawl(t *testing.T, o frontier.Options, seeds ...string) crawler.Progress {
	t.Helper()
	f.clock, f.asked = crawler.NewVirtual(time.Unix(1e9, 0), nil), make(map[string][]time.Time)
	return finished(t, t.Context(), crawler.Parts{
		Frontier: memory(t, o), Fetcher: f, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: f.clock,
		Judge: func(*features.Page) float64 { return 1 },
	}, limits(func(l *crawler.Limits) { l.Workers, l.Time = 2, 10*time.Hour }), 0, seeds)
}

// urlset is a sitemap of URLs.
func urlset(urls ...string) string {
	return "<urlset><url><loc>" + strings.Join(urls, "</loc></url><url><loc>") + "</loc></url></urlset>"
}

// sitemapIndex is an index of sitemaps.
func sitemapIndex(urls ...string) string {
	return "<sitemapindex><sitemap><loc>" + strings.Join(urls, "</loc></sitemap><sitemap><loc>") + "</loc></sitemap></sitemapindex>"
}

// TestSitemapOnAnotherHost asks for sitemaps where robots.txt names them: by that host's own rules and at its pace,
// for the pages of the host that named them and no others.
func TestSitemapOnAnotherHost(t *testing.T) {
	f := &fewPages{answers: map[string]string{
		"http://a.test/robots.txt": "Sitemap: http://lists.test/all.xml\nSitemap: http://lists.test/closed/a.xml\nSitemap: http://b.test/page\n" +
			"Sitemap: http://a.test/moved.xml",
		"http://www.b.test/robots.txt":   "Sitemap: http://lists.test/all.xml",
		"http://lists.test/robots.txt":   "User-agent: *\nCrawl-delay: 30\nDisallow: /closed/",
		"http://lists.test/all.xml":      sitemapIndex("http://lists.test/more.xml", "http://c.test/more.xml"),
		"http://lists.test/more.xml":     urlset("http://a.test/1", "http://b.test/1", "http://c.test/1", "http://lists.test/1"),
		"http://lists.test/closed/a.xml": urlset("http://a.test/2"),
		"http://a.test/moved.xml":        "to http://lists.test/moved.xml",
		"http://lists.test/moved.xml":    urlset("http://a.test/3", "http://lists.test/3"),
		"http://a.test/":                 "<p>no link",
		"http://www.b.test/":             "<p>one link <a href='http://b.test/page'>here</a>",
		"http://b.test/page":             "<p>a page, whatever another's robots.txt says <a href='/linked'>there</a>",
		"http://a.test/1":                "<p>one",
		"http://a.test/3":                "<p>three",
		"http://b.test/1":                "<p>one of www.b.test",
		"http://b.test/linked":           "<p>linked",
	}}
	p := f.crawl(t, frontier.DefaultOptions(), "http://a.test/", "http://www.b.test/")
	for url, times := range map[string]int{
		"http://a.test/1": 1, "http://a.test/3": 1, "http://b.test/1": 1, "http://b.test/linked": 1,
		"http://lists.test/all.xml": 2, "http://lists.test/more.xml": 2, // for each that named it
		"http://a.test/2": 0, "http://c.test/1": 0, "http://lists.test/1": 0, "http://lists.test/3": 0, "http://c.test/more.xml": 0,
		"http://lists.test/closed/a.xml": 0,
	} {
		if len(f.asked[url]) != times {
			t.Errorf("%s was fetched %d times, want %d", url, len(f.asked[url]), times)
		}
	}
	var turns []time.Time
	for url, times := range f.asked {
		if weburl.Host(url) == "lists.test" {
			turns = append(turns, times...)
		}
	}
	for i, a := range turns {
		for _, b := range turns[:i] {
			if gap := a.Sub(b).Abs(); gap < 30*time.Second {
				t.Errorf("the other host was asked twice in %v", gap)
			}
		}
	}
	if p.Reasons["robots.txt"] != 1 || p.Sitemaps < 5 {
		t.Errorf("%d sitemaps, %v", p.Sitemaps, p.Reasons)
	}
}
