package crawler

import (
	"cmp"
	"context"
	"slices"

	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// Teach replays the pages that earlier runs kept to a strategy that learns, and restores the current priorities of links.
// The frontier stores only each link's first one. progress is called after every page.
func (c *Crawl) Teach(ctx context.Context, db *store.DB, progress func(pages int)) error {
	if !c.Learns() {
		return nil
	}
	return c.replay(ctx, db, progress, func(*ReplayedPage, []ranker.Score) error { return nil })
}

// replay ranks the links of all kept pages in the order of fetching, calls use with the scores of each page, and sets the
// priorities of waiting links to the last ones.
func (c *Crawl) replay(ctx context.Context, db *store.DB, progress func(pages int), use func(*ReplayedPage, []ranker.Score) error) error {
	orders, err := replay(ctx, db, c.strategy(), c.scope, progress, use)
	if err != nil || !c.Learns() {
		return err
	}
	return c.frontier.Reorder(c.clock.Now(), orders)
}

// TeachStrategy replays the kept pages to a new strategy that learns, and returns the priorities that it gives to links.
func TeachStrategy(ctx context.Context, db *store.DB, strategy ranker.Strategy, scope Scope) ([]frontier.Order, error) {
	return replay(ctx, db, strategy, scope, func(int) {}, func(*ReplayedPage, []ranker.Score) error { return nil })
}

// replay ranks the links of all kept pages in the order of fetching, calls use with the scores of each page, and returns the
// last priority of each link.
func replay(ctx context.Context, db *store.DB, strategy ranker.Strategy, scope Scope, progress func(pages int), use func(*ReplayedPage, []ranker.Score) error) ([]frontier.Order, error) {
	h := NewHistory(db, strategy)
	h.scope = scope
	last := make(map[uint64]float32)
	pages := 0
	err := h.Each(EndOfTime, func(p *ReplayedPage) error {
		scores, revised := h.Rank(p)
		for _, r := range revised {
			last[r.Fingerprint] = r.Priority
		}
		for i := range scores {
			if p.Source.Followed[i] && !scores[i].Skip {
				last[weburl.Fingerprint(p.Source.Page.Links[i].URL)] = scores[i].Priority
			}
		}
		if err := use(p, scores); err != nil {
			return err
		}
		pages++
		progress(pages)
		return ctx.Err()
	})
	return inOrder(last), err
}

// inOrder lists priorities by fingerprint.
func inOrder(priorities map[uint64]float32) []frontier.Order {
	orders := make([]frontier.Order, 0, len(priorities))
	for fingerprint, priority := range priorities {
		orders = append(orders, frontier.Order{Fingerprint: fingerprint, Priority: priority})
	}
	slices.SortFunc(orders, func(a, b frontier.Order) int { return cmp.Compare(a.Fingerprint, b.Fingerprint) })
	return orders
}
