package crawler

import (
	"context"
	"time"
)

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

// holdBack waits if no link may be taken now. It returns true if it has waited.
func (d *dispatcher) holdBack(ctx context.Context, now time.Time) bool {
	visiting, keeping := d.activity.outstanding()
	left := d.timeLeft(now)
	if d.activity.isPaused() {
		d.waitForWorker(ctx, left)
		return true
	}
	if d.rendering != nil && d.allBusy() { // a lease that waits for a worker would hold a host whose answer a worker may wait for
		d.waitForWorker(ctx, min(left, slowAfter))
		return true
	}
	if d.watched == nil && d.maySpendPages(now, visiting, keeping) {
		d.waitForChange(ctx, min(left, slowAfter))
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

// maySpendPages reports whether the visits that go on may spend the page budget. Visits at slow hosts do not count: other
// pages may be kept before theirs.
func (d *dispatcher) maySpendPages(now time.Time, visiting, keeping int) bool {
	quick := visiting - d.slowHosts.workers(now)
	left := d.PagesLeft()
	return left != NoLimit && quick+keeping >= left
}

// idle waits until a link may be taken, which the frontier expects after wait. It returns why the crawl is over, or "".
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
	case (empty || wait == 0) && busy:
		d.waitForChange(ctx, left)
	case wait == 0:
		d.clock.Wait(ctx, left, d.activity.wake)
	default:
		d.clock.Wait(ctx, min(wait, left), d.activity.wake)
	}
	return ""
}

// emptyEnd says why no link is left that may be taken.
func (d *dispatcher) emptyEnd() End {
	if d.frontier.Held().Links > 0 {
		return EndBlocked
	}
	return EndEmpty
}

// stalledEnd says why the crawl does not wait for the links that are left.
func (d *dispatcher) stalledEnd(now time.Time) End {
	for _, w := range d.frontier.Waits(now) {
		if w.Fails {
			return EndStalled
		}
	}
	return EndFailing
}

// stalled reports whether the crawl has waited for Limits.Wait while all remaining links were of hosts that fail, or failed themselves. If
// none can be taken before Limits.Wait is over, it does not wait at all: wait is how long that takes, 0 if it is not known. A crawl that
// watches waits on. left is how long the dispatcher may wait before it asks again.
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

// waitForChange returns when the state of the crawl has changed, or after d. In virtual time only the next answer ends it.
func (d *dispatcher) waitForChange(ctx context.Context, long time.Duration) {
	if d.virtual != nil {
		long = forever
	}
	d.clock.Wait(ctx, long, d.activity.wake)
}

// waitForWorker is waitForChange without any passing of virtual time.
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
