package crawler_test

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestHostileHostsDoNotStopACrawl begins at a host with every trap there is, beside good ones: the budget of pages is
// reached, the good hosts' pages are there, and no trap took more than its share.
func TestHostileHostsDoNotStopACrawl(t *testing.T) {
	r := newRig(t, testweb.Options{Seed: 19, Hostile: testweb.Hostile{Drip: 100 * time.Millisecond, Links: 20_000}})
	client, err := fetch.New(fetch.Options{
		Transport: r.web, Now: r.clock.Now, MaxBody: 1 << 20, HeaderTimeout: 200 * time.Millisecond,
		BodyTimeout: 300 * time.Millisecond, IdleTimeout: 150 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	r.client = client
	seeds := r.web.Seeds(topicName, 10)
	for _, trap := range testweb.Traps() {
		seeds = append(seeds, "http://"+testweb.TrapHost(trap, 0)+"/")
	}
	f := memory(t, frontier.Options{PerHost: 8, Backoff: time.Second, MaxBackoff: 2 * time.Second})
	c, err := crawler.New(r.parts(t, f, ranker.BreadthFirst{}), crawler.Limits{Pages: 1500, Workers: 8}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Seed(seeds); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := c.Progress()
	if p.Pages != 1500 {
		t.Errorf("%d pages, want 1500", p.Pages)
	}
	hosts := make(map[string]int)
	for _, v := range r.visits {
		host := strings.SplitN(v.URL, "/", 4)[2]
		if hosts[host]++; hosts[host] > 8 {
			t.Errorf("%d pages of %s, want at most 8", hosts[host], host)
		}
		if trap := r.web.Trap(host); trap == testweb.RobotsError {
			t.Errorf("%s was fetched, of a host with %s", v.URL, trap)
		}
	}
	for reason, n := range p.Reasons {
		t.Logf("%5d %s", n, reason)
	}
	for _, reason := range []string{"robots.txt unreachable", "redirect (followed)", "timeout", "reset"} {
		if p.Reasons[reason] == 0 {
			t.Errorf("nothing was counted as %q: %v", reason, p.Reasons)
		}
	}
}
