package crawler

import (
	"sync/atomic"
	"time"
)

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

// PagesLeft is how many pages may still be kept, or NoLimit.
func (c *Crawl) PagesLeft() int {
	limit := c.pageLimit()
	if limit == NoLimit {
		return NoLimit
	}
	return max(0, limit-int(c.tally.kept.Load()))
}

// Allowance gives a crawl on several machines its parts of their common page budget.
type Allowance interface {
	// More returns how many pages more this machine may keep. With 0, spent says whether the budget is: if not, the caller
	// asks again later.
	More() (pages int, spent bool)
}

// askForPages raises the limit of pages while it is about to be reached, as far as the Allowance gives. It returns true if more
// may come.
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

// SetPages changes Limits.Pages. It may be called at any time, as all methods of this file.
func (c *Crawl) SetPages(n int) {
	c.budgets.pages.Store(int64(n))
	c.activity.notify()
}

// SetTime changes Limits.Time.
func (c *Crawl) SetTime(d time.Duration) {
	c.budgets.time.Store(int64(d))
	c.activity.notify()
}

// Started returns when the time of Limits.Time began, by the crawl's clock.
func (c *Crawl) Started() time.Time { return c.start }

// SetPerDay changes how many requests a day a crawl makes, which must have Revisits; 0: any number.
func (c *Crawl) SetPerDay(n int) {
	c.watched.setPerDay(n)
	c.activity.notify()
}

// SetDelay changes the shortest pause between two requests of a host or address.
func (c *Crawl) SetDelay(d time.Duration) { c.frontier.SetLeastDelay(d) }

// Block asks no host any more for which blocked is true. Its links wait, and other hosts are let go.
func (c *Crawl) Block(blocked func(host string) bool) {
	c.frontier.Hold(blocked)
	c.activity.notify()
}
