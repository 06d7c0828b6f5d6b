package crawler

import (
	"cmp"
	"context"
	"slices"

	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
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
	c.check(c.frontier.Reorder(c.clock.Now(), orders))
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
	c.check(c.frontier.Yield(c.clock.Now(), lease.ID, priority))
	return true
}

// Teach tells a strategy that learns of the pages that earlier runs kept, in their order, and gives the links that were
// found there the priority that they had come to: the frontier has kept the first alone. Progress is told of every page.
func (c *Crawl) Teach(ctx context.Context, db *store.DB, progress func(pages int)) error {
	if c.learner == nil {
		return nil
	}
	return c.replay(ctx, db, progress, func(*ReplayedPage, []ranker.Score) error { return nil })
}

// replay ranks the links of all pages kept again, each page's before the next is told of, and gives the links that wait
// the priority that they had come to.
func (c *Crawl) replay(ctx context.Context, db *store.DB, progress func(pages int), use func(*ReplayedPage, []ranker.Score) error) error {
	h := NewHistory(db, c.strategy)
	last := make(map[uint64]float32)
	pages := 0
	err := h.Each(EndOfTime, func(t *ReplayedPage) error {
		scores, revised := h.Rank(t)
		for _, r := range revised {
			last[r.Fingerprint] = r.Priority
		}
		for i := range scores {
			if t.Source.Followed[i] && !scores[i].Skip {
				last[weburl.Fingerprint(t.Source.Page.Links[i].URL)] = scores[i].Priority
			}
		}
		if err := use(t, scores); err != nil {
			return err
		}
		pages++
		progress(pages)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	if c.learner == nil {
		return nil
	}
	orders := make([]frontier.Order, 0, len(last))
	for fingerprint, priority := range last {
		orders = append(orders, frontier.Order{Fingerprint: fingerprint, Priority: priority})
	}
	slices.SortFunc(orders, func(a, b frontier.Order) int { return cmp.Compare(a.Fingerprint, b.Fingerprint) })
	return c.frontier.Reorder(c.clock.Now(), orders)
}
