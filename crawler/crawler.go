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
	// Keep takes a page and calls done once it is safe, or with the reason why it is not. kept is false for a page
	// that was left out because its canonical page is kept.
	Keep(p *store.Page, done func(kept bool, err error))
	// Recall gives a page kept earlier under this URL, or nil.
	Recall(url string) (*store.Page, error)
}

// Parts are what a crawl is made of. Robots, Keeper, Jobs, Log, Watch and Scope may be nil; Read and Clock have defaults.
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
	Watch    func(Visit)           // called for every page judged, from many goroutines
	Scope    func(url string) bool // which links may be followed at all; default: all
}

// Limits are the budgets of a crawl. A zero field means its default.
type Limits struct {
	Pages     int           // pages to keep, those of earlier runs included; default: no limit
	Time      time.Duration // from the start of this run, by the crawl's clock; default: no limit
	Workers   int           // pages in the making at once; default 16
	Threshold float64       // topic probability from which a page counts as relevant; default 0.5
	Patience  time.Duration // how long a link waits for one that promises over twice as much and whose host rests; negative: never; default 10 s
	Depth     int           // links followed from a seed on the way to a page; negative: none; default: no limit
	Sitemap   int           // URLs taken from one sitemap; negative: none are asked; default 1,000, so that no host floods a focused crawl
	Drain     time.Duration // how long pages under way may take after a stop; default 10 s
}

func (l Limits) withDefaults() Limits {
	if l.Workers == 0 {
		l.Workers = 16
	}
	if l.Threshold == 0 {
		l.Threshold = 0.5
	}
	if l.Patience == 0 {
		l.Patience = 10 * time.Second
	}
	if l.Sitemap == 0 {
		l.Sitemap = 1000
	}
	if l.Drain == 0 {
		l.Drain = 10 * time.Second
	}
	return l
}

// Visit is one page as it was fetched and judged.
type Visit struct {
	URL         string
	Depth       int
	Page        *features.Page
	Probability float64
}

// Crawl is one run. Make it with New, seed it, then Run it once.
type Crawl struct {
	Parts
	limits  Limits
	learner ranker.Learner // the strategy, if it is one
	virtual *Virtual       // the clock, if it is one
	start   time.Time
	resumed bool      // earlier runs have kept pages
	readers sync.Pool // of *features.Reader, for the default Read
	similar similar
	promise promise
	heavy   sync.Mutex // held while a page of more than heavyBody is made
	ruled   ruled
	tally   tally

	wake   chan struct{} // has one element when something may have changed what Take would say
	tokens chan struct{} // one for each page that may be in the making

	mu      sync.Mutex // guards the fields below
	pending int        // visits and keeps that are not done yet
	making  int        // visits under way whose links are not pushed yet
	failure error      // the first one that ends the crawl
}

// New checks the parts and readies a crawl. kept is the number of pages that the keeper holds from earlier runs.
func New(p Parts, l Limits, kept int) (*Crawl, error) {
	if p.Frontier == nil || p.Fetcher == nil || p.Judge == nil || p.Strategy == nil {
		return nil, errors.New("crawler: a crawl needs a frontier, a fetcher, a judge and a strategy")
	}
	if l.Pages < 0 || l.Time < 0 || l.Workers < 0 || l.Threshold < 0 || l.Threshold > 1 {
		return nil, errors.New("crawler: limits cannot be negative, and the threshold is a probability")
	}
	if p.Clock == nil {
		p.Clock = Wall{}
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	c := &Crawl{Parts: p, limits: l.withDefaults(), start: p.Clock.Now(), resumed: kept > 0, wake: make(chan struct{}, 1)}
	c.learner, _ = p.Strategy.(ranker.Learner)
	c.virtual, _ = p.Clock.(*Virtual)
	c.readers.New = func() any { return features.NewReader() }
	if c.Read == nil {
		c.Read = c.read
	}
	c.tally.kept.Store(int64(kept))
	c.tokens = make(chan struct{}, c.limits.Workers)
	if c.limits.Patience > 0 {
		c.Frontier.SetPatience(c.limits.Patience, c.promise.worth)
	}
	return c, nil
}

// Seed puts the URLs where the crawl begins into the frontier, before all other links. URLs that the frontier knows
// from an earlier run stay as they are.
func (c *Crawl) Seed(urls []string) error {
	links := make([]frontier.Link, 0, len(urls))
	for _, raw := range urls {
		l, err := seedLink(raw)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		links = append(links, l)
	}
	_, err := c.Frontier.Push(c.Clock.Now(), links)
	return err
}

// Run crawls until a budget is spent, the frontier is empty, or ctx is done: then pages under way are finished, for
// at most Limits.Drain, and what remains is left in the frontier for the next run. It returns the error that made
// going on useless, such as a disk that cannot be written.
func (c *Crawl) Run(ctx context.Context) error {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(c.limits.Drain, cancel) })
	defer stop()

	jobs := make(chan frontier.Lease)
	var workers sync.WaitGroup
	for range c.limits.Workers {
		workers.Go(func() {
			for lease := range jobs {
				keep := c.visit(work, lease)
				c.changed(func() { c.making-- })
				if keep != nil {
					keep()
				}
				c.changed(func() { c.pending-- })
				<-c.tokens
			}
		})
	}
	c.virtual.begin(c.crew)
	err := c.dispatch(ctx, jobs)
	c.virtual.end()
	close(jobs)
	workers.Wait()
	c.settle()
	return errors.Join(err, c.failed())
}

// dispatch hands leases to workers, each when a worker is free, so that every choice knows all links found so far.
func (c *Crawl) dispatch(ctx context.Context, jobs chan<- frontier.Lease) error {
	for {
		select {
		case c.tokens <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		lease, ok, err := c.next(ctx)
		if !ok {
			<-c.tokens
			return err
		}
		jobs <- lease
	}
}

// next waits for a lease. ok is false when the crawl is over.
func (c *Crawl) next(ctx context.Context) (lease frontier.Lease, ok bool, err error) {
	for {
		c.virtual.rest(ctx, c.wake)
		now := c.Clock.Now()
		pending := c.outstanding()
		switch {
		case ctx.Err() != nil || c.failed() != nil || c.timeLeft(now) == 0:
			return lease, false, nil
		case c.limits.Pages > 0 && c.tally.kept.Load() >= int64(c.limits.Pages):
			return lease, false, nil
		case c.limits.Pages > 0 && c.tally.kept.Load()+int64(pending) >= int64(c.limits.Pages):
			c.await(ctx)
			continue
		}
		lease, wait, err := c.Frontier.Take(now)
		switch {
		case err == nil:
			c.changed(func() { c.making++; c.pending++ })
			return lease, true, nil
		case errors.Is(err, frontier.ErrEmpty) && pending == 0:
			return lease, false, nil
		case errors.Is(err, frontier.ErrEmpty), errors.Is(err, frontier.ErrWait) && wait == 0:
			c.await(ctx)
		case errors.Is(err, frontier.ErrWait):
			c.Clock.Wait(ctx, min(wait, c.timeLeft(now)), c.wake)
		default:
			return lease, false, err
		}
	}
}

// timeLeft is what remains of the time budget, at least an hour where there is none.
func (c *Crawl) timeLeft(now time.Time) time.Duration {
	if c.limits.Time == 0 {
		return time.Hour
	}
	return max(0, c.limits.Time-now.Sub(c.start))
}

// await returns once something of the crawl has changed.
func (c *Crawl) await(ctx context.Context) {
	c.Clock.Wait(ctx, forever, c.wake)
}

// changed makes a change to the state that c.mu guards and wakes the dispatcher.
func (c *Crawl) changed(change func()) {
	c.mu.Lock()
	change()
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *Crawl) outstanding() (pending int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pending
}

// crew counts the visits under way, and says whether every worker has one.
func (c *Crawl) crew() (visits int, full bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.making, c.making >= c.limits.Workers
}

// settle waits until every keep has been answered.
func (c *Crawl) settle() {
	for {
		if c.outstanding() == 0 {
			return
		}
		<-c.wake
	}
}

// fail ends the crawl: what is under way is finished, nothing new begins.
func (c *Crawl) fail(err error) {
	c.changed(func() {
		if c.failure == nil {
			c.failure = err
		}
	})
}

func (c *Crawl) failed() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure
}
