package crawler

import (
	"context"
	"errors"
	"sync"
	"time"

	"gannet/crawler/reason"
	"gannet/frontier"
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

// End says why a crawl ended. It is "" while the crawl runs.
type End string

// The reasons why a crawl ends. EndStalled, EndFailing, EndProxy and EndLocal come after Limits.Wait.
const (
	EndPages   End = End(reason.EndPages)
	EndDry     End = End(reason.EndDry)
	EndTime    End = End(reason.EndTime)
	EndEmpty   End = End(reason.EndEmpty)
	EndStopped End = End(reason.EndStopped)
	EndStalled End = End(reason.EndStalled)
	EndFailing End = End(reason.EndFailing)
	EndBlocked End = End(reason.EndBlocked)
	EndProxy   End = End(reason.EndProxy)
	EndLocal   End = End(reason.EndLocal)
	EndFailed  End = End(reason.EndFailed)
)

// A WaitingHost is a host for which the crawl waits, because all remaining links failed or are of hosts that failed.
type WaitingHost struct {
	frontier.HostWait
	Why string `json:"why"` // how the latest request failed
}

// maxWaitingHosts is how many of them Progress lists.
const maxWaitingHosts = 10

// stall knows since when all remaining links are of hosts that fail.
type stall struct {
	mu    sync.Mutex // guards since
	since time.Time  // zero if there are other links
}

// update records whether the crawl is stalled, and returns since when it is. begins is true if it has just begun.
func (s *stall) update(now time.Time, stalled bool) (since time.Time, begins bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if begins = stalled && s.since.IsZero(); begins {
		s.since = now
	} else if !stalled {
		s.since = time.Time{}
	}
	return s.since, begins
}

func (s *stall) on() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.since.IsZero()
}

// waitingHosts lists the hosts for which a stalled crawl waits, those with most links first.
func (c *Crawl) waitingHosts(now time.Time) (list []WaitingHost) {
	if !c.stall.on() {
		return nil
	}
	for _, w := range c.frontier.Waits(now) {
		if len(list) == maxWaitingHosts {
			break
		}
		list = append(list, WaitingHost{HostWait: w, Why: c.failures.ofHost(w.Host)})
	}
	return list
}
