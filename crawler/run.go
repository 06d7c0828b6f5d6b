package crawler

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Run crawls until a budget is spent, no link is left, all remaining links wait for hosts that fail, or ctx is done. Visits
// are then finished, for Limits.Drain at most, and the remaining links stay in the frontier for the next run. Progress
// tells why the crawl ended. Run returns the error that made it useless to go on, such as a disk that cannot be written.
func (c *Crawl) Run(ctx context.Context) error {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	d := newDispatcher(c)
	var workers sync.WaitGroup
	for range c.limits.Workers {
		workers.Go(func() { d.work(work) })
	}
	d.pages = c.servePages(work)
	defer d.pages.stop()
	c.virtual.attach(d.load)
	end, err := d.dispatch(ctx)
	if end == EndPages { // visits that go on would keep more pages than wanted
		cancel()
	}
	c.virtual.detach() // after cancel: which answers are too late must not depend on the machine
	d.stopPreparing()
	close(d.leases)
	c.drain(&workers, cancel)
	c.activity.awaitKeeper()
	if err == nil && end != EndStopped {
		err = d.renewVerdictsAtEnd(context.WithoutCancel(ctx))
	}
	err = errors.Join(err, c.activity.failed())
	if err != nil {
		end = EndFailed
	}
	c.activity.end(end)
	return err
}

// drainGrace is how long workers have to return after their requests were cancelled.
const drainGrace = time.Second

// drain waits until all workers have returned. After Limits.Drain it cancels their requests. A worker that still does not
// return is left behind, and the next run fetches its link again.
func (c *Crawl) drain(workers *sync.WaitGroup, cancel context.CancelFunc) {
	returned := make(chan struct{})
	go func() {
		workers.Wait()
		close(returned)
	}()
	for _, d := range []time.Duration{c.limits.Drain, drainGrace} {
		timer := time.NewTimer(d)
		select {
		case <-returned:
			timer.Stop()
			return
		case <-timer.C:
			cancel()
		}
	}
	c.log.Warn("pages under way do not end, and are left to the next run")
}
