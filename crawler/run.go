package crawler

import (
	"context"
	"errors"
	"sync"
	"time"

	"gannet/crawler/reason"
	"gannet/frontier"
)

// Run crawls until a budget is spent, no link is left, all remaining links wait for hosts that fail, or ctx is done. It then lets visits
// that have begun finish, for Limits.Drain at most. The remaining links stay in the frontier for the next run. Progress says why the crawl
// ended. Run returns an error only if the crawl could not go on, for example because the disk cannot be written.
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
	c.activity.awaitKeeper(0)
	if err == nil && end != EndStopped {
		err = d.renewVerdictsAtEnd(context.WithoutCancel(ctx))
	}
	err = errors.Join(err, c.activity.failed())
	if err != nil {
		end = EndFailed
		c.activity.fail(err)
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

// End is the reason why a crawl has ended, or "" while it runs.
type End string

// These are the reasons why a crawl ends. It ends by EndStalled, EndFailing, EndProxy and EndLocal only after Limits.Wait.
const (
	// EndPages says why a crawl has ended: the page budget is spent.
	EndPages End = End(reason.EndPages)
	// EndDry says why a crawl has ended: so few of the latest pages are relevant that the crawl is no longer worth it; see package dry.
	EndDry End = End(reason.EndDry)
	// EndTime says why a crawl has ended: the time budget is spent.
	EndTime End = End(reason.EndTime)
	// EndEmpty says why a crawl has ended: no link is left in the queue.
	EndEmpty End = End(reason.EndEmpty)
	// EndStopped says why a crawl has ended: somebody stopped the crawl.
	EndStopped End = End(reason.EndStopped)
	// EndStalled says why a crawl has ended: for the time of Limits.Wait, all remaining links had failed or belonged to hosts that do not
	// answer.
	EndStalled End = End(reason.EndStalled)
	// EndFailing says why a crawl has ended: for the time of Limits.Wait, all remaining links had failed although their hosts answer, for
	// example with status 500.
	EndFailing End = End(reason.EndFailing)
	// EndBlocked says why a crawl has ended: all remaining links belong to hosts that a user has blocked.
	EndBlocked End = End(reason.EndBlocked)
	// EndProxy says why a crawl has ended: the proxy refused the crawl's requests for the time of Limits.Wait.
	EndProxy End = End(reason.EndProxy)
	// EndLocal says why a crawl has ended: this machine had no files or ports for connections for the time of Limits.Wait.
	EndLocal End = End(reason.EndLocal)
	// EndFailed says why a crawl has ended: the crawl could not go on because of an error.
	EndFailed End = End(reason.EndFailed)
)

// A WaitingHost is a host for which a stalled crawl waits: its links, like all others that remain, have failed or cannot be requested now.
type WaitingHost struct {
	frontier.HostWait
	Why string `json:"why"` // how the latest request failed
}

// maxWaitingHosts is how many waiting hosts Progress lists.
const maxWaitingHosts = 10

// stall remembers since when all remaining links belong to hosts that fail.
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

// over returns why the crawl is over, or "".
func (d *dispatcher) over(ctx context.Context, now time.Time) End {
	switch {
	case d.activity.failed() != nil:
		return EndFailed
	case ctx.Err() != nil:
		return EndStopped
	case d.watched == nil && !d.askForPages() && d.PagesLeft() == 0:
		return EndPages
	case d.watched == nil && d.limits.UntilDry && d.tally.ranDry():
		return EndDry
	case d.timeLeft(now) == 0:
		return EndTime
	case d.watched != nil:
		return ""
	}
	return d.outage.over(now, d.limits.Wait)
}

// timeLeft is what remains of the time budget, or an hour if there is no limit.
func (d *dispatcher) timeLeft(now time.Time) time.Duration {
	limit := time.Duration(d.budgets.time.Load())
	if limit == NoLimit {
		return time.Hour
	}
	return max(0, limit-now.Sub(d.start))
}

// holdBack waits if no link may be taken now. It returns true if it had to wait.
func (d *dispatcher) holdBack(ctx context.Context, now time.Time) bool {
	visiting, keeping := d.activity.outstanding()
	left := d.timeLeft(now)
	if d.activity.isPaused() {
		d.waitForWorker(ctx, left)
		return true
	}
	if d.rendering != nil && d.allBusy() { // a lease that waits for a worker would hold a host whose response a worker may wait for
		d.waitForWorker(ctx, min(left, slowAfter))
		return true
	}
	if d.watched == nil && d.maySpendPages(now, visiting, keeping) {
		if d.virtual != nil && keeping > 0 {
			d.activity.awaitKeeper(0)
		} else {
			d.waitForChange(ctx, min(left, slowAfter))
		}
		return true
	}
	if d.allBusy() {
		wait := slowAfter
		if visiting+d.activity.retiredWorkers() >= d.limits.Workers { // else a worker is about to be free
			wait = d.slowHosts.untilOverShare(now)
		}
		if wait > 0 {
			d.waitForWorker(ctx, min(wait, left))
		}
		return wait > 0
	}
	pause := d.outage.pause(now)
	if pause > 0 {
		d.waitForChange(ctx, min(pause, left))
	}
	return pause > 0
}

// maySpendPages reports whether the visits under way may use up the page budget. Visits at slow hosts do not count, because other pages may be kept
// before theirs.
func (d *dispatcher) maySpendPages(now time.Time, visiting, keeping int) bool {
	quick := visiting - d.slowHosts.workers(now)
	left := d.PagesLeft()
	return left != NoLimit && quick+keeping >= left
}

// idle waits until a link may be taken; the frontier expects that after wait. If the crawl is over instead, it returns why, otherwise "".
func (d *dispatcher) idle(ctx context.Context, now time.Time, wait time.Duration, empty bool) End {
	visiting, keeping := d.activity.outstanding()
	busy := visiting+keeping > 0
	if empty && !busy && d.watched == nil {
		return d.emptyEnd()
	}
	left, over := d.stalled(now, wait)
	if over && !busy {
		return d.stalledEnd(now)
	}
	left = min(left, d.timeLeft(now))
	switch {
	case d.virtual != nil && visiting == 0 && keeping > 0 && (empty || over || wait == 0):
		d.activity.awaitKeeper(0)
	case (empty || wait == 0) && busy:
		d.waitForChange(ctx, left)
	case wait == 0:
		d.clock.Wait(ctx, left, d.activity.wake)
	default:
		d.clock.Wait(ctx, min(wait, left), d.activity.wake)
	}
	return ""
}

// emptyEnd returns why the crawl ends when it has no link left that may be taken.
func (d *dispatcher) emptyEnd() End {
	if d.frontier.Held().Links > 0 {
		return EndBlocked
	}
	return EndEmpty
}

// stalledEnd returns why the crawl ends without waiting for the links that are left.
func (d *dispatcher) stalledEnd(now time.Time) End {
	for _, w := range d.frontier.Waits(now) {
		if w.Fails {
			return EndStalled
		}
	}
	return EndFailing
}

// stalled reports whether the crawl has waited for Limits.Wait while every remaining link had failed or was of a host that fails. If no link can be
// taken before Limits.Wait is over, the crawl does not wait at all: wait is the time until one can be taken, or 0 if that is not known. A crawl with
// revisits never ends for this reason. left is how long the dispatcher may wait until its next try.
func (d *dispatcher) stalled(now time.Time, wait time.Duration) (left time.Duration, over bool) {
	since, begins := d.stall.update(now, d.frontier.Stalled(now))
	if begins {
		d.logWaitingHosts(now)
	}
	if since.IsZero() || d.limits.Wait == NoLimit || d.watched != nil {
		return time.Hour, false
	}
	left = since.Add(d.limits.Wait).Sub(now)
	return max(left, time.Second), left <= 0 || wait > left
}

func (d *dispatcher) logWaitingHosts(now time.Time) {
	for _, w := range d.waitingHosts(now) {
		what := "waiting for a host that does not answer"
		if !w.Fails {
			what = "waiting to request again what failed"
		}
		d.log.Info(what, "host", w.Host, "links", w.Links, "why", w.Why, "again_in", w.After.Round(time.Second))
	}
}

// waitForChange returns when the state of the crawl has changed, or after d. In virtual time only the next response ends it.
func (d *dispatcher) waitForChange(ctx context.Context, long time.Duration) {
	if d.virtual != nil {
		long = forever
	}
	d.clock.Wait(ctx, long, d.activity.wake)
}

// waitForWorker does what waitForChange does, but virtual time does not pass.
func (d *dispatcher) waitForWorker(ctx context.Context, long time.Duration) {
	if d.virtual == nil {
		d.clock.Wait(ctx, long, d.activity.wake)
		return
	}
	d.virtual.goOn()
	select {
	case <-d.activity.wake:
	case <-ctx.Done():
	}
}
