package crawler

import (
	"context"
	"errors"
	"time"

	"gannet/crawler/reason"
	"gannet/frontier"
)

// dispatcher gives leases to workers. One goroutine runs it, so every choice of a link knows all links found before.
type dispatcher struct {
	*Crawl
	leases chan frontier.Lease
	slots  chan struct{} // one element for each worker that is busy or retired
	pages  *pageRequests // of pages that are rendered; nil without a browser
}

// newDispatcher readies the dispatcher of a crawl.
func newDispatcher(c *Crawl) *dispatcher {
	return &dispatcher{Crawl: c, leases: make(chan frontier.Lease), slots: make(chan struct{}, c.limits.Workers)}
}

// dispatch takes a lease and gives it to a worker until the crawl is over.
func (d *dispatcher) dispatch(ctx context.Context) (End, error) {
	for {
		lease, end, err := d.nextLease(ctx)
		if end != "" || err != nil {
			return end, err
		}
		if ofRendering(lease) {
			d.pages.start(lease)
			continue
		}
		if !d.takeSlot(ctx) {
			d.endLease(lease, unvisited)
			continue
		}
		suspect := d.underway.suspects(lease.URL)
		if suspect && !d.awaitVisits(ctx, 1) {
			<-d.slots
			d.endLease(lease, unvisited)
			continue
		}
		d.activity.visitBegins()
		d.leases <- lease
		if suspect {
			d.awaitVisits(ctx, 0)
		}
	}
}

// work makes visits until no lease is left, or the worker has to retire. A retired worker keeps its slot.
func (d *dispatcher) work(ctx context.Context) {
	for lease := range d.leases {
		d.visit(ctx, lease, d.activity.visitEnds)
		if d.activity.mustRetire() {
			return
		}
		<-d.slots
		d.activity.notify()
	}
}

// nextLease waits for a lease. If there will be none any more, end says why.
func (d *dispatcher) nextLease(ctx context.Context) (lease frontier.Lease, end End, err error) {
	for {
		d.standStill(ctx)
		now := d.clock.Now()
		if end := d.over(ctx, now); end != "" {
			return lease, end, nil
		}
		if err := d.renewVerdicts(ctx); err != nil {
			return lease, EndFailed, err
		}
		if d.holdBack(ctx, now) {
			continue
		}
		if err := d.pushRevisits(now); err != nil {
			return lease, EndFailed, err
		}
		lease, wait, err := d.take(now)
		switch {
		case err == nil && ofRendering(lease):
			return lease, "", nil // a page waits for it, and holds a worker
		case err == nil:
			o := d.turnAway(lease, now)
			if !o.endsVisit() {
				return lease, "", nil
			}
			d.endLease(lease, o)
		case !errors.Is(err, frontier.ErrEmpty) && !errors.Is(err, frontier.ErrWait):
			return lease, EndFailed, err
		default:
			if end := d.idle(ctx, now, wait, errors.Is(err, frontier.ErrEmpty)); end != "" {
				return lease, end, nil
			}
		}
	}
}

// standStill returns, in virtual time, once no visit is running and the keeper has answered for all pages but as many as one transaction keeps, or
// half of the pages if these are fewer. So the choice of the next link does not depend on the machine. In real time it returns at once.
func (d *dispatcher) standStill(ctx context.Context) {
	if d.virtual == nil {
		return
	}
	d.virtual.awaitVisits(ctx, d.activity.wake)
	behind := min(keepBatch, d.activity.claims()/2)
	if d.watched != nil { // a visit of a posting depends on what was kept of the visit before
		behind = 0
	}
	d.activity.awaitKeeper(behind)
}

// turnAway ends a lease that no worker may have now: its link killed the process before, or its host is slow.
func (d *dispatcher) turnAway(lease frontier.Lease, now time.Time) outcome {
	if d.underway.doomed(lease.URL) {
		d.tally.countReason(reason.Killer)
		d.tally.asked.Add(1)
		d.tally.countRefusal(reason.Killer)
		d.log.Warn("a page is given up that ended the process three times in a row", "url", lease.URL)
		o := endWith(frontier.Outcome{
			Result: frontier.Drop, Unasked: true, Note: Note{Reason: reason.Killer, Attempts: lease.Attempt, Time: now}.encode(),
		})
		o.afterwards = func() {
			d.underway.forget(lease.URL)
			d.watched.drop(lease)
		}
		return o
	}
	if wait := d.underway.delay(lease.URL); wait > 0 {
		if lease.Revisit {
			return d.watched.putOff(lease, now)
		}
		return endWith(frontier.Outcome{Result: frontier.Requeue, After: wait, Unasked: true})
	}
	visits, _ := d.activity.outstanding()
	if !d.slowHosts.admits(lease.Host, now, visits, d.hasLinks) {
		d.frontier.SetAwaited(lease.Host, false)
		d.tally.countReason(reason.SlowHost)
		return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: slowRest, Unasked: true})
	}
	if !lease.Revisit && !d.families.admits(lease.ID, lease.Host, viaOf(lease.Data), now) {
		return d.waitForCopyShare(lease.Host)
	}
	return next
}

func (d *dispatcher) hasLinks(host string) bool {
	links, _, _ := d.frontier.Queue(host)
	return links > 0
}

// takeSlot waits for a free worker. If slow hosts hold more workers than their share, it takes one from them. It returns
// false if the crawl is over before.
func (d *dispatcher) takeSlot(ctx context.Context) bool {
	if d.allBusy() {
		d.slowHosts.preempt(d.clock.Now())
	}
	return d.waitUntil(ctx, func() bool {
		select {
		case d.slots <- struct{}{}:
			return true
		default:
			return false
		}
	}, d.waitForWorker)
}

func (d *dispatcher) allBusy() bool { return len(d.slots) == cap(d.slots) }

// awaitVisits waits until no more than the given number of visits are under way. It returns false if the crawl is over before.
func (d *dispatcher) awaitVisits(ctx context.Context, most int) bool {
	return d.waitUntil(ctx, func() bool { return len(d.slots)-d.activity.retiredWorkers() <= most }, d.waitForChange)
}

// waitUntil waits for a condition that a change of the crawl brings about. It returns false if the crawl is over before.
func (d *dispatcher) waitUntil(ctx context.Context, done func() bool, wait func(context.Context, time.Duration)) bool {
	for !done() {
		now := d.clock.Now()
		if d.over(ctx, now) != "" {
			return false
		}
		wait(ctx, d.timeLeft(now))
	}
	return true
}

// load returns the number of visits, for which virtual time has to wait, and whether every worker has one.
func (d *dispatcher) load() (visits int, full bool) {
	visits, _ = d.activity.outstanding()
	return visits, visits >= d.limits.Workers
}
