package crawler

import (
	"context"
	"errors"

	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/store"
)

// visit makes what can be made of one lease, and sees that it ends. It calls told when all that others are to know of it is
// told, before it keeps a page, which takes long.
func (c *Crawl) visit(ctx context.Context, lease frontier.Lease, told func()) {
	ended := c.underway.begin(lease.URL)
	defer func() { ended(c.frontier.State(lease.URL) != frontier.Queued) }()
	t, err := parseTrail(lease.Data)
	if err != nil {
		c.fail(err)
		return
	}
	kept, err := c.recall(lease)
	if err != nil {
		c.fail(err) // whether the page is kept is not known: the lease is left to the next run
		return
	}
	if kept != nil {
		c.again(ctx, lease, t, kept)
		return
	}
	if c.sunk(lease) || !c.hasTurn(lease, &t) || !c.admit(ctx, lease, &t) {
		return
	}
	switch t.kind {
	case kindSitemap:
		c.visitSitemap(ctx, lease, &t)
		return
	case kindRobots:
		c.visitRobots(ctx, lease, &t)
		return
	}
	c.visitPage(ctx, lease, &t, told)
}

// visitPage fetches a page and makes what can be made of it.
func (c *Crawl) visitPage(ctx context.Context, lease frontier.Lease, t *trail, told func()) {
	var r *reading
	resp, err := c.request(ctx, lease, true, func(ctx context.Context) (*fetch.Response, error) {
		answer := c.virtual.ask(lease.URL)
		resp, err := c.fetcher.Fetch(ctx, lease.URL)
		if c.virtual != nil && err == nil && resp.Status >= 200 && resp.Status <= 299 && len(resp.Body) <= heavyBody {
			r = c.readAhead(ctx, resp) // on as many cores as there are, before the clock is there
		}
		answer.wait(ctx)
		return resp, err
	})
	c.tally.fetched.Add(1)
	if err != nil || resp.Status < 200 || resp.Status > 299 {
		if !notTheHost(ctx, err) {
			c.promise.add(lease.Priority, false)
		}
		c.refused(ctx, lease, t, resp, err)
		return
	}
	c.whenRoom(ctx, lease, len(resp.Body), func() {
		if r == nil {
			r = c.judged(resp)
		}
		keep := c.page(lease, t, resp, r)
		told()
		if keep != nil {
			keep()
		}
	})
}

// page learns from a page that was fetched and ranks its links. It gives back what keeps it, if it is to be kept.
func (c *Crawl) page(lease frontier.Lease, t *trail, resp *fetch.Response, r *reading) (keep func()) {
	if r.err != nil {
		c.tally.refuse("unreadable page")
		c.answers.note(lease.Host, lease.URL, t, "unreadable page")
		c.done(lease, frontier.Outcome{Result: frontier.Drop})
		return nil
	}
	page, probability := r.page, r.probability
	c.cut(resp, page)
	relevant := probability >= c.limits.Threshold
	c.promise.add(lease.Priority, relevant)
	if relevant {
		c.flights.gave(lease.Host)
	}
	c.fetchedPage(lease, t, relevant)
	c.notice(lease, page, relevant)
	c.learn(t, page, probability)
	if resp.NoFollow || page.NoFollow {
		c.tally.refuseAll("nofollow", len(page.Links))
	} else {
		c.follow(lease, t, page, probability)
	}
	if c.watch != nil {
		c.watch(JudgedPage{URL: lease.URL, Depth: int(t.depth), Page: page, Probability: probability})
	}
	if resp.NoIndex || page.NoIndex {
		c.tally.refuse("noindex")
		c.answers.note(lease.Host, lease.URL, t, "noindex: the page must not be kept")
		c.done(lease, frontier.Outcome{Result: frontier.Finish})
		return nil
	}
	return c.keep(lease, t, resp, page, probability)
}

// cut counts what was left out of a page that is kept.
func (c *Crawl) cut(resp *fetch.Response, page *features.Page) {
	if resp.Truncated {
		c.tally.refuse("body too long (kept in part)")
	}
	if page.Flattened {
		c.tally.refuse("page too deep or heavy (kept without its structure)")
	}
	c.tally.refuseAll("link beyond those kept of a page", page.Dropped)
}

// again makes what a page kept by an earlier run would have been made to: its links are pushed and its lease done,
// without another fetch.
func (c *Crawl) again(ctx context.Context, lease frontier.Lease, t trail, kept *store.Page) {
	c.whenRoom(ctx, lease, len(kept.Body), func() {
		page, err := c.read(&fetch.Response{URL: kept.URL, Status: kept.Status, Header: kept.Header, Body: kept.Body})
		_, noFollow := fetch.RobotsTag(kept.Header)
		if err == nil && !noFollow && !page.NoFollow {
			c.follow(lease, &t, page, kept.Score) // of which a Learner was told when the crawl was opened
		}
		c.done(lease, frontier.Outcome{Result: frontier.Finish, Unasked: true})
	})
}

// recall gives the page that an earlier run has kept of a link and could not end its lease of; nil if there is none.
func (c *Crawl) recall(lease frontier.Lease) (*store.Page, error) {
	if c.keeper == nil || !c.resumed {
		return nil, nil
	}
	return c.keeper.Recall(lease.URL)
}

// done ends a lease.
func (c *Crawl) done(lease frontier.Lease, o frontier.Outcome) {
	c.check(c.frontier.Done(c.clock.Now(), lease.ID, o))
}

// check ends the crawl when the frontier cannot go on. A lease that has expired was given to another worker meanwhile:
// it is no longer ours to end, and no failure.
func (c *Crawl) check(err error) {
	if err != nil && !errors.Is(err, frontier.ErrNoLease) {
		c.fail(err)
	}
}
