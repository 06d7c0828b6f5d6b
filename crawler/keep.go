package crawler

import (
	"strings"

	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// keep readies a page for the keeper. What it gives back hands it over; the lease is done once the page is safe.
func (c *Crawl) keep(lease frontier.Lease, t *trail, resp *fetch.Response, page *features.Page, probability float64) func() {
	relevant := probability >= c.limits.Threshold
	if c.keeper == nil {
		c.tally.page(relevant)
		c.done(lease, frontier.Outcome{Result: frontier.Finish})
		return nil
	}
	if !c.claim() {
		c.done(lease, frontier.Outcome{Result: frontier.Requeue})
		return nil
	}
	canonical := page.Canonical
	if c.replaces(canonical, lease.URL) {
		c.pushOne(lease, t, canonical) // when it is kept, the keeper lets go of this page
	} else {
		canonical = ""
	}
	p := &store.Page{
		URL: lease.URL, Canonical: canonical, Via: t.via, ViaAnchor: strings.ToValidUTF8(t.anchor, ""),
		Status: resp.Status, Header: resp.Header, Body: resp.Body, Charset: resp.Charset, Fetched: c.clock.Now(),
		Score: probability, Relevant: relevant, Depth: int(t.depth), Links: fingerprints(page.Links),
	}
	return func() { c.hand(lease, page, p) }
}

// claim takes one of the pages that are still wanted; false if there is none any more.
func (c *Crawl) claim() (ok bool) {
	c.changed(func() {
		if ok = c.limits.Pages == NoLimit || c.claimed < c.limits.Pages; ok {
			c.keeping++
			c.claimed++
		}
	})
	return ok
}

// hand looks for a posting on a page and hands it to the keeper.
func (c *Crawl) hand(lease frontier.Lease, page *features.Page, p *store.Page) {
	if c.jobs != nil {
		p.Posting = c.jobs.find(page, p.Fetched)
	}
	c.keeper.Keep(p, func(r store.Result, err error) {
		given := 1 // pages that are not kept, or no longer
		switch {
		case err != nil:
			c.fail(err)
		case r.Outcome == store.Stored:
			c.tally.page(p.Relevant)
			c.tally.kept.Add(-int64(r.Replaced))
			given = r.Replaced
			c.posted(p.Posting, r.Posting)
			c.done(lease, frontier.Outcome{Result: frontier.Finish})
		default:
			c.tally.refuse("canonical page kept instead")
			c.done(lease, frontier.Outcome{Result: frontier.Finish})
		}
		c.changed(func() {
			c.keeping--
			c.claimed -= given
		})
	})
}

// posted counts what became of a page's posting, and updates the Deduper.
func (c *Crawl) posted(p *postings.Found, r postings.Result) {
	if c.jobs == nil || p == nil {
		return
	}
	c.tally.posting(r)
	if err := c.jobs.kept(p, r); err != nil {
		c.fail(err)
	}
}

func fingerprints(links []features.Link) []uint64 {
	out := make([]uint64, len(links))
	for i := range links {
		out[i] = weburl.Fingerprint(links[i].URL)
	}
	return out
}
