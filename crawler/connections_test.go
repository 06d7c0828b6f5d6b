package crawler_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
)

// busyWeb has hosts of 50 pages that take a while, and counts how many requests each has at once. The host slow.test has a Crawl-delay.
type busyWeb struct {
	mu     sync.Mutex // guards the fields below
	open   map[string]int
	most   map[string]int
	robots map[string]int
}

func (w *busyWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

// answer takes the time of a request.
func (w *busyWeb) answer(url string) {
	host := weburl.Host(url)
	w.mu.Lock()
	w.open[host]++
	w.most[host] = max(w.most[host], w.open[host])
	w.mu.Unlock()
	time.Sleep(300 * time.Millisecond)
	w.mu.Lock()
	w.open[host]--
	w.mu.Unlock()
}

func (w *busyWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.answer(url)
	var links strings.Builder
	for i := range 50 {
		fmt.Fprintf(&links, `<a href="/%d">page</a>`, i)
	}
	return &fetch.Response{URL: url, Status: 200, Body: []byte("<title>" + url + "</title><p>" + strings.Repeat("page of "+url+" ", 100) + links.String())}, nil
}

func (w *busyWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	w.answer(url)
	host := weburl.Host(url)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.robots[host]++
	if host == "slow.test" {
		return &fetch.Response{Status: 200, Body: []byte("User-agent: *\nCrawl-delay: 0.1\n")}, nil
	}
	return &fetch.Response{Status: 404}, nil
}

// TestConnectionsToAHost gives hosts up to three connections. A host with a Crawl-delay has one, and robots.txt is asked for once.
func TestConnectionsToAHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &busyWeb{open: map[string]int{}, most: map[string]int{}, robots: map[string]int{}}
		f, err := frontier.Open(frontier.NewMemory(), options(func(o *frontier.Options) { o.Connections, o.Delay, o.DelayFactor = 3, 0, 0 }), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		seeds := []string{"http://quick.test/", "http://quick.test/0", "http://quick.test/1", "http://slow.test/", "http://slow.test/0"}
		done := finished(t, t.Context(), crawler.Parts{
			Frontier: f, Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Judge: func(*features.Page) float64 { return 1 },
		}, limits(func(l *crawler.Limits) { l.Workers, l.SitemapURLs = 8, 0 }), 0, seeds)
		if done.Pages != 102 || w.most["quick.test"] != 3 || w.most["slow.test"] != 1 {
			t.Errorf("%d pages, requests at once %v; want 102, 3 of quick.test and 1 of slow.test", done.Pages, w.most)
		}
		if w.robots["quick.test"] != 1 || w.robots["slow.test"] != 1 {
			t.Errorf("robots.txt was asked for %v times, want once", w.robots)
		}
	})
}
