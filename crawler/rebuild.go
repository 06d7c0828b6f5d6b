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

// rebuildBatch is how many kept pages are pushed at once.
const rebuildBatch = 512

// Rebuild fills a lost frontier from the pages that earlier runs kept. It first makes the kept pages known as fetched, so
// that the budgets of hosts hold, and then pushes the links of each page as its visit did. A strategy that learns is taught
// on the way, as by Teach. Links that led to no kept page are fetched again. Redirects and sitemaps are found again through
// links and robots.txt. Rebuild may be repeated after it failed. progress is called after every page.
func (c *Crawl) Rebuild(ctx context.Context, db *store.DB, progress func(pages int)) error {
	r := rebuild{c, db, make(map[uint64]bool)}
	if err := r.pushKeptPages(ctx); err != nil {
		return err
	}
	err := c.replay(ctx, c.NewTeacher(db, c.strategy()), progress, func(p *ReplayedPage, scores []ranker.Score) error {
		if !p.isSitemap() && !p.Replaced { // what a page has since comes last
			r.learned[p.Kept.Seq] = true
		}
		c.push(r.linksOf(p, scores, true))
		return c.activity.failed()
	})
	if err == nil {
		err = r.pushOtherLinks(ctx, progress)
	}
	return errors.Join(err, c.activity.failed())
}

// rebuild fills the frontier of a crawl from its store.
type rebuild struct {
	*Crawl
	db      *store.DB
	learned map[uint64]bool // numbers of pages whose links were pushed in the order of learning
}

// pushOtherLinks pushes the links of pages that no strategy learned from.
func (r rebuild) pushOtherLinks(ctx context.Context, progress func(pages int)) error {
	pages := len(r.learned)
	h := r.NewTeacher(r.db, r.strategy()).history
	urls, err := h.fetchedWhere(func(p *store.Page) bool { return !r.learned[p.Seq] })
	if err != nil {
		return err
	}
	return h.eachOf(urls, func(p *ReplayedPage) error {
		scores := make([]ranker.Score, len(p.Source.Page.Links))
		if learner := r.learner(); learner != nil {
			learner.Preview(p.Source, scores)
		} else {
			scores, _ = h.Rank(p)
		}
		r.push(r.linksOf(p, scores, false))
		pages++
		progress(pages)
		return errors.Join(r.activity.failed(), ctx.Err())
	})
}

// pushKeptPages makes every kept page known to the frontier as fetched.
func (r rebuild) pushKeptPages(ctx context.Context) error {
	var batch []frontier.Link
	flush := func() error {
		if _, err := r.frontier.Push(r.clock.Now(), batch); err != nil {
			return err
		}
		batch = batch[:0]
		return errors.Join(r.finishKeptPages(), ctx.Err())
	}
	err := r.db.EachWithoutBody(func(p *store.Page) error {
		link, err := seedLink(p.URL)
		if err != nil {
			return nil // such a URL cannot be fetched again either
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

// finishKeptPages takes the links of kept pages, which come first, and ends their leases without a request.
func (r rebuild) finishKeptPages() error {
	for {
		lease, _, err := r.frontier.Take(r.clock.Now())
		if errors.Is(err, frontier.ErrEmpty) || errors.Is(err, frontier.ErrWait) {
			return nil
		}
		if err != nil {
			return err
		}
		kept := r.db.Has(lease.URL)
		if kept {
			r.endLease(lease, endWith(frontier.Outcome{Result: frontier.Finish, Unasked: true}))
		} else {
			r.endLease(lease, unvisited)
		}
		if err := r.activity.failed(); err != nil || !kept {
			return err
		}
	}
}

// linksOf returns the links of a replayed page as its visit pushed them.
func (r rebuild) linksOf(p *ReplayedPage, scores []ranker.Score, learned bool) (links []frontier.Link) {
	s := p.Source
	t := trail{depth: uint16(min(s.Depth, math.MaxUint16)), parent: float32(s.Parent)}
	if p.isSitemap() {
		t.kind = kindSitemap
	}
	child := t.child(s.Page.URL, s.Probability)
	child.pdf = r.showsJobs(s.Page, p.Kept.Fetched)
	for i := range s.Page.Links {
		l := &s.Page.Links[i]
		if !s.Followed[i] || scores[i].Skip {
			continue
		}
		child.inherited, child.anchor = scores[i].Inherited, s.Page.TextOf(l.Anchor)
		links = append(links, frontier.Link{
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Data: child.appendTo(nil),
			Replace: learned && r.learner() != nil, OnlyNew: !learned && r.learner() != nil,
		})
	}
	return links
}
