package crawler

import (
	"context"
	"errors"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/job"
	"gannet/store"
)

// A visit is the work on one lease. Each step is a method that returns an outcome, and the first outcome other than next
// ends the visit. No step ends the lease itself.
type visit struct {
	*Crawl
	lease     frontier.Lease
	work      *hostWork // for the host of the lease
	trail     trail
	says      permission.Record // what owners say about the use of the link's page: of its site, and once it is read of the page too
	refusal   reason.Reason     // why the link gives no page, if it does not
	detail    string            // the same in more words; "" if there are none
	requested bool              // the page was requested
	kept      bool              // without a keeper

	choice *choice // why the link was taken; nil for a seed, and without a keeper

	memory int64 // bytes of Crawl.memory that the visit holds
	big    bool  // what is left of the page is collected at once

	response    *fetch.Response
	unreadable  error    // why the response, a PDF, has no text
	masked      bool     // Parts.Mask has changed the response
	ahead       *reading // what was read of the response before the virtual clock reached it; may be nil
	page        *features.Page
	probability float64 // the topic's
	relevant    bool
	excess      bool // its text has had its share, see families
	claimed     bool // for the keeper
	rendered    bool // a browser has made the page, which shows more than the response
	whole       bool // a browser has made the page in time, and no request of the page has failed
	mustRender  bool // at a revisit: it was so before, so the response says nothing by itself
	toKeep      *store.Page
	turn        turn          // when the page or sitemap is given to the keeper; zero in real time
	isList      bool          // it is no page but a feed or a sitemap
	lesson      *store.Lesson // by which a Learner learned from the page, or the sitemap; nil if none did

	readerFailed bool // a step panicked, see guarded

	extracted bool // by findPostings: the fields below
	pageKind  job.Kind
	postings  []*job.Posting
	jobsShown bool // by the page, if the crawl takes PDF files

	holdsVerdicts bool // until the keeper has the page
}

// visit makes a visit and ends its lease. It calls settled when the visit will not change the frontier any more, except
// through the keeper: keeping a page takes long, and the next link can be chosen without it.
func (c *Crawl) visit(ctx context.Context, lease frontier.Lease, settled func()) {
	v := &visit{Crawl: c, lease: lease}
	ctx, v.work = c.slowHosts.beginWork(ctx, lease, c.clock.Now())
	workEnds := func() {
		v.endWork()
		settled()
	}
	if ofRendering(lease) {
		v.visitForPage(ctx, workEnds)
		return
	}
	if lease.Revisit {
		v.visitAgain(ctx, workEnds)
		return
	}
	ended := c.underway.begin(lease.URL)
	v.visitLink(ctx, workEnds)
	ended(c.frontier.State(lease.URL) != frontier.Queued) // not deferred: after a panic the next run has to find the link there
}

// endWork ends the work for the host, from which the next page may then be requested.
func (v *visit) endWork() {
	now := v.clock.Now()
	v.slowHosts.endWork(v.work, now)
	v.families.endVisit(v.lease.ID, v.requested)
	if v.work.requested {
		v.frontier.SetAwaited(v.lease.Host, !v.slowHosts.slowHost(v.lease.Host))
	}
	v.checkFrontier(v.frontier.Made(now, v.lease.ID))
}

// visitLink does what visit does, for a link of any kind but a revisit.
func (v *visit) visitLink(ctx context.Context, settled func()) {
	defer v.freeMemory()
	defer v.releaseVerdicts()
	o := v.withNote(v.run(ctx))
	v.settleAsked(o)
	if o.way == toKeeper {
		give := v.readyForKeeper()
		settled()
		give()
		return
	}
	v.endLease(v.lease, o)
	settled()
}

// run takes the steps that every link needs, and then the steps of its kind of link.
func (v *visit) run(ctx context.Context) outcome {
	var err error
	if v.trail, err = parseTrail(v.lease.Data); err != nil {
		return v.failCrawl(err)
	}
	kept, err := v.recall()
	if err != nil {
		return v.failCrawl(err) // the page may be kept: nothing may be fetched
	}
	if kept != nil {
		return v.repeat(ctx, kept)
	}
	if o := v.dropOutOfScope(); o.endsVisit() {
		return o
	}
	if o := v.yieldIfDemoted(); o.endsVisit() {
		return o
	}
	if o := v.yieldUnearnedSitemap(); o.endsVisit() {
		return o
	}
	if o := v.admit(ctx); o.endsVisit() {
		return o
	}
	switch v.trail.kind {
	case kindSitemap:
		return v.visitSitemap(ctx)
	case kindRobots:
		return v.visitRobots(ctx)
	}
	return v.visitPage(ctx)
}

// visitPage takes the steps of a link to a page.
func (v *visit) visitPage(ctx context.Context) outcome {
	v.choose()
	if o := v.fetch(ctx); o.endsVisit() {
		return o
	}
	if o := v.read(ctx); o.endsVisit() {
		return o
	}
	v.noteScript()
	if o := v.render(ctx); o.endsVisit() {
		return o
	}
	if o := v.judge(); o.endsVisit() {
		return o
	}
	v.claim()
	if v.watch != nil {
		v.watch(JudgedPage{URL: v.lease.URL, Via: v.trail.via, Depth: int(v.trail.depth), Page: v.page, Says: v.says, Probability: v.probability})
	}
	v.follow()
	return v.keep()
}

// claim claims the page for the keeper, if it is to be kept and the budget allows it.
func (v *visit) claim() {
	v.claimed = v.keeper != nil && !v.forbidsKeeping() && !v.lacksPosting() && !v.excess && v.activity.claimPage(v.pageLimit())
}

// failCrawl ends the crawl. The lease is left to the next run.
func (v *visit) failCrawl(err error) outcome {
	v.activity.fail(err)
	return lost
}

// recall returns the page if an earlier run has kept it but could not end its lease, and else nil.
func (v *visit) recall() (*store.Page, error) {
	if v.keeper == nil || !v.resumed {
		return nil, nil
	}
	return v.keeper.Recall(v.lease.URL)
}

// repeat does the remaining work for a page that is already kept: it pushes the links of the page. The strategy has learned from the page already,
// when the crawl was opened.
func (v *visit) repeat(ctx context.Context, kept *store.Page) outcome {
	if o := v.reserveMemory(ctx, len(kept.Body)); o.endsVisit() {
		return o
	}
	page, err := v.readPage(&fetch.Response{
		URL: kept.URL, Status: kept.Status, Header: kept.Header, Body: kept.Body, Charset: kept.Charset,
	})
	v.noteReaderFailure(err)
	if err == nil && !page.NoFollow {
		src := v.trail.sourceOf(page, kept.Score)
		v.jobsShown = v.showsJobs(page, kept.Fetched)
		src.Followed = v.followable(page)
		v.rankAndPush(src)
	}
	return endWith(frontier.Outcome{Result: frontier.Finish, Unasked: true})
}

// An outcome is what a step of a visit returns: go on with the next step, or how the lease ends.
type outcome struct {
	way        way
	end        frontier.Outcome // with endLease
	priority   float32          // with yieldLease
	afterwards func()           // called when the lease has ended; may be nil
}

// way says what becomes of a lease.
type way uint8

const (
	goOn       way = iota // the visit still has the lease
	endLease              // it ends with an outcome of the frontier's
	yieldLease            // its link is queued again with a lower priority
	toKeeper              // it ends when the keeper has answered for the page
	lostLease             // there is nothing to end: the frontier took it back, or leaves it to the next run
)

var (
	next     = outcome{}
	handOver = outcome{way: toKeeper}
	lost     = outcome{way: lostLease}
	// unvisited puts a link back without having begun a visit of it.
	unvisited = endWith(frontier.Outcome{Result: frontier.Requeue, Unasked: true})
	// finished ends a lease whose link needs no other visit.
	finished = endWith(frontier.Outcome{Result: frontier.Finish})
)

func endWith(o frontier.Outcome) outcome { return outcome{way: endLease, end: o} }

// endsVisit reports whether no further step may follow.
func (o outcome) endsVisit() bool { return o.way != goOn }

// endLease ends a lease. Nothing else does, so each lease ends once: here after a visit, or when the keeper answers.
func (c *Crawl) endLease(lease frontier.Lease, o outcome) {
	now := c.clock.Now()
	switch o.way {
	case endLease:
		c.checkFrontier(c.frontier.Done(now, lease.ID, o.end))
	case yieldLease:
		c.checkFrontier(c.frontier.Yield(now, lease.ID, o.priority))
	}
	if o.afterwards != nil {
		o.afterwards()
	}
}

// checkFrontier ends the crawl when the frontier has failed. An expired lease is no failure: another visit has its link.
func (c *Crawl) checkFrontier(err error) {
	if err != nil && !errors.Is(err, frontier.ErrNoLease) {
		c.activity.fail(err)
	}
}

// refuse counts, by its reason, that the visit's link gives no page. The link of a page counts as refused at most once a visit.
func (v *visit) refuse(why reason.Reason) {
	v.tally.countReason(why)
	v.refusal = why
}

// settleAsked counts the link of the visit if it was requested, or refused without a request. A page that was given to the keeper is counted when the
// keeper answers.
func (v *visit) settleAsked(o outcome) {
	page := v.trail.kind == kindPage || v.trail.kind == kindListed || v.isList
	if !page || !v.requested && v.refusal == "" {
		return
	}
	v.tally.asked.Add(1)
	switch {
	case o.way == toKeeper && !v.isList || v.kept:
	case v.refusal != "":
		v.tally.countRefusal(v.refusal)
	default:
		v.tally.countRefusal(reason.Stopped)
	}
}
