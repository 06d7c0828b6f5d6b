package crawldir

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// seedServers answers as the name of a host says.
type seedServers struct{}

func (seedServers) Resolve(_ context.Context, host string) (netip.Addr, error) {
	if strings.HasPrefix(host, "unknown") {
		return netip.Addr{}, &fetch.Error{Kind: fetch.DNS, URL: host, Err: fmt.Errorf("%s: no such host", host)}
	}
	return netip.Addr{}, nil
}

func (s seedServers) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	host, _, _ := strings.Cut(weburl.Host(url), ".")
	r := &fetch.Response{URL: url, Status: 200, Body: []byte("<title>" + url + "</title><p>a page about bees and honey</p>")}
	switch strings.TrimRight(host, "0123456789") {
	case "silent":
		<-ctx.Done()
		return nil, &fetch.Error{Kind: fetch.Canceled, URL: url, Err: ctx.Err()}
	case "slow":
		time.Sleep(15 * time.Second)
	case "reset":
		return nil, &fetch.Error{Kind: fetch.Reset, URL: url, Err: fmt.Errorf("connection reset")}
	case "gone":
		return &fetch.Response{URL: url, Status: 404}, nil
	case "moved":
		return &fetch.Response{URL: url, Status: 301, Redirect: "http://good0.test/"}, nil
	}
	return r, nil
}

// File answers for robots.txt, the only file that is asked for.
func (s seedServers) File(ctx context.Context, url string, _ int64) (*fetch.Response, error) {
	if strings.Contains(url, "closed") {
		return &fetch.Response{Status: 200, Body: []byte("User-agent: *\nDisallow: /")}, nil
	}
	if strings.Contains(url, "broken") {
		return &fetch.Response{Status: 503}, nil
	}
	if strings.Contains(url, "resting") {
		return &fetch.Response{Status: 200, Body: []byte("User-agent: *\nCrawl-delay: 50")}, nil
	}
	if strings.Contains(url, "hasty") {
		return &fetch.Response{Status: 200, Body: []byte("User-agent: *\nCrawl-delay: 10")}, nil
	}
	if strings.Contains(url, "mute") {
		<-ctx.Done()
		return nil, &fetch.Error{Kind: fetch.Canceled, URL: url, Err: ctx.Err()}
	}
	return &fetch.Response{Status: 404}, nil
}

// seedCrawl returns a crawl that can learn from seeds and writes its log to a buffer.
func seedCrawl(t *testing.T, log *bytes.Buffer) *Crawl {
	t.Helper()
	c := &Crawl{
		o: DefaultOptions(), log: slog.New(slog.NewTextHandler(log, nil)),
		clock: crawler.Wall{}, begun: time.Now(), fetcher: seedServers{}, robots: robots.New("gannet"),
	}
	c.o.Limits.Workers = 4
	var err error
	if c.frontier, err = frontier.Open(frontier.NewMemory(), c.o.Frontier, time.Now()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.frontier.Close() })
	return c
}

// TestSeedThatAsksForALongPauseIsWaitedFor has one seed, whose host asks for 50 s between two requests, and then a crawl
// whose time is over before that.
func TestSeedThatAsksForALongPauseIsWaitedFor(t *testing.T) {
	for limit, want := range map[time.Duration]int{crawler.NoLimit: 1, 10 * time.Second: 0} {
		synctest.Test(t, func(t *testing.T) {
			c := seedCrawl(t, new(bytes.Buffer))
			c.o.Limits.Time = limit
			begin := time.Now()
			pages, _, err := c.seedPages(t.Context(), []string{"http://resting.test/"})
			if err != nil || len(pages) != want {
				t.Errorf("%d pages, %v; want %d", len(pages), err, want)
			}
			if took := time.Since(begin); limit > 0 && took > limit+2*time.Second {
				t.Errorf("took %v of %v", took, limit)
			}
		})
	}
}

// TestManyPagesShortenTheWaitForOtherSeeds has five seeds that answer at once, beside some that never do: each page makes
// the wait for others shorter. One whose host asks for a pause longer than that is waited for.
func TestManyPagesShortenTheWaitForOtherSeeds(t *testing.T) {
	for pausing, most := range map[string]time.Duration{"": 6 * time.Second, "http://hasty.test/": 20 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			c := seedCrawl(t, new(bytes.Buffer))
			seeds := []string{"http://good0.test/", "http://good1.test/", "http://good2.test/", "http://good3.test/", "http://good4.test/"}
			want := len(seeds)
			for n := range 40 {
				seeds = append(seeds, fmt.Sprintf("http://silent%d.test/", n), fmt.Sprintf("http://mute%d.test/", n))
			}
			if pausing != "" {
				seeds = append(seeds, pausing)
				want++
			}
			begin := time.Now()
			pages, _, err := c.seedPages(t.Context(), seeds)
			if err != nil || len(pages) != want {
				t.Errorf("%d pages, %v; want %d", len(pages), err, want)
			}
			if took := time.Since(begin); took > most {
				t.Errorf("took %v, not %v at most", took, most)
			}
		})
	}
}

// TestBadSeedsDoNotHoldUpTheBeginning learns from seeds of which most answer nothing, slowly or with errors. The others
// give their pages. Each of these has its line, and Open waits for none longer than a slow server may take.
func TestBadSeedsDoNotHoldUpTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told bytes.Buffer
		c := seedCrawl(t, &told)
		var seeds []string
		for n := range 40 {
			seeds = append(seeds, fmt.Sprintf("http://silent%d.test/", n), fmt.Sprintf("http://mute%d.test/", n))
		}
		for _, host := range []string{"reset", "gone", "closed", "broken", "unknown", "slow", "good0", "good1", "moved"} {
			seeds = append(seeds, "http://"+host+".test/")
		}
		begin := time.Now()
		pages, _, err := c.seedPages(t.Context(), seeds)
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begin); took > 2*seedPatience+time.Second {
			t.Errorf("took %v", took)
		}
		if len(pages) != 3 {
			t.Errorf("%d pages: %v", len(pages), told.String())
		}
		for host, why := range map[string]string{
			"silent0": "no answer in time", "mute39": "no answer in time", "reset": "connection reset", "gone": "status 404",
			"closed": "Disallow: /", "broken": "503", "unknown": "no such host",
		} {
			found := false
			for line := range strings.Lines(told.String()) {
				found = found || strings.Contains(line, "seed=http://"+host+".test/ ") && strings.Contains(line, why)
			}
			if !found {
				t.Errorf("no line says %q of %s", why, host)
			}
		}
		if n := strings.Count(told.String(), "nothing is learned from a seed"); n != len(seeds)-4 {
			t.Errorf("%d lines for %d seeds without a page", n, len(seeds)-4)
		}
	})
}
