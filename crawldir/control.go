package crawldir

import (
	"context"
	"time"

	"gannet/crawldir/api"
	"gannet/crawldir/overview"
	"gannet/crawler/scope"
	"gannet/frontier"
)

// Control carries out a command to the crawl. It may be called at any time from any goroutine. If the crawl cannot obey the command, the
// error is api.ErrCommand and nothing is changed.
func (c *Crawl) Control(command api.Command) (*api.Done, error) {
	if c.assembled.Load() == nil {
		return nil, errNotOpen
	}
	if err := command.Check(); err != nil {
		return nil, err
	}
	c.told.mu.Lock()
	defer c.told.mu.Unlock()
	todo, err := c.plan(command)
	if err != nil {
		return nil, err
	}
	if err := c.keepControl(command, todo); err != nil {
		return nil, err
	}
	c.log.Info("a user tells the crawl", "verb", command.Verb, "values", command.Values)
	if err := todo.apply(); err != nil {
		return nil, err
	}
	return &api.Done{Sentence: todo.sentence()}, nil
}

// change is what a command does.
type change struct {
	rules    *scope.Rules      // that hold from now on; nil: those of before
	scope    *scope.Scope      // of rules
	seeds    []string          // that are added
	settings map[string]string // that are kept for the next run
	apply    func() error
	sentence func() string // what was done, once it is
}

// plan returns what a command does. c.told.mu is held.
func (c *Crawl) plan(command api.Command) (change, error) {
	switch command.Verb {
	case api.Pause:
		return c.simply("the crawl is paused", c.crawl.Pause), nil
	case api.Resume:
		return c.simply("the crawl goes on", c.crawl.Resume), nil
	case api.Stop:
		return c.simply("the crawl stops", c.stop), nil
	case api.Block:
		return c.block(command.Values)
	case api.Unblock:
		return c.unblock(command.Values)
	case api.Exclude:
		return c.exclude(command.Values)
	case api.Allow:
		return c.allow(command.Values)
	case api.Seed:
		return c.addSeeds(command.Values)
	}
	return c.changeBudgets(command.Values)
}

// simply returns a change that is not stored for later runs.
func (c *Crawl) simply(sentence string, do func()) change {
	return change{sentence: func() string { return sentence }, apply: func() error {
		do()
		return nil
	}}
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

// overview returns the overview of the crawl.
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
