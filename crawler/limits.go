package crawler

import (
	"fmt"
	"sync/atomic"
	"time"
)

// NoLimit is the value of a limit in Limits that is switched off, so that there is no limit.
const NoLimit = -1

// Limits are the budgets of a crawl. A limit of 0 permits nothing, so start from DefaultLimits and change single fields. Pages, Time, Depth
// and Wait can be NoLimit.
type Limits struct {
	Pages       int           // pages to keep, earlier runs included
	Time        time.Duration // of this run, by the crawl's clock
	Workers     int           // visits at the same time
	Threshold   float64       // topic probability from which a page is relevant
	Patience    time.Duration // how long a link waits for a much better one whose host is about to be free; 0: never
	Depth       int           // links followed from a seed on the way to a page
	SitemapURLs int           // URLs taken from one sitemap; 0: sitemaps are not fetched
	Drain       time.Duration // how long visits may go on after the crawl has ended
	UntilDry    bool          // the crawl ends when it has run dry, see package dry; without Revisits
	Wait        time.Duration // how long the crawl waits when all remaining links failed or are of hosts that failed
}

// DefaultLimits returns the limits of a crawl whose user has set none.
func DefaultLimits() Limits {
	return Limits{
		Pages: NoLimit, Time: NoLimit, Depth: NoLimit,
		Workers:     16,
		Threshold:   0.5,
		Patience:    10 * time.Second,
		SitemapURLs: 1000, // more would flood a focused crawl with the pages of one host
		Drain:       8 * time.Second,
		Wait:        30 * time.Second,
	}
}

// validate checks each limit and those that depend on each other.
func (l Limits) validate() error {
	switch {
	case l.Pages < NoLimit || l.Time < NoLimit || l.Depth < NoLimit || l.Wait < NoLimit:
		return fmt.Errorf("crawler: limits %+v: pages, time, depth and wait are at least 0, or NoLimit", l)
	case l.Patience < 0 || l.SitemapURLs < 0 || l.Drain < 0:
		return fmt.Errorf("crawler: limits %+v: patience, sitemap URLs and drain cannot be negative", l)
	case l.Workers < 1:
		return fmt.Errorf("crawler: %d workers: at least 1 is needed", l.Workers)
	case !(l.Threshold >= 0 && l.Threshold <= 1):
		return fmt.Errorf("crawler: threshold %v is not a probability", l.Threshold)
	}
	return nil
}

// reachedBy reports whether links of a page at a depth are not followed.
func (l Limits) reachedBy(depth int) bool { return l.Depth != NoLimit && depth >= l.Depth }

// budgets are the limits that may change while a crawl runs.
type budgets struct {
	pages atomic.Int64
	time  atomic.Int64 // nanoseconds
}

func (b *budgets) set(l Limits) {
	b.pages.Store(int64(l.Pages))
	b.time.Store(int64(l.Time))
}

// pageLimit is Limits.Pages as it is now.
func (c *Crawl) pageLimit() int { return int(c.budgets.pages.Load()) }

// PagesLeft returns how many more pages the crawl may store, or NoLimit if there is no page budget.
func (c *Crawl) PagesLeft() int {
	limit := c.pageLimit()
	if limit == NoLimit {
		return NoLimit
	}
	return max(0, limit-int(c.tally.kept.Load()))
}

// Allowance gives out parts of one page budget that several machines of a crawl share.
type Allowance interface {
	// More returns how many further pages this machine may keep. If there are none, spent says whether the whole budget is spent; if it is not, the
	// caller tries again later.
	More() (pages int, spent bool)
}

// askForPages raises the page limit when it is about to be reached, by as much as the Allowance gives. It returns true if more may come.
func (d *dispatcher) askForPages() bool {
	if d.more == nil || d.PagesLeft() == NoLimit {
		return false
	}
	if d.PagesLeft() > 2*d.limits.Workers {
		return true
	}
	pages, spent := d.more.More()
	d.budgets.pages.Add(int64(pages))
	return !spent
}

// SetPages changes the page budget, Limits.Pages. It may be called at any time.
func (c *Crawl) SetPages(n int) {
	c.budgets.pages.Store(int64(n))
	c.activity.notify()
}

// SetTime changes the time budget, Limits.Time. It may be called at any time.
func (c *Crawl) SetTime(d time.Duration) {
	c.budgets.time.Store(int64(d))
	c.activity.notify()
}

// Started returns the time at which the time budget began to run, by the crawl's clock.
func (c *Crawl) Started() time.Time { return c.start }

// SetPerDay changes how many requests a day the crawl makes; 0 means no limit. Only a crawl with Parts.Revisits has this limit.
func (c *Crawl) SetPerDay(n int) {
	c.watched.setPerDay(n)
	c.activity.notify()
}

// SetDelay changes the shortest pause between two requests to a host or IP address.
func (c *Crawl) SetDelay(d time.Duration) { c.frontier.SetLeastDelay(d) }

// Block blocks all hosts for which blocked returns true: the crawl makes no requests to them, and their links wait in the queue. Hosts for
// which blocked returns false are unblocked.
func (c *Crawl) Block(blocked func(host string) bool) {
	c.frontier.Hold(blocked)
	c.activity.notify()
}
