package crawler

import (
	"strings"

	"gannet/crawler/reason"
	"gannet/features"
	"gannet/features/records"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// keep readies the page for the keeper, if the page may be kept. In that case the lease ends only when the keeper answers.
func (v *visit) keep() outcome {
	switch {
	case v.page.NoIndex:
		v.refuse(reason.NoIndex)
		v.noteFailure("noindex: the page must not be kept")
		return finished
	case v.refusesUse():
		v.countRefusedUse()
		return finished
	case v.lacksPosting() && v.readerFailed:
		return v.refuseFailedPage()
	case v.lacksPosting():
		why := reason.NoPosting
		if v.isScript() {
			v.refuse(reason.Script)
			return finished
		}
		if records.IsMade(v.response.Body) {
			why = reason.NoPostingInData
		}
		v.refuse(why)
		v.noteFailure(string(why))
		return finished
	case v.excess:
		v.refuse(reason.FamilyShare)
		v.noteFailure(string(reason.FamilyShare))
		return finished
	case v.keeper == nil:
		v.tally.countPage(v.relevant)
		v.kept = true
		return finished
	case !v.claimed:
		v.refusal = reason.Budget
		return endWith(frontier.Outcome{Result: frontier.Requeue})
	}
	v.countReservedUses()
	if r := v.judging.renewal; r != nil && v.page.URL == v.lease.URL {
		r.Remember(v.page, v.jobsShown)
	}
	v.toKeep = v.storePage(v.pushCanonical())
	v.beginToWatch()
	return handOver
}

// forbidsKeeping reports whether the author or owner of the page forbids keeping it.
func (v *visit) forbidsKeeping() bool { return v.page.NoIndex || v.refusesUse() }

// pushCanonical pushes the page that stands for this one, if there is one, and returns its URL. When it is kept, the store
// drops this page.
func (v *visit) pushCanonical() string {
	if !namesOriginal(v.page.Canonical, v.lease.URL) {
		return ""
	}
	v.pushSuccessor(&v.trail, v.page.Canonical)
	return v.page.Canonical
}

func (v *visit) storePage(canonical string) *store.Page {
	resp := v.response
	return &store.Page{
		URL: v.lease.URL, Canonical: canonical, Via: v.trail.via, ViaAnchor: strings.ToValidUTF8(v.trail.anchor, ""),
		Status: resp.Status, Header: resp.Header, Body: resp.Body, Charset: resp.Charset, Fetched: v.clock.Now(),
		Score: v.probability, Relevant: v.relevant, Depth: int(v.trail.depth), Links: fingerprints(v.page.Links),
		Choice: v.choice.encodeWith(v.trail.grandparent), Record: resp.Record, Lesson: v.lesson,
		Says: v.says,
	}
}

// readyForKeeper returns a function that gives the visit's page or sitemap to the keeper. In virtual time pages are given in the order in which
// readyForKeeper was called for them.
func (v *visit) readyForKeeper() (give func()) {
	if v.virtual != nil {
		v.turn = v.activity.takeTurn()
	}
	if v.toKeep != nil {
		return v.handToKeeper
	}
	v.activity.keepsLesson()
	return v.handSitemapToKeeper
}

// whenKept acts on an answer of the keeper. In virtual time the dispatcher does it (see standStill), so that the crawl does not depend on how long
// keeping takes.
func (c *Crawl) whenKept(act func()) {
	if c.virtual != nil {
		c.activity.answer(act)
		return
	}
	act()
}

// handToKeeper looks for a posting on the page and gives the page to the keeper.
func (v *visit) handToKeeper() {
	defer v.turn.end()
	c, lease, p := v.Crawl, v.lease, v.toKeep
	if c.jobs != nil {
		p.Postings = v.preparePostings()
	}
	_ = p.Prepare() // so that the next page does not wait while this one is compressed; Keep returns the error
	v.turn.await()
	c.keeper.Keep(p, func(r store.Result, err error) {
		if err == nil && r.Outcome == store.Stored {
			c.countPostings(p.Postings, r.Postings)
		}
		c.whenKept(func() { c.keeperAnswered(lease, p, r, err) })
	})
}

// keeperAnswered ends the lease of a page that is safe. The lease of a page that could not be kept is left to the next run.
func (c *Crawl) keeperAnswered(lease frontier.Lease, p *store.Page, r store.Result, err error) {
	unclaimed := 1 // pages that are not kept, or no longer
	o := finished
	switch {
	case err != nil:
		c.activity.fail(err)
		c.tally.countRefusal(reason.Failed)
		o = lost
	case r.Outcome == store.Stored:
		c.tally.countKept(p, r)
		unclaimed = len(r.Replaced)
		c.watched.followAddresses(p.URL, r.Postings, c.clock.Now())
	default:
		c.tally.countReason(reason.CanonicalKept)
		c.tally.countRefusal(reason.CanonicalKept)
		o.end.NoPage = true
	}
	c.lessons.end(p.Lesson, r.Outcome == store.Stored || r.Outcome == store.Duplicate)
	c.watched.kept(p.Watched)
	c.endLease(lease, o)
	c.activity.keptPage(unclaimed)
}

// countPostings counts the postings of a kept page, and updates the Deduper. Only the keeper's goroutine may call it, because that also has the
// Deduper decide about the postings of the next pages.
func (c *Crawl) countPostings(found []*postings.Found, became []postings.Result) {
	for i, r := range became {
		c.tally.countPosting(found[i].Job, r)
		if err := c.jobs.Kept(found[i], r); err != nil {
			c.activity.fail(err)
		}
	}
}

func fingerprints(links []features.Link) []uint64 {
	out := make([]uint64, len(links))
	for i := range links {
		out[i] = weburl.Fingerprint(links[i].URL)
	}
	return out
}
