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
	t := c.NewTeacher(db, c.strategy())
	err := t.teach(func(p *ReplayedPage, scores []ranker.Score) error {
		if err := use(p, scores); err != nil {
			return err
		}
		progress(len(t.taught))
		return ctx.Err()
	})
	if err != nil || !c.Learns() {
		return err
	}
	return c.frontier.Reorder(c.clock.Now(), t.Orders())
}

// Teacher replays kept pages to a new strategy, each once. It is not safe for concurrent use.
type Teacher struct {
	history *History
	taught  map[string]bool
	last    map[uint64]float32 // by the fingerprint of a link: its priority
}

// NewTeacher returns the teacher of a new strategy. The links of pages are followed as the crawl does.
func (c *Crawl) NewTeacher(db *store.DB, strategy ranker.Strategy) *Teacher {
	h := NewHistory(db, strategy)
	h.scope, h.crawl = c.scope, c
	return &Teacher{history: h, taught: make(map[string]bool), last: make(map[uint64]float32)}
}

// Teach teaches the pages that were kept since it was called last, in the order of fetching.
func (t *Teacher) Teach(ctx context.Context) error {
	return t.teach(func(*ReplayedPage, []ranker.Score) error { return ctx.Err() })
}

// teach is Teach. It calls use with the scores of each page.
func (t *Teacher) teach(use func(*ReplayedPage, []ranker.Score) error) error {
	urls, err := t.history.fetched(EndOfTime)
	if err != nil {
		return err
	}
	urls = slices.DeleteFunc(urls, func(url string) bool { return t.taught[url] })
	return t.history.eachOf(urls, func(p *ReplayedPage) error {
		scores := t.rank(p)
		t.taught[p.Kept.URL] = true
		return use(p, scores)
	})
}

// rank ranks the links of a page, and notes the priorities that it changes.
func (t *Teacher) rank(p *ReplayedPage) []ranker.Score {
	scores, revised := t.history.Rank(p)
	for _, r := range revised {
		t.last[r.Fingerprint] = r.Priority
	}
	for i := range scores {
		if p.Source.Followed[i] && !scores[i].Skip {
			t.last[weburl.Fingerprint(p.Source.Page.Links[i].URL)] = scores[i].Priority
		}
	}
	return scores
}

// Orders lists the priorities of links, by fingerprint.
func (t *Teacher) Orders() []frontier.Order {
	orders := make([]frontier.Order, 0, len(t.last))
	for fingerprint, priority := range t.last {
		orders = append(orders, frontier.Order{Fingerprint: fingerprint, Priority: priority})
	}
	slices.SortFunc(orders, func(a, b frontier.Order) int { return cmp.Compare(a.Fingerprint, b.Fingerprint) })
	return orders
}
