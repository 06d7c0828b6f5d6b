package crawler_test

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
)

func TestMain(m *testing.M) {
	if err := useStore(); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// useStore keeps a posting and reads it. All stores of a process share channels, which are made at the first use. Bubbles of testing/synctest may use
// channels from outside, but nothing outside may use those of a bubble.
func useStore() error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(filepath.Join(dir, "crawl.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Put([]*store.Page{{URL: "http://a.test/", Postings: []*postings.Found{{Job: &job.Posting{URL: "http://a.test/", Title: "Rope Maker"}}}}})
	if err != nil {
		return err
	}
	_, err = db.Postings().Get(1)
	return err
}

// hostileRig is a crawl of a generated web in a bubble of testing/synctest: time-outs, pauses and back-offs are those
// of a real crawl, all by default, and cost nothing.
type hostileRig struct {
	web     *testweb.Web
	log     testweb.Recorder
	client  *fetch.Client // fetches from the web in memory
	dns     *fetch.Client // resolves its names, as a client of a real network does
	clock   crawler.Clock
	keeper  crawler.Keeper
	scope   map[string]bool // hosts whose pages are fetched; nil: all
	workers int             // 0: by default

	mu    sync.Mutex // guards pages
	pages map[string]bool
}

func newHostileRig(t *testing.T, o testweb.Options) *hostileRig {
	t.Helper()
	r := &hostileRig{clock: crawler.Wall{}, pages: make(map[string]bool)}
	o.OnRequest = r.log.Record
	r.web = testweb.New(o)
	var err error
	options := fetch.DefaultOptions()
	options.Transport = r.web
	if r.client, err = fetch.New(options); err != nil {
		t.Fatal(err)
	}
	options = fetch.DefaultOptions()
	options.Lookup, options.ResolveFor = hostileNames{r.web}, 10*time.Second
	if r.dns, err = fetch.New(options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.client.Close)
	t.Cleanup(r.dns.Close)
	return r
}

// hostileNames is the DNS of a generated web.
type hostileNames struct{ web *testweb.Web }

func (n hostileNames) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	addr := n.web.Addr(host)
	if host == "localhost" {
		addr = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	if !addr.IsValid() {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return []netip.Addr{addr}, nil
}

func (r *hostileRig) Resolve(ctx context.Context, host string) (netip.Addr, error) {
	return r.dns.Resolve(ctx, host)
}

func (r *hostileRig) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	return r.client.Fetch(ctx, url)
}

func (r *hostileRig) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	return r.client.File(ctx, url, limit)
}

func (r *hostileRig) watch(v crawler.JudgedPage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pages[v.URL] = true
}

// follows says whether links to a URL are followed: those to the hosts in scope, and to names of no host of this web.
func (r *hostileRig) follows(url string) bool {
	host := weburl.Host(url)
	return r.scope == nil || r.scope[host] || !strings.HasSuffix(host, ".test")
}

// crawl crawls for so long.
func (r *hostileRig) crawl(t *testing.T, o frontier.Options, long time.Duration, seeds []string) crawler.Progress {
	t.Helper()
	f, err := frontier.Open(frontier.NewMemory(), o, r.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return finished(t, t.Context(), crawler.Parts{
		Frontier: f, Fetcher: r, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: r.clock,
		Judge: func(*features.Page) float64 { return 1 }, Keeper: r.keeper, Watch: r.watch, Scope: crawler.ScopeFunc(r.follows),
	}, limits(func(l *crawler.Limits) {
		l.Time, l.Wait, l.Workers = long, crawler.NoLimit, cmp.Or(r.workers, l.Workers)
	}), 0, seeds)
}

// homes gives the home pages of hosts, and takes these hosts for the scope.
func (r *hostileRig) homes(hosts []string) (urls []string) {
	r.scope = make(map[string]bool)
	for _, host := range hosts {
		r.scope[host] = true
		urls = append(urls, "http://"+host+"/")
	}
	return urls
}

// good gives n hosts of at most size pages that behave and that robots.txt does not close.
func (r *hostileRig) good(n, size int) (hosts []string) {
	sizes := make(map[string]int)
	for i := range r.web.Pages() {
		sizes[weburl.Host(r.web.Page(i))]++
	}
	for i := r.web.Hosts() - 1; i >= 0 && len(hosts) < n; i-- {
		host := r.web.Host(i)
		if r.web.Trap(host) == "" && sizes[host] <= size && r.web.Robots("http://"+host+"/") {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// reachable gives the pages that a crawl from the home pages of hosts has to come to without leaving them, by what the
// web says is true.
func (r *hostileRig) reachable(hosts []string) map[string]bool {
	found := make(map[string]bool)
	var queue []string
	see := func(url string) {
		if canonical, err := weburl.Canonical(url); err == nil && !found[canonical] && slices.Contains(hosts, weburl.Host(canonical)) && r.web.Robots(canonical) {
			found[canonical] = true
			queue = append(queue, canonical)
		}
	}
	for _, host := range hosts {
		see("http://" + host + "/")
	}
	pages := make(map[string]bool)
	for len(queue) > 0 {
		url := queue[0]
		queue = queue[1:]
		if to, moved := r.web.Redirect(url); moved {
			see(to)
			continue
		}
		links := r.web.Links(url)
		if links != nil {
			pages[url] = true
		}
		for _, l := range links {
			if !l.NoFollow {
				see(l.URL)
			}
		}
	}
	return pages
}

// checkGood holds that all pages of good hosts were fetched.
func (r *hostileRig) checkGood(t *testing.T, hosts []string) {
	t.Helper()
	pages := r.reachable(hosts)
	missed := 0
	for url := range pages {
		if !r.pages[url] {
			if missed++; missed < 5 {
				t.Errorf("%s was not fetched", url)
			}
		}
	}
	if missed > 0 || len(pages) < 10*len(hosts) {
		t.Errorf("%d of %d pages of good hosts were not fetched", missed, len(pages))
	}
}
