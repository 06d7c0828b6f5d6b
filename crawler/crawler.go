// Package crawler runs a focused crawl: it leases links from the frontier, fetches each politely, judges the page,
// keeps it and ranks its links, until a budget is spent or nothing is left.
//
// Everything a crash could lose is written in an order that makes repeating it harmless: the links of a page go to
// the frontier first, the page to the keeper next, and only then is its lease done. A link that is leased again
// although its page is kept already is read from the keeper, not from the web.
package crawler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
	"gannet/store"
)

// Fetcher gets what a URL leads to; *fetch.Client is the usual one.
type Fetcher interface {
	// Resolve gives the IP address that host's requests go to, or the zero Addr where there is none.
	Resolve(ctx context.Context, host string) (netip.Addr, error)
	// Fetch makes one request for a page.
	Fetch(ctx context.Context, url string) (*fetch.Response, error)
	// File makes one request for at most limit bytes of any type.
	File(ctx context.Context, url string, limit int64) (*fetch.Response, error)
}

// Keeper keeps pages. Its methods are safe for concurrent use.
type Keeper interface {
	// Keep keeps a page. It calls done once the page is safe, with what became of it, or with the reason why it is not.
	Keep(p *store.Page, done func(store.Result, error))
	// Recall gives a page kept earlier under this URL, or nil.
	Recall(url string) (*store.Page, error)
}

// Parts are what a crawl is made of. Robots, Keeper, Jobs, Log, Watch, Scope and Underway may be nil; Read and Clock have
// defaults.
type Parts struct {
	Frontier *frontier.Frontier
	Fetcher  Fetcher
	Robots   *robots.Cache
	Read     func(*fetch.Response) (*features.Page, error)
	Judge    func(*features.Page) float64 // the topic's probability
	Strategy ranker.Strategy
	Keeper   Keeper
	Jobs     *Jobs // finds the postings that are kept with their pages
	Clock    Clock
	Log      *slog.Logger
	Watch    func(JudgedPage)      // called for every page judged, from many goroutines
	Scope    func(url string) bool // which links may be followed at all; default: all
	Underway *Underway             // which links were under way when an earlier run died; nil: nobody knows
}

// JudgedPage is one page as it was fetched and judged.
type JudgedPage struct {
	URL         string
	Depth       int
	Page        *features.Page
	Probability float64
}

// Crawl is one run. Make it with New, seed it, then Run it once.
type Crawl struct {
	frontier *frontier.Frontier
	fetcher  Fetcher
	robots   *robots.Cache // nil: robots.txt is not asked for
	read     func(*fetch.Response) (*features.Page, error)
	judge    func(*features.Page) float64
	strategy ranker.Strategy
	learner  ranker.Learner // the strategy, if it is one
	keeper   Keeper         // nil: pages are not kept
	jobs     *Jobs          // nil: no postings are looked for
	clock    Clock
	virtual  *Virtual // the clock, if it is one
	log      *slog.Logger
	watch    func(JudgedPage)
	scope    func(url string) bool
	underway *Underway

	limits  Limits
	start   time.Time
	resumed bool      // earlier runs have kept pages
	readers sync.Pool // of *features.Reader, for the default Read
	similar similar
	promise promise
	room    *semaphore.Weighted // for pages in the making, in bytes
	ruled   ruled
	tally   tally
	answers answers
	lists   lists
	flights *flights
	trouble trouble
	stall   stall

	wake   chan struct{} // has one element when something may have changed what Take would say
	tokens chan struct{} // one for each page that may be in the making

	mu       sync.Mutex // guards the fields below
	making   int        // visits under way of which not all is told yet
	keeping  int        // pages handed to the keeper that are not kept yet
	claimed  int        // pages that are kept or handed to the keeper
	retired  int        // workers that ended, or are to end, for want of files
	retiring int        // of these, those that are to end
	failure  error      // the first one that ends the crawl
	ended    End
}

// New checks the parts and readies a crawl. kept is the number of pages that the keeper holds from earlier runs.
func New(p Parts, l Limits, kept int) (*Crawl, error) {
	if p.Frontier == nil || p.Fetcher == nil || p.Judge == nil || p.Strategy == nil {
		return nil, errors.New("crawler: a crawl needs a frontier, a fetcher, a judge and a strategy")
	}
	if err := l.validate(); err != nil {
		return nil, err
	}
	if p.Clock == nil {
		p.Clock = Wall{}
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	c := &Crawl{
		frontier: p.Frontier, fetcher: p.Fetcher, robots: p.Robots, read: p.Read, judge: p.Judge, strategy: p.Strategy,
		keeper: p.Keeper, jobs: p.Jobs, clock: p.Clock, log: p.Log, watch: p.Watch, scope: p.Scope, underway: p.Underway,
		limits: l, start: p.Clock.Now(), resumed: kept > 0, wake: make(chan struct{}, 1),
	}
	c.learner, _ = p.Strategy.(ranker.Learner)
	c.virtual, _ = p.Clock.(*Virtual)
	c.readers.New = func() any { return features.NewReader() }
	if c.read == nil {
		c.read = c.readPage
	}
	c.tally.kept.Store(int64(kept))
	c.claimed = kept
	c.tokens = make(chan struct{}, c.limits.Workers)
	c.flights = newFlights(c.limits.Workers)
	c.room = semaphore.NewWeighted(pageMemory)
	if c.limits.Patience > 0 {
		c.frontier.SetPatience(c.limits.Patience, c.promise.worth)
	}
	return c, nil
}

// Learns reports whether the strategy learns in the crawl.
func (c *Crawl) Learns() bool { return c.learner != nil }

// WrapStrategy replaces the strategy that ranks links by what wrap returns for it. Call it before Run. A strategy that
// learns goes on learning itself, not through its wrapper.
func (c *Crawl) WrapStrategy(wrap func(ranker.Strategy) ranker.Strategy) {
	c.strategy = wrap(c.strategy)
}

// Seed puts the URLs where the crawl begins into the frontier, before all other links. One that was given up by an earlier
// run is tried again; the others that the frontier knows stay as they are.
func (c *Crawl) Seed(urls []string) error {
	links := make([]frontier.Link, 0, len(urls))
	for _, raw := range urls {
		l, err := seedLink(raw)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		l.AsNew = c.fruitless(l.URL)
		links = append(links, l)
	}
	_, err := c.frontier.Push(c.clock.Now(), links)
	return err
}

// fruitless says whether a seed, or what a seed redirects to, has given nothing so far: it was dropped or failed, or no page
// is kept at all. It says so once in a run.
func (c *Crawl) fruitless(url string) bool {
	return (c.frontier.State(url) != frontier.Fetched || c.tally.kept.Load() == 0) && c.answers.again(url)
}
