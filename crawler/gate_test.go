package crawler_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
	"gannet/ranker"
)

// trapHosts names n hosts with a trap.
func trapHosts(trap testweb.Trap, n int) (hosts []string) {
	for i := range n {
		hosts = append(hosts, testweb.TrapHost(trap, i))
	}
	return hosts
}

// TestRobotsRedirectsWaitForTheHostTheyLeadTo has thirty hosts redirect their robots.txt to one: it is asked for all of
// them, at its own pace and one request at a time, and beside its own pages.
func TestRobotsRedirectsWaitForTheHostTheyLeadTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newHostileRig(t, testweb.DefaultOptions(31).Sized(100, 3000))
		victim := r.web.Victim()
		r.crawl(t, options(func(o *frontier.Options) { o.DelayFactor = 0 }), 10*time.Minute, r.homes(append(trapHosts(testweb.RobotsVictim, 30), victim)))
		p := r.log.Politeness(testweb.ByHost)[victim]
		if p.Concurrent != 1 || p.Gap < time.Second {
			t.Errorf("%+v", p)
		}
		robots, own := 0, 0
		for _, q := range r.log.Requests() {
			switch {
			case q.Host != victim:
			case q.Status == 404 && len(q.Path) > 11 && q.Path[:11] == "/robots-of-":
				robots++
			case q.Status == 200:
				own++
			}
		}
		if robots != 30 || own < 3 {
			t.Errorf("the host is asked %d times for the robots.txt of 30 others, and gives %d pages of its own", robots, own)
		}
		pages := 0
		for url := range r.pages {
			if weburl.Host(url) != victim {
				pages++
			}
		}
		if pages < 30*20 {
			t.Errorf("%d pages of the 30 hosts", pages)
		}
	})
}

// TestTarPitsHoldAQuarterOfTheWorkers has forty hosts that take 55 s for each page. The good hosts give nearly as many pages
// a minute as without them. The tar pits give some, too.
func TestTarPitsHoldAQuarterOfTheWorkers(t *testing.T) {
	const minutes = 2 * time.Minute
	crawl := func(workers, pits int, long time.Duration) (good, bad int) {
		synctest.Test(t, func(t *testing.T) {
			r := newHostileRig(t, testweb.DefaultOptions(31).Sized(100, 40_000))
			r.workers = workers
			hosts := r.unheld(r.good(60, 40_000))[:8]
			is := make(map[string]bool)
			for _, host := range hosts {
				is[host] = true
			}
			r.crawl(t, frontier.DefaultOptions(), long, r.homes(append(trapHosts(testweb.TarPit, pits), hosts...)))
			for url := range r.pages {
				if is[weburl.Host(url)] {
					good++
				} else {
					bad++
				}
			}
		})
		return good, bad
	}
	for _, workers := range []int{16, 1} {
		more := time.Duration(0)
		if workers == 1 { // it learns what the tar pits are by trying each of them for three seconds, which are the first hosts
			more = 3 * time.Minute
		}
		alone, _ := crawl(workers, 0, minutes)
		beside, slow := crawl(workers, 40, minutes+more)
		t.Logf("%d workers: good hosts: %d pages alone, %d beside 40 tar pits, which give %d", workers, alone, beside, slow)
		if beside < alone*8/10 || alone < 200 {
			t.Errorf("%d workers: %d pages of good hosts beside 40 tar pits, %d without them", workers, beside, alone)
		}
		// Workers that nobody else needs are theirs, too.
		if most := int(4 * minutes / (55 * time.Second)); workers == 16 && slow < 4 || slow > 2*most {
			t.Errorf("%d workers: %d pages of tar pits, want about %d, by four workers", workers, slow, most)
		}
	}
}

// listsWeb has a host of 600 sitemaps with 500 pages each.
type listsWeb struct {
	host     string
	pages    int
	sitemaps int
}

func (w *listsWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w *listsWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.pages++
	return &fetch.Response{URL: url, Status: 200, Body: []byte("<title>" + url + "</title><p>page " + url)}, nil
}

func (w *listsWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	var n int
	var list []string
	switch path := weburl.Path(url); path {
	case "/robots.txt":
		return &fetch.Response{Status: 200, Body: []byte("Sitemap: http://" + w.host + "/index.xml")}, nil
	case "/index.xml":
		for n := range 600 {
			list = append(list, fmt.Sprintf("http://%s/list-%d.xml", w.host, n))
		}
		w.sitemaps++
		return &fetch.Response{Status: 200, Body: []byte(sitemapIndex(list...))}, nil
	default:
		fmt.Sscanf(path, "/list-%d.xml", &n)
	}
	w.sitemaps++
	for page := range 500 {
		list = append(list, fmt.Sprintf("http://%s/page/%d", w.host, n*500+page))
	}
	return &fetch.Response{Status: 200, Body: []byte(urlset(list...))}, nil
}

// TestSitemapsAreEarnedByPages crawls a host of 600 sitemaps for ten minutes: pages have most of its turns, and it gets more
// sitemaps asked for where these have led to relevant pages.
func TestSitemapsAreEarnedByPages(t *testing.T) {
	asked := make(map[bool]int)
	for _, relevant := range []bool{false, true} {
		w := &listsWeb{host: "lists.test"}
		clock := crawler.NewVirtual(time.Unix(1e9, 0), nil)
		p := finished(t, t.Context(), crawler.Parts{
			Frontier: memory(t, frontier.DefaultOptions()), Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: clock,
			Judge: func(*features.Page) float64 {
				if relevant {
					return 1
				}
				return 0
			},
		}, limits(func(l *crawler.Limits) { l.Workers, l.Time = 1, 10*time.Minute }), 0, []string{"http://lists.test/"})
		asked[relevant] = w.sitemaps
		t.Logf("relevant %v: %d pages, %d sitemaps, %d links", relevant, w.pages, w.sitemaps, p.Frontier.Known)
		if w.sitemaps > 3+w.pages/3 || w.pages < 450 {
			t.Errorf("%d sitemaps and %d pages in ten minutes", w.sitemaps, w.pages)
		}
	}
	if asked[true] <= 2*asked[false] {
		t.Errorf("%d sitemaps where they lead to relevant pages, %d where they do not", asked[true], asked[false])
	}
}

// hangingWeb has hosts that never answer, whatever ends.
type hangingWeb struct{ end chan struct{} }

func (hangingWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w hangingWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	<-w.end
	return nil, &fetch.Error{Kind: fetch.Reset, URL: url, Err: errors.New("over")}
}

func (w hangingWeb) File(ctx context.Context, url string, _ int64) (*fetch.Response, error) {
	return w.Fetch(ctx, url)
}

// TestEveryEndIsBounded ends a crawl whose workers all hang, beyond their context, by its time and by a stop.
func TestEveryEndIsBounded(t *testing.T) {
	for _, most := range []time.Duration{20 * time.Second, crawler.NoLimit} {
		synctest.Test(t, func(t *testing.T) {
			w := hangingWeb{make(chan struct{})}
			f, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			c, err := crawler.New(crawler.Parts{Frontier: f, Fetcher: w, Strategy: ranker.BreadthFirst{}, Judge: func(*features.Page) float64 { return 1 }}, limits(func(l *crawler.Limits) { l.Time = most }), 0)
			if err != nil {
				t.Fatal(err)
			}
			var seeds []string
			for n := range 17 {
				seeds = append(seeds, fmt.Sprintf("http://hanging%d.test/", n))
			}
			if err := c.Seed(seeds); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			want := crawler.EndStopped
			if most != crawler.NoLimit {
				ctx, want = t.Context(), crawler.EndTime
			}
			begin := time.Now()
			if err := c.Run(ctx); err != nil {
				t.Error(err)
			}
			if took := time.Since(begin); took > 32*time.Second || c.Progress().Ended != want {
				t.Errorf("ended after %v by %q, want %q", took, c.Progress().Ended, want)
			}
			close(w.end)
			synctest.Wait()
		})
	}
}

// deadWeb has hosts that refuse connections and hosts that answer.
type deadWeb struct {
	asked map[string]int
}

func (*deadWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w *deadWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.asked[url]++
	switch weburl.Host(url) {
	case "dead.test":
		return nil, &fetch.Error{Kind: fetch.Connect, URL: url, Err: errors.New("connection refused")}
	case "tired.test":
		if w.asked[url] == 1 {
			return &fetch.Response{URL: url, Status: 503}, nil
		}
	}
	return &fetch.Response{URL: url, Status: 200, Body: []byte("<p>a page")}, nil
}

func (*deadWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: 404}, nil
}

// TestCrawlEndsWhenOnlyDeadHostsAreLeft waits for Limits.Wait and says what for. A host that fails once is tried again
// before that; --wait forever waits until the links are given up.
func TestCrawlEndsWhenOnlyDeadHostsAreLeft(t *testing.T) {
	run := func(wait time.Duration, seeds ...string) (p crawler.Progress, took time.Duration, w *deadWeb) {
		synctest.Test(t, func(t *testing.T) {
			w = &deadWeb{asked: make(map[string]int)}
			f, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			begin := time.Now()
			p = finished(t, t.Context(), crawler.Parts{
				Frontier: f, Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Judge: func(*features.Page) float64 { return 1 },
			}, limits(func(l *crawler.Limits) { l.Workers, l.Wait = 1, wait }), 0, seeds)
			took = time.Since(begin)
		})
		return p, took, w
	}
	p, took, _ := run(30*time.Second, "http://dead.test/", "http://live.test/", "http://dead.test/2")
	if p.Ended != crawler.EndStalled || took < 30*time.Second || took > 40*time.Second {
		t.Errorf("ended by %q after %v", p.Ended, took)
	}
	if len(p.Waiting) != 1 || p.Waiting[0].Links != 2 || p.Waiting[0].Host != "dead.test" || p.Waiting[0].Why != "connect: connection refused" || p.Waiting[0].After <= 0 {
		t.Errorf("waiting: %+v", p.Waiting)
	}
	if p.Errors == 0 {
		t.Error("no error is counted")
	}
	p, _, w := run(30*time.Second, "http://tired.test/")
	if p.Ended != crawler.EndEmpty || w.asked["http://tired.test/"] != 2 {
		t.Errorf("%q, asked %v", p.Ended, w.asked)
	}
	p, took, _ = run(crawler.NoLimit, "http://dead.test/")
	if p.Ended != crawler.EndEmpty || took < time.Minute {
		t.Errorf("ended by %q after %v", p.Ended, took)
	}
}

// proxyWeb stands for a proxy, or this machine, that is out of order for a while.
type proxyWeb struct {
	until time.Time
	kind  fetch.Kind
	asked int
}

func (*proxyWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w *proxyWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.asked++
	if time.Now().Before(w.until) {
		return nil, &fetch.Error{Kind: w.kind, URL: url, Err: errors.New("out of order")}
	}
	return &fetch.Response{URL: url, Status: 200, Body: []byte("<p>a page")}, nil
}

func (w *proxyWeb) File(ctx context.Context, url string, _ int64) (*fetch.Response, error) {
	return w.Fetch(ctx, url)
}

// TestTroubleOfOurOwnBlamesNoHost has a proxy fail, and this machine run out of files. No link and no host is given up. If
// the outage passes, all pages are fetched. If not, the crawl ends and says why.
func TestTroubleOfOurOwnBlamesNoHost(t *testing.T) {
	for kind, end := range map[fetch.Kind]crawler.End{fetch.Proxy: crawler.EndProxy, fetch.Local: crawler.EndLocal} {
		for long, want := range map[time.Duration]crawler.End{20 * time.Second: crawler.EndEmpty, time.Hour: end} {
			synctest.Test(t, func(t *testing.T) {
				w := &proxyWeb{until: time.Now().Add(long), kind: kind}
				f, err := frontier.Open(frontier.NewMemory(), options(func(o *frontier.Options) { o.HostFailures, o.Retries = 1, 1 }), time.Now())
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				p := finished(t, t.Context(), crawler.Parts{
					Frontier: f, Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Judge: func(*features.Page) float64 { return 1 },
				}, limits(func(l *crawler.Limits) { l.Workers = 1 }), 0, []string{"http://a.test/", "http://b.test/"})
				if p.Ended != want || p.Frontier.Dropped > 0 || p.Frontier.DeadHosts > 0 || w.asked > 20 {
					t.Errorf("%s for %v: ended by %q after %d requests; %+v", kind, long, p.Ended, w.asked, p.Frontier)
				}
				if want == end && p.Trouble != string(kind)+": out of order" {
					t.Errorf("told as %q", p.Trouble)
				}
			})
		}
	}
}
