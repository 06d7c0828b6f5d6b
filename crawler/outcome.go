package crawler

import (
	"errors"

	"gannet/crawler/reason"
	"gannet/frontier"
)

// An outcome is what a step of a visit returns: go on with the next step, or how the lease ends.
type outcome struct {
	way        way
	end        frontier.Outcome // with endLease
	priority   float32          // with yieldLease
	afterwards func()           // called when the lease has ended; may be nil
}

// way says what becomes of a lease.
type way uint8

const (
	goOn       way = iota // the visit still has the lease
	endLease              // it ends with an outcome of the frontier's
	yieldLease            // its link is queued again with a lower priority
	toKeeper              // it ends when the keeper has answered for the page
	lostLease             // there is nothing to end: the frontier took it back, or leaves it to the next run
)

var (
	next     = outcome{}
	handOver = outcome{way: toKeeper}
	lost     = outcome{way: lostLease}
	// unvisited puts a link back that no visit has begun with.
	unvisited = endWith(frontier.Outcome{Result: frontier.Requeue, Unasked: true})
	// finished ends a lease whose link needs no other visit.
	finished = endWith(frontier.Outcome{Result: frontier.Finish})
)

func endWith(o frontier.Outcome) outcome { return outcome{way: endLease, end: o} }

// endsVisit reports whether no further step may follow.
func (o outcome) endsVisit() bool { return o.way != goOn }

// endLease ends a lease. Nothing else does, so each lease ends once: here after a visit, or when the keeper answers.
func (c *Crawl) endLease(lease frontier.Lease, o outcome) {
	now := c.clock.Now()
	switch o.way {
	case endLease:
		c.checkFrontier(c.frontier.Done(now, lease.ID, o.end))
	case yieldLease:
		c.checkFrontier(c.frontier.Yield(now, lease.ID, o.priority))
	}
	if o.afterwards != nil {
		o.afterwards()
	}
}

// checkFrontier ends the crawl when the frontier has failed. An expired lease is no failure: another visit has its link.
func (c *Crawl) checkFrontier(err error) {
	if err != nil && !errors.Is(err, frontier.ErrNoLease) {
		c.activity.fail(err)
	}
}

// refuse counts by a reason that the visit's link gives no page. The link of a page is asked and refused once a visit.
func (v *visit) refuse(why reason.Reason) {
	v.tally.countReason(why)
	v.refusal = why
}

// settleAsked counts the link of the visit if it was asked: it was requested, or refused without a request. The page that
// the keeper has is counted when the keeper answers.
func (v *visit) settleAsked(o outcome) {
	page := v.trail.kind == kindPage || v.trail.kind == kindListed || v.isList
	if !page || !v.requested && v.refusal == "" {
		return
	}
	v.tally.asked.Add(1)
	switch {
	case o.way == toKeeper && !v.isList || v.kept:
	case v.refusal != "":
		v.tally.countRefusal(v.refusal)
	default:
		v.tally.countRefusal(reason.Stopped)
	}
}
