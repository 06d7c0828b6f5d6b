// Package crawler runs a focused crawl. It takes links from the frontier, fetches each politely, judges the page, keeps it
// and ranks its links, until a budget is spent or no link is left. New makes a Crawl; then call Seed and Run.
//
// A crash at any time loses nothing, because a visit writes in this order. The links of the page go to the frontier, the
// page goes to the keeper, and the lease ends last. If a link is leased again although its page is kept, the
// page is read from the keeper and not fetched.
package crawler

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/job/pdftext"
	"gannet/ranker"
	"gannet/store"
)

// Fetcher makes the HTTP requests of a crawl. *fetch.Client is the usual implementation.
type Fetcher interface {
	// Resolve returns the IP address that requests to host go to. It is the zero Addr if there is none.
	Resolve(ctx context.Context, host string) (netip.Addr, error)
	// Fetch makes one request for a page.
	Fetch(ctx context.Context, url string) (*fetch.Response, error)
	// File makes one request for at most limit bytes of any type.
	File(ctx context.Context, url string, limit int64) (*fetch.Response, error)
}

// Frontier holds the links that a crawl has still to fetch, and says which link to fetch next. *frontier.Frontier is the usual
// implementation; its methods document what those of any other must do.
type Frontier interface {
	Push(now time.Time, links []frontier.Link) (added int, err error)
	Reorder(now time.Time, orders []frontier.Order) error
	Take(now time.Time) (frontier.Lease, time.Duration, error)
	Reserve(now time.Time, id uint64, ip string) (bool, error)
	Release(now time.Time, id uint64, took time.Duration) error
	Made(now time.Time, id uint64) error
	Done(now time.Time, id uint64, o frontier.Outcome) error
	Yield(now time.Time, id uint64, priority float32) error

	PushRevisits(now time.Time, list []frontier.Revisit) error
	TakeRevisit(now time.Time) (frontier.Lease, time.Duration, error)
	TakeUrgent(now time.Time) (frontier.Lease, time.Duration, error)

	SetDelay(host string, d time.Duration)
	SetSlowdown(host string, factor float64)
	SetAwaited(host string, awaited bool)
	SetPatience(patience time.Duration, promise func(priority float32) (share float32, known bool))
	SetLeastDelay(d time.Duration)
	Hold(held func(host string) bool)

	Stats() frontier.Stats
	State(url string) frontier.State
	Queue(host string) (links int, best float32, ok bool)
	Find(url string) (frontier.Found, error)
	FindDropped(fingerprints []uint64) ([]frontier.DroppedLink, error)
	Hosts(now time.Time, q frontier.HostQuery) (rows []frontier.HostRow, total int)
	HostCounts(now time.Time) map[frontier.Standing]int
	Held() frontier.Held
	Stalled(now time.Time) bool
	Waits(now time.Time) []frontier.HostWait

	PrepareTaught()
	Taught() *frontier.Taught
}

// Keeper stores the pages of a crawl. Its methods are safe for concurrent use.
type Keeper interface {
	// Keep keeps a page. It calls done once the page is safe, with what became of it, or with the reason why it is not.
	Keep(p *store.Page, done func(store.Result, error))
	// KeepSitemap keeps what was learned from a sitemap. It calls done once the lesson is safe, or with the reason why it could not be kept.
	KeepSitemap(l *store.Lesson, done func(error))
	// Recall returns the page kept under this URL, or nil.
	Recall(url string) (*store.Page, error)
}

// Scope says which URLs a crawl may request. *scope.Scope is the usual implementation. The methods are safe for concurrent use. Scope is not
// asked about robots.txt, because no other URL of a host may be requested without it.
type Scope interface {
	// Page returns the rule that excludes a page at this depth, which is its number of links from a seed; "" if the page may be requested.
	Page(url string, depth int) (rule string)
	// Sitemap returns the rule that excludes a sitemap; "" if the sitemap may be requested.
	Sitemap(url string) (rule string)
}

// ScopeFunc is a Scope that admits exactly the URLs for which the function returns true.
type ScopeFunc func(url string) bool

// Page implements Scope: it returns a reason if the function does not admit the page.
func (f ScopeFunc) Page(url string, _ int) (rule string) { return f.Sitemap(url) }

// Sitemap implements Scope: it returns a reason if the function does not admit the sitemap.
func (f ScopeFunc) Sitemap(url string) (rule string) {
	if f(url) {
		return ""
	}
	return string(reason.OutOfScope) + "not admitted"
}

// Parts are the components from which New makes a crawl. Frontier, Fetcher, Judge and Strategy are needed; the others may be nil.
type Parts struct {
	Frontier        Frontier
	Fetcher         Fetcher
	Robots          *robots.Cache                                 // nil: robots.txt is not obeyed
	Purpose         permission.Purpose                            // what pages are for: what owners refuse for it is neither requested nor kept
	Mask            func(source []byte) []byte                    // changes the source of each page before it is read; nil: nothing is changed
	Read            func(*fetch.Response) (*features.Page, error) // nil: pages are read as HTML
	Judge           func(*features.Page) float64                  // the topic's probability
	Renewal         Renewal                                       // judges pages again; nil: verdicts stay
	JudgedAgain     uint64                                        // the latest lesson before the latest renewal of earlier runs, see Crawl.LatestLesson
	Strategy        ranker.Strategy
	Relevant        int                                  // how many pages of earlier runs are relevant, for Limits.UntilDry
	Keeper          Keeper                               // nil: pages are not kept
	Jobs            *Jobs                                // finds the postings on pages; nil: none are looked for
	Archive         Archive                              // takes what a browser made of pages; nil: it is not archived
	Rendering       *Rendering                           // makes pages as a browser does; nil: pages are read as they come
	Data            bool                                 // responses in JSON and XML are pages; with Jobs they are in any case
	PDF             pdftext.Reader                       // reads the PDF files on pages that show jobs; nil: they are not taken
	Clock           Clock                                // nil: Wall
	Log             *slog.Logger                         // nil: nothing is logged
	Watch           func(JudgedPage)                     // called for every page before its links are pushed, from many goroutines; may be nil
	Scope           Scope                                // which links may be followed; nil: all
	Underway        *Underway                            // which links an earlier run was visiting when it died; nil: unknown
	Revisits        *Revisits                            // asks again for what was fetched; nil: nothing is fetched twice
	OnReaderFailure func(url string, p *pageguard.Panic) // called for each page over which the reader panicked; may be nil
	Allowance       Allowance                            // of pages, beyond Limits.Pages; nil: none
}

// JudgedPage is a fetched page together with the probability that it is on topic.
type JudgedPage struct {
	URL         string
	Via         string // the page on which its link was found; "" for a seed
	Depth       int
	Page        *features.Page
	Says        permission.Record // what owners say about the page's use, of its site too
	Probability float64
}

// Crawl is one run of a crawl. Make it with New, add seeds with Seed, then call Run once.
type Crawl struct {
	frontier        Frontier
	fetcher         Fetcher
	robots          *robots.Cache
	readPage        func(*fetch.Response) (*features.Page, error)
	judging         judging
	lessons         lessons
	keeper          Keeper
	jobs            *Jobs
	archive         Archive    // may be nil
	rendering       *rendering // nil without Parts.Rendering
	scripted        scriptedPages
	pdf             pdftext.Reader
	data            bool
	clock           Clock
	virtual         *Virtual // the clock, or nil
	log             *slog.Logger
	watch           func(JudgedPage)
	onReaderFailure func(url string, p *pageguard.Panic)
	scope           Scope
	underway        *Underway

	purpose  permission.Purpose
	mask     func(source []byte) []byte
	limits   Limits
	budgets  budgets
	more     Allowance
	start    time.Time
	resumed  bool                // earlier runs have kept pages
	readers  sync.Pool           // of *features.Reader
	memory   *semaphore.Weighted // for the pages of visits, in bytes
	activity *activity
	tally    tally

	watched       *watching // nil without Revisits
	calibration   priorityCalibration
	repeats       repeats
	families      families
	slowHosts     *slowHosts
	sitemapCredit sitemapCredit
	appliedRobots appliedRobots
	askedRobots   origins // whose robots.txt is asked for now
	failures      failures
	outage        outage
	stall         stall
}

// New checks the parts and the limits, and returns a crawl that has not begun yet. kept is the number of pages that earlier runs of the crawl
// have stored.
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
		frontier: p.Frontier, fetcher: guardedFetcher{p.Fetcher}, robots: p.Robots, onReaderFailure: p.OnReaderFailure,
		keeper: p.Keeper, jobs: p.Jobs, archive: p.Archive, rendering: newRendering(p.Rendering), pdf: p.PDF, data: p.Data, clock: p.Clock, log: p.Log, watch: p.Watch, scope: p.Scope, underway: p.Underway,
		purpose: p.Purpose, mask: p.Mask, limits: l, start: p.Clock.Now(), resumed: kept > 0,
		memory: semaphore.NewWeighted(pageMemory), activity: newActivity(kept), slowHosts: newSlowHosts(l.Workers),
	}
	c.judging.renewal, c.judging.again = p.Renewal, p.JudgedAgain
	c.setVerdicts(p.Judge, p.Strategy)
	if p.Revisits != nil {
		c.watched = newWatching(p.Revisits, p.Jobs != nil)
	}
	c.virtual, _ = p.Clock.(*Virtual)
	if keeper, ok := c.keeper.(interface{ KeepAtOnce() }); ok && c.virtual != nil && c.watched != nil {
		keeper.KeepAtOnce()
	}
	c.readers.New = func() any { return &features.Reader{Agent: p.Robots.Agent()} }
	if p.Read == nil {
		p.Read = c.readWithReader
	}
	c.readPage = func(r *fetch.Response) (*features.Page, error) {
		page, err := pageguard.Get(func() (*features.Page, error) { return p.Read(r) })
		if err == nil && p.Jobs != nil {
			AddUnshown(page)
		}
		return page, err
	}
	c.tally.kept.Store(int64(kept))
	c.tally.harvest.AddEarlier(kept, p.Relevant)
	c.budgets.set(l)
	c.more = p.Allowance
	if l.Patience > 0 {
		c.frontier.SetPatience(l.Patience, c.promiseOf)
	}
	return c, nil
}

// Learns reports whether the crawl's strategy learns from the pages of the crawl.
func (c *Crawl) Learns() bool { return c.learner() != nil }

// WrapStrategy replaces the crawl's strategy by wrap(strategy), for example to observe its calls. Each strategy that a later renewal brings
// is wrapped, too. Call it once, before Run. If the strategy is a ranker.Learner, its wrapper must be one as well; but only Rank and
// Preview of the wrapper are called, and the crawl teaches the wrapped Learner directly.
func (c *Crawl) WrapStrategy(wrap func(ranker.Strategy) ranker.Strategy) {
	c.judging.wrap = wrap
	now := c.judging.now.Load()
	c.setVerdicts(now.judge, now.strategy)
}
