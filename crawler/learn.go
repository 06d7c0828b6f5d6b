package crawler

import (
	"gannet/features"
	"gannet/frontier"
)

// learn tells a strategy that learns of a page, and gives the links that are worth more or less for it their new
// priority.
func (c *Crawl) learn(t *trail, page *features.Page, probability float64) {
	if c.learner == nil {
		return
	}
	c.learner.Learn(t.source(page, probability))
	c.revise()
}

// revise gives links that a strategy values anew their priority.
func (c *Crawl) revise() {
	revised := c.learner.Revised()
	orders := make([]frontier.Order, len(revised))
	for i, r := range revised {
		orders[i] = frontier.Order(r)
	}
	c.check(c.Frontier.Reorder(c.Clock.Now(), orders))
}

// sunk says whether a leased link is worth less than when its priority was last set, so that others may come first.
// Then it is queued again.
func (c *Crawl) sunk(lease frontier.Lease) bool {
	if c.learner == nil || lease.Priority == seedPriority {
		return false
	}
	priority, ok := c.learner.Revise(lease.URL)
	if !ok || priority >= lease.Priority {
		return false
	}
	c.check(c.Frontier.Yield(c.Clock.Now(), lease.ID, priority))
	return true
}
