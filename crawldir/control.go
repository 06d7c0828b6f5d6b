package crawldir

import (
	"context"
	"fmt"
	"time"

	"gannet/crawldir/api"
	"gannet/crawldir/overview"
	"gannet/frontier"
)

// Control tells the crawl to do something. It may be called at any time from any goroutine.
func (c *Crawl) Control(verb api.Verb) error {
	crawl := c.assembled.Load()
	if crawl == nil {
		return errNotOpen
	}
	switch verb {
	case api.Pause:
		c.log.Info("a user pauses the crawl")
		crawl.Pause()
	case api.Resume:
		c.log.Info("a user resumes the crawl")
		crawl.Resume()
	case api.Stop:
		c.log.Info("a user stops the crawl")
		c.stop()
	default:
		return fmt.Errorf("a crawl cannot be told to %q", verb)
	}
	return nil
}

// untilStopped returns a context that ends with ctx, or when the crawl is told to stop.
func (c *Crawl) untilStopped(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(c.stopped, cancel)
	return ctx, func() {
		release()
		cancel()
	}
}

// hosts returns hosts of the frontier.
func (c *Crawl) hosts(q frontier.HostQuery) (*api.HostList, error) {
	crawl := c.assembled.Load()
	if crawl == nil {
		return nil, errNotOpen
	}
	rows, total := crawl.Hosts(q)
	return &api.HostList{Total: total, Hosts: rows}, nil
}

// overview says how the crawl is.
func (c *Crawl) overview() (*overview.Overview, error) {
	in := overview.Input{Running: true, Now: time.Now()}
	if crawl := c.assembled.Load(); crawl != nil {
		p := crawl.Progress()
		in.Progress, in.Hosts, in.Now = &p, crawl.HostCounts(), c.clock.Now()
		c.tracker.Sample(crawl.Load())
	}
	if s := c.written.Load(); s != nil {
		in.Rate, in.Said = s.Rate, s.Time
	}
	return c.tracker.Of(overview.Source{Store: c.store, Postings: c.store.Postings()}, in)
}
