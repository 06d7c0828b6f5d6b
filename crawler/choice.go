package crawler

import (
	"cmp"

	"gannet/ranker"
)

// choice says why a link was taken. The store keeps it with the page.
type choice struct {
	priority float32 // what the strategy gave the link at that moment
	queued   float32 // its priority in the frontier, which may be older
	trail    replayTrail
	// grandparent is what the page's links had as the topic probability of the page before its source page. A renewal may
	// have changed that since the page's own link was found.
	grandparent float32
	link        string                 // that led here by redirects or as a canonical URL; "" if the page's own did
	terms       []ranker.Reason        // of priority, if the strategy is a Learner that knew the link
	later       func() []ranker.Reason // makes terms; nil if they are made
}

// replayTrail is what of a page's trail its links need when they are ranked again.
type replayTrail struct{ inherited, parent, grandparent float32 }

// choose records why the visit's link is taken, before the link is requested. A Learner changes its mind with every page, so
// it measures the link now. The terms are made of it if the page is kept. Other strategies give the same terms again at any
// time.
func (v *visit) choose() {
	if v.keeper == nil || v.lease.Priority == seedPriority {
		return
	}
	v.choice = &choice{
		priority: v.lease.Priority, queued: v.lease.Priority,
		trail: replayTrail{v.trail.inherited, v.trail.parent, v.trail.grandparent}, grandparent: v.trail.grandparent,
	}
	origin, err := decodeChoice(v.trail.origin)
	if err == nil {
		v.choice.priority, v.choice.link, v.choice.terms = origin.priority, origin.link, origin.terms
		v.choice.trail = origin.trail
	}
	learner := v.learner()
	if learner == nil {
		return
	}
	if priority, later, ok := learner.ReasonsOf(v.lease.URL); ok {
		v.choice.priority, v.choice.later = priority, later
	}
}

// encodeWith encodes the choice of a page whose links had this grandparent when they were ranked.
func (c *choice) encodeWith(grandparent float32) []byte {
	if c != nil {
		c.grandparent = grandparent
	}
	return c.encode()
}

// ofSuccessor encodes the choice for the link that a link led to.
func (c *choice) ofSuccessor(link string) []byte {
	if c == nil {
		return nil
	}
	next := *c
	next.link = cmp.Or(c.link, link)
	return next.encode()
}
