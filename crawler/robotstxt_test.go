package crawler_test

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// cutWeb has a robots.txt that is longer than what is read of it.
type cutWeb struct {
	robots string
	asked  []string
}

func (*cutWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w *cutWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.asked = append(w.asked, url)
	return &fetch.Response{URL: url, Status: 200, Body: []byte("<p>a page")}, nil
}

func (w *cutWeb) File(_ context.Context, url string, limit int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: 200, Body: []byte(w.robots[:min(int64(len(w.robots)), limit)]), Truncated: int64(len(w.robots)) > limit}, nil
}

// TestRobotsCutWithinALine serves a robots.txt whose last rule goes on behind the limit.
func TestRobotsCutWithinALine(t *testing.T) {
	head, last := "User-agent: *\nDisallow: /a\n#", "\nDisallow: /private/secret"
	w := &cutWeb{robots: head + strings.Repeat("x", robots.MaxBytes-len(head)-len("\nDisallow: /priv")) + last}
	finished(t, t.Context(), crawler.Parts{
		Frontier: memory(t, frontier.DefaultOptions()), Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{},
		Clock: crawler.NewVirtual(time.Unix(1e9, 0), nil), Judge: func(*features.Page) float64 { return 1 },
	}, limits(func(l *crawler.Limits) { l.Workers = 1 }), 0, []string{"http://site.test/a", "http://site.test/privateer"})
	if !slices.Equal(w.asked, []string{"http://site.test/privateer"}) {
		t.Errorf("%v are asked for: the rules are not those of the whole lines", w.asked)
	}
}
