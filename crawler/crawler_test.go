package crawler_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
	"gannet/store"
)

const topicName = "beekeeping"

// rig is a generated web with all that a crawl of it needs.
type rig struct {
	web    *testweb.Web
	log    *testweb.Recorder
	client *fetch.Client
	clock  *crawler.Virtual

	mu     sync.Mutex // guards visits
	visits []crawler.JudgedPage
}

func newRig(t *testing.T, o testweb.Options) *rig {
	t.Helper()
	return newTimedRig(t, o, crawler.FixedLatency(100*time.Millisecond))
}

// newTimedRig has a web whose answers take what took says.
func newTimedRig(t *testing.T, o testweb.Options, took func(url string) time.Duration) *rig {
	t.Helper()
	r := &rig{log: &testweb.Recorder{}, clock: crawler.NewVirtual(time.Unix(1e9, 0), took)}
	o.OnRequest, o.Now = r.log.Record, r.clock.Now
	r.web = testweb.New(o)
	options := fetch.DefaultOptions()
	options.Transport, options.Now, options.MaxBody = r.web, r.clock.Now, 1<<20
	client, err := fetch.New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	r.client = client
	return r
}

// Resolve gives the generated web's addresses, so that its hosts share some.
func (r *rig) Resolve(_ context.Context, host string) (netip.Addr, error) {
	return r.web.Addr(host), nil
}

func (r *rig) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	return r.client.Fetch(ctx, url)
}

func (r *rig) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	return r.client.File(ctx, url, limit)
}

// parts judges by the web's own truth, so that tests of the crawl are none of the classifier.
func (r *rig) parts(t *testing.T, f *frontier.Frontier, s ranker.Strategy) crawler.Parts {
	return crawler.Parts{
		Frontier: f, Fetcher: r, Strategy: s, Clock: r.clock,
		Robots: robots.New("gannet"),
		Judge: func(p *features.Page) float64 {
			if r.web.Relevant(topicName, p.URL) {
				return 1
			}
			return 0
		},
		Watch: func(v crawler.JudgedPage) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.visits = append(r.visits, v)
		},
	}
}

// options returns the default rules of a frontier as change leaves them.
func options(change func(*frontier.Options)) frontier.Options {
	o := frontier.DefaultOptions()
	o.Lease = 1000 * time.Hour // virtual hours may pass while the keeper writes
	change(&o)
	return o
}

// asUsual changes nothing.
func asUsual(*frontier.Options) {}

// noPauses has hosts asked at once.
func noPauses(o *frontier.Options) { o.Delay, o.DelayFactor = 0, 0 }

func memory(t *testing.T, o frontier.Options) *frontier.Frontier {
	t.Helper()
	f, err := frontier.Open(frontier.NewMemory(), o, time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func (r *rig) run(t *testing.T, ctx context.Context, p crawler.Parts, l crawler.Limits, kept int) crawler.Progress {
	t.Helper()
	return finished(t, ctx, p, l, kept, r.web.Seeds(topicName, 5))
}

// limits returns the default limits, changed.
func limits(change func(*crawler.Limits)) crawler.Limits {
	l := crawler.DefaultLimits()
	change(&l)
	return l
}

// addsUp holds that each link that was asked is kept, or refused for one reason, and that all reasons are known.
func addsUp(t *testing.T, p crawler.Progress) {
	t.Helper()
	sum := p.Pages
	for why, n := range p.Refused {
		if row, ok := reason.Of(reason.Reason(why)); !ok || row.Of != reason.Refused {
			t.Errorf("links refused for %q, which is no refusal", why)
		}
		sum += n
	}
	for why := range p.Reasons {
		if reason.Reason(why).Sentence() == "" {
			t.Errorf("counted by %q, which is no reason", why)
		}
	}
	if p.Ended != "" && reason.Reason(p.Ended).Sentence() == "" {
		t.Errorf("ended for %q, which is no reason", p.Ended)
	}
	if p.Asked != sum || p.Asked < p.Fetched {
		t.Errorf("%d links asked, %d requested, but %d kept or refused: %d pages, %v", p.Asked, p.Fetched, sum, p.Pages, p.Refused)
	}
}

// finished runs a crawl to its end.
func finished(t *testing.T, ctx context.Context, p crawler.Parts, l crawler.Limits, kept int, seeds []string) crawler.Progress {
	t.Helper()
	c, err := crawler.New(p, l, kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Seed(seeds); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(ctx); err != nil {
		t.Fatal(err)
	}
	done := c.Progress()
	addsUp(t, done)
	return done
}

func (r *rig) urls() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	urls := make([]string, len(r.visits))
	for i, v := range r.visits {
		urls[i] = v.URL
	}
	return urls
}

func TestParentHarvestsMoreThanBreadthFirst(t *testing.T) {
	harvest := make(map[string]float64)
	for _, s := range []ranker.Strategy{ranker.BreadthFirst{}, ranker.Parent{}} {
		r := newRig(t, testweb.DefaultOptions(3))
		p := r.run(t, t.Context(), r.parts(t, memory(t, options(noPauses)), s), limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.SitemapURLs = 400, 1, 0 }), 0)
		if p.Pages != 400 {
			t.Fatalf("%s: %d pages, want the budget of 400", s.Name(), p.Pages)
		}
		harvest[s.Name()] = p.HarvestRate()
	}
	if harvest["parent"] < harvest["bfs"]+.1 {
		t.Errorf("harvest rates %v: parent should be well above bfs", harvest)
	}
}

func TestOneWorkerInVirtualTimeIsDeterministic(t *testing.T) {
	var first []string
	for range 2 {
		r := newRig(t, testweb.DefaultOptions(5))
		r.run(t, t.Context(), r.parts(t, memory(t, options(asUsual)), ranker.Parent{}), limits(func(l *crawler.Limits) { l.Pages, l.Workers = 150, 1 }), 0)
		if first == nil {
			first = r.urls()
		} else if !slices.Equal(first, r.urls()) {
			t.Error("two crawls with one seed differ")
		}
	}
}

// busy is a fetcher on a machine that has other things to do now and then.
type busy struct{ crawler.Fetcher }

func (b busy) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	time.Sleep(rand.N(time.Millisecond))
	return b.Fetcher.Fetch(ctx, url)
}

// TestVirtualTimeIsNotTheMachines crawls with many workers, whose order is that of the answers by the crawl's clock and
// has nothing to do with how long the machine takes for each.
func TestVirtualTimeIsNotTheMachines(t *testing.T) {
	var first []string
	for range 3 {
		r := newTimedRig(t, testweb.DefaultOptions(5), crawler.RandomLatency(time.Second, 1))
		p := r.parts(t, memory(t, options(asUsual)), ranker.Parent{})
		p.Fetcher = busy{r}
		r.run(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Pages, l.Workers = 300, 8 }), 0)
		if n := len(r.urls()); n != 300 { // two requests to slow hosts are under way at the end
			t.Errorf("%d pages, want the budget of 300", n)
		}
		if first == nil {
			first = r.urls()
		} else if !slices.Equal(first, r.urls()) {
			t.Errorf("of %d pages %d come in the order of the first crawl", len(first), inPlace(first, r.urls()))
		}
	}
}

func TestBudgetsAreExactWithManyWorkers(t *testing.T) {
	r := newRig(t, testweb.DefaultOptions(7))
	p := r.run(t, t.Context(), r.parts(t, memory(t, options(func(o *frontier.Options) { o.PerHost = 9 })), ranker.Parent{}), limits(func(l *crawler.Limits) { l.Pages, l.Workers = 200, 8 }), 0)
	if p.Pages != 200 {
		t.Errorf("%d pages, want 200", p.Pages)
	}
	hosts := make(map[string]int)
	for _, v := range r.visits {
		u := v.URL[len("http://"):]
		host := u[:slices.Index([]byte(u), '/')]
		if hosts[host]++; hosts[host] > 9 {
			t.Errorf("%d pages of %s, want at most 9", hosts[host], host)
		}
	}
}

func TestTimeBudgetIsKeptByTheCrawlsClock(t *testing.T) {
	r := newRig(t, testweb.DefaultOptions(7))
	p := r.run(t, t.Context(), r.parts(t, memory(t, options(asUsual)), ranker.Parent{}), limits(func(l *crawler.Limits) { l.Time, l.Workers = 30*time.Second, 1 }), 0)
	if p.Elapsed < 30*time.Second || p.Elapsed > 31*time.Second {
		t.Errorf("ended after %v, want 30 s", p.Elapsed)
	}
	if p.Pages == 0 {
		t.Error("no pages")
	}
}

// What the servers saw: no host and no address asked twice at once or too soon, no forbidden page, no page twice.
func TestServersSeeAPoliteCrawl(t *testing.T) {
	r := newRig(t, testweb.DefaultOptions(11))
	r.run(t, t.Context(), r.parts(t, memory(t, options(asUsual)), ranker.Parent{}), limits(func(l *crawler.Limits) { l.Pages, l.Workers = 500, 8 }), 0)
	for name, key := range map[string]func(testweb.Request) string{"host": testweb.ByHost, "address": testweb.ByAddr} {
		for who, p := range r.log.Politeness(key) {
			if p.Concurrent > 1 || p.Requests > 1 && p.Gap < time.Second {
				t.Errorf("%s %s: %+v, want one connection and a gap of 1 s", name, who, p)
			}
		}
	}
	seen := make(map[string]bool)
	for _, q := range r.log.Requests() {
		url := "http://" + q.Host + q.Path
		if seen[url] {
			t.Errorf("%s fetched twice", url)
		}
		seen[url] = true
		if q.Path != "/robots.txt" && !r.web.Robots(url) {
			t.Errorf("%s fetched although robots.txt forbids it", url)
		}
	}
}

func TestStoppedCrawlGoesOnWithoutFetchingTwice(t *testing.T) {
	r := newRig(t, testweb.DefaultOptions(13))
	db, err := store.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f := memory(t, options(asUsual))
	for want := 100; want <= 300; want += 100 {
		held, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		keeper := crawler.NewStoreKeeper(db, nil)
		p := r.parts(t, f, ranker.Parent{})
		p.Keeper = keeper
		watch := p.Watch
		p.Watch = func(v crawler.JudgedPage) {
			if watch(v); want < 300 && len(r.urls()) >= want {
				cancel() // an interrupt, in the middle of work
			}
		}
		r.run(t, ctx, p, limits(func(l *crawler.Limits) { l.Pages, l.Workers = 300, 4 }), held.Pages)
		keeper.Close()
		cancel()
	}
	held, err := db.Stats()
	if err != nil {
		t.Fatal(err)
	}
	if held.Pages != 300 {
		t.Errorf("%d pages kept, want 300", held.Pages)
	}
	urls := r.urls()
	slices.Sort(urls)
	if n := len(slices.Compact(slices.Clone(urls))); n != len(urls) {
		t.Errorf("%d of %d pages were fetched twice", len(urls)-n, len(urls))
	}
}

// A crash between keeping a page and its Done: the frontier still has the link, the page is kept.
func TestKeptPageIsReadFromTheStoreNotTheWeb(t *testing.T) {
	r := newRig(t, testweb.DefaultOptions(17))
	db, err := store.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	crawl := func(pages int) {
		keeper := crawler.NewStoreKeeper(db, nil)
		defer keeper.Close()
		held, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		p := r.parts(t, memory(t, options(asUsual)), ranker.Parent{})
		p.Keeper = keeper
		r.run(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Pages, l.Workers = pages, 1 }), held.Pages)
	}
	crawl(50)
	before := len(r.visits)
	crawl(80) // with a frontier that has lost everything
	again := make(map[string]bool)
	for _, v := range r.visits[:before] {
		again[v.URL] = true
	}
	for _, v := range r.visits[before:] {
		if again[v.URL] {
			t.Errorf("%s was fetched again", v.URL)
		}
	}
	if len(r.visits) == before {
		t.Error("the second crawl found nothing: the links of kept pages were lost")
	}
}

type brokenKeeper struct{}

var errDisk = errors.New("no space left on device")

func (brokenKeeper) Keep(_ *store.Page, done func(store.Result, error)) {
	done(store.Result{}, errDisk)
}
func (brokenKeeper) KeepSitemap(_ *store.Lesson, done func(error)) { done(errDisk) }
func (brokenKeeper) Recall(string) (*store.Page, error)            { return nil, nil }

func TestCrawlEndsWhenPagesCannotBeKept(t *testing.T) {
	r := newRig(t, testweb.DefaultOptions(1))
	f := memory(t, options(asUsual))
	p := r.parts(t, f, ranker.Parent{})
	p.Keeper = brokenKeeper{}
	c, err := crawler.New(p, crawler.DefaultLimits(), 0)
	if err != nil {
		t.Fatal(err)
	}
	seeds := r.web.Seeds(topicName, 1)
	if err := c.Seed(seeds); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); !errors.Is(err, errDisk) {
		t.Fatalf("Run gave %v, want the keeper's error", err)
	}
	if p := c.Progress(); p.Ended != crawler.EndFailed || !strings.Contains(p.Failure, errDisk.Error()) {
		t.Errorf("Progress says %q, %q", p.Ended, p.Failure)
	}
	if s := f.State(seeds[0]); s == frontier.Fetched {
		t.Error("the page that was not kept counts as fetched")
	}
}

func TestNewRefusesWhatCannotWork(t *testing.T) {
	if _, err := crawler.New(crawler.Parts{}, crawler.DefaultLimits(), 0); err == nil {
		t.Error("a crawl without parts was made")
	}
	r := newRig(t, testweb.DefaultOptions(0))
	if _, err := crawler.New(r.parts(t, memory(t, options(asUsual)), ranker.Parent{}), limits(func(l *crawler.Limits) { l.Threshold = 2 }), 0); err == nil {
		t.Error("a threshold of 2 was accepted")
	}
}
