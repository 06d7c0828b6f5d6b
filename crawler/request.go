package crawler

import (
	"context"
	"errors"
	"time"

	"gannet/crawler/fetch"
	"gannet/frontier"
)

// request makes one request under a lease, to the lease's host, and starts the clocks of host and address when it is over.
// Everything that is asked of anybody goes through here: pages, robots.txt, sitemaps, seed pages, and what redirects lead
// to. page says that it is one.
func (c *Crawl) request(ctx context.Context, lease frontier.Lease, page bool, get func(context.Context) (*fetch.Response, error)) (*fetch.Response, error) {
	begin := c.clock.Now()
	flying, end := c.flights.begin(ctx, lease, page, begin)
	arrived := c.underway.waits(lease.URL)
	resp, err := get(flying)
	arrived()
	now := c.clock.Now()
	preempted := end(now)
	c.frontier.SetAwaited(lease.Host, !c.flights.slowHost(lease.Host))
	var failure *fetch.Error
	if errors.As(err, &failure) && failure.Unsent {
		begin = now // nobody was reached who might need a longer rest
	}
	c.release(lease, begin)
	if err != nil && preempted && ctx.Err() == nil {
		return nil, errPreempted
	}
	if c.trouble.note(now, err) && errors.Is(err, fetch.Local) {
		c.retire()
	}
	return resp, err
}

// mayAsk says whether a lease is to be handed to a worker. If not, it has ended when mayAsk returns.
func (c *Crawl) mayAsk(lease frontier.Lease, now time.Time) bool {
	if c.underway.doomed(lease.URL) {
		c.tally.refuse("page ended the process three times (dropped)")
		c.log.Warn("a page is given up that ended the process three times in a row", "url", lease.URL)
		c.done(lease, frontier.Outcome{Result: frontier.Drop, Unasked: true})
		c.underway.forget(lease.URL)
		return false
	}
	if wait := c.underway.delay(lease.URL); wait > 0 {
		c.done(lease, frontier.Outcome{Result: frontier.Requeue, After: wait, Unasked: true})
		return false
	}
	if !c.flights.admits(lease.Host, now, c.waits) {
		c.tally.refuse("slow host (waits for a worker)")
		c.frontier.SetAwaited(lease.Host, false)
		c.done(lease, frontier.Outcome{Result: frontier.Requeue, Rest: slowRest, Unasked: true})
		return false
	}
	return true
}

// waits says whether links of a host wait.
func (c *Crawl) waits(host string) bool {
	links, _, _ := c.frontier.Queue(host)
	return links > 0
}

// retire has a worker end, unless it is the last one: this machine has not enough files for all.
func (c *Crawl) retire() {
	c.changed(func() {
		if left := c.limits.Workers - c.retired; left > 1 {
			c.retired++
			c.retiring++
			c.log.Warn("this machine allows no more open files or connections: going on with fewer workers; `ulimit -n` says how many files are allowed",
				"workers", left-1)
		}
	})
}

// retires says whether a worker that has just become free is to end. It keeps its token then.
func (c *Crawl) retires() (yes bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if yes = c.retiring > 0; yes {
		c.retiring--
	}
	return yes
}

// release says that the lease's connection, open since begin, is over: the clocks of its host and address start.
func (c *Crawl) release(lease frontier.Lease, begin time.Time) {
	now := c.clock.Now()
	c.check(c.frontier.Release(now, lease.ID, now.Sub(begin)))
	c.changed(func() {}) // the host may be asked again while the page is being made
}
