package crawler

import (
	"context"
	"errors"
	"math"

	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// rebuildBatch is how many kept pages go into the frontier at once.
const rebuildBatch = 512

// Rebuild fills a frontier that was lost from the pages that earlier runs kept: the pages as fetched, so that budgets of
// hosts hold, and then the links of each as that page's visit pushed them. A strategy that learns is taught on the way,
// as by Teach. Links that led to no kept page are asked again; redirects and sitemaps are found again by their links and
// by robots.txt. It may be repeated on a frontier that it has filled in part. Progress is told of every page.
func (c *Crawl) Rebuild(ctx context.Context, db *store.DB, progress func(pages int)) error {
	if err := c.reclaim(ctx, db); err != nil {
		return err
	}
	err := c.replay(ctx, db, progress, func(t *ReplayedPage, scores []ranker.Score) error {
		c.push(c.found(t, scores))
		return c.failed()
	})
	return errors.Join(err, c.failed())
}

// reclaim makes every kept page one that the frontier knows as fetched.
func (c *Crawl) reclaim(ctx context.Context, db *store.DB) error {
	var batch []frontier.Link
	flush := func() error {
		if _, err := c.frontier.Push(c.clock.Now(), batch); err != nil {
			return err
		}
		batch = batch[:0]
		return errors.Join(c.endKept(db), ctx.Err())
	}
	err := db.EachWithoutBody(func(p *store.Page) error {
		link, err := seedLink(p.URL)
		if err != nil {
			return nil // it can neither be asked for again
		}
		if batch = append(batch, link); len(batch) < rebuildBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// endKept takes the links that come first, those of kept pages, and ends them as fetched without asking anybody.
func (c *Crawl) endKept(db *store.DB) error {
	for {
		now := c.clock.Now()
		lease, _, err := c.frontier.Take(now)
		if errors.Is(err, frontier.ErrEmpty) || errors.Is(err, frontier.ErrWait) {
			return nil
		}
		if err != nil {
			return err
		}
		outcome := frontier.Outcome{Result: frontier.Finish, Unasked: true}
		if !db.Has(lease.URL) {
			outcome.Result = frontier.Requeue
		}
		if err := c.frontier.Done(now, lease.ID, outcome); err != nil || outcome.Result == frontier.Requeue {
			return err
		}
	}
}

// found gives the links of a page of the history as follow pushes them.
func (c *Crawl) found(t *ReplayedPage, scores []ranker.Score) (links []frontier.Link) {
	s := t.Source
	if c.limits.Depth != NoLimit && s.Depth >= c.limits.Depth {
		return nil
	}
	child := trail{
		depth: deeper(uint16(min(s.Depth, math.MaxUint16))), via: s.Page.URL,
		parent: float32(s.Probability), grandparent: float32(s.Parent),
	}
	for i := range s.Page.Links {
		l := &s.Page.Links[i]
		if !s.Followed[i] || scores[i].Skip || c.scope != nil && !c.scope(l.URL) {
			continue
		}
		child.inherited, child.anchor = scores[i].Inherited, s.Page.TextOf(l.Anchor)
		links = append(links, frontier.Link{
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Replace: c.learner != nil,
			Data: child.appendTo(nil),
		})
	}
	return links
}
