package crawler

import (
	"context"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/watch"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
)

// again is a visit of something that was fetched before. It changes nothing that a strategy has learned.
type again struct {
	*visit
	known  *store.Watched // as it is after the visit
	before []uint64       // what it listed before
	found  finding
	toKeep *store.Visit // nil: nothing was learned
}

// finding is what a visit has found out.
type finding struct {
	fresh.Visit
	asked bool     // a request was made
	named []uint64 // all that a list names, of other sites as well; nil: what it named before of its own
}

// visitAgain visits something that was fetched before, and ends its lease.
func (v *visit) visitAgain(ctx context.Context, settled func()) {
	ended := v.underway.begin(v.lease.URL)
	(&again{visit: v}).visitLink(ctx, settled)
	ended(true)
}

// visitLink is visitAgain without Underway.
func (v *again) visitLink(ctx context.Context, settled func()) {
	c, lease := v.Crawl, v.lease
	defer v.freeMemory()
	defer v.releaseVerdicts()
	o := v.run(ctx)
	if o.way == endLease && o.end.Result != frontier.Requeue {
		v.settle()
	} else if o.way == endLease && v.found.asked { // robots.txt took its turn: the next one counts again
		o.end.Result = frontier.Drop
		c.watched.giveBack(lease.URL)
	}
	c.endLease(lease, o)
	visits := c.takeTold()
	if v.toKeep != nil {
		visits = append(visits, v.toKeep)
	}
	for range visits {
		c.activity.keepsVisit()
	}
	settled()
	for _, visit := range visits {
		c.keepVisit(visit)
	}
}

// run takes the steps of a visit.
func (v *again) run(ctx context.Context) outcome {
	var err error
	if v.known, err = v.Crawl.watched.known(v.lease.URL); err != nil {
		return v.failCrawl(err)
	}
	if v.known == nil {
		v.found.Found = fresh.Dropped
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	}
	v.before = v.known.Links
	if v.trail, err = parseTrail(v.known.Trail); err != nil {
		return v.failCrawl(err)
	}
	v.mustRender, v.trail.rendered = v.trail.rendered, false
	if o := v.dropOutOfScope(); o.endsVisit() {
		v.found.Found = fresh.Dropped
		return o
	}
	if o := v.admit(ctx); o.endsVisit() {
		v.found.asked = o.way == endLease && !o.end.Unasked
		if now := v.clock.Now(); o.end.Result == frontier.Postpone && v.Crawl.watched.hostIsGone(v.lease.Host, now) {
			v.known.Tried = now
			return v.deny(life.Observation{At: now, What: life.Gone}, "")
		}
		return o
	}
	v.found.asked = true
	return v.ask(ctx)
}

// ask makes the request, and reads the answer.
func (v *again) ask(ctx context.Context) outcome {
	version := v.validators()
	resp, err := v.request(ctx, v.known.Kind.HasPage(), func(ctx context.Context) (*fetch.Response, error) {
		resp, err := v.get(fetch.If(ctx, version))
		if late := v.virtual.send(v.lease.URL).wait(ctx); late != nil {
			return nil, late
		}
		return resp, err
	})
	if err == nil && resp.Broken != nil {
		err = resp.Broken // a part of a page does not show what is gone from it
	}
	v.tally.again.made.Add(1)
	now := v.clock.Now()
	v.known.Tried = now
	v.watchAnswer(ctx, resp, err, now)
	switch {
	case err != nil:
		return v.noAnswerAgain(ctx, err)
	case resp.Status == 304:
		v.known.Visited, v.known.Failures = now, 0
		v.found.Found = fresh.Unchanged
		v.tally.again.unchanged.Add(1)
		v.keepUnchanged(now)
		return finished
	case isPage(resp, nil):
		if v.response, err = v.toHTML(ctx, resp); err != nil {
			if ctx.Err() != nil && !preempted(ctx) { // what was read of it says nothing of the page
				return v.cutShort(ctx)
			}
			return v.fail() // if its reading was preempted, it is requested again when its next revisit is due
		}
		return v.readAgain(ctx, now)
	}
	return v.noPageAgain(resp, now)
}

// validators returns what the request is compared with. A server may send status 304 for ever. So a posting is read in full once in half
// of MaxAge, because its next visit may be as late as that, and it counts as open until then. Nor does an answer from which a browser makes more say by
// that status what the page shows.
func (v *again) validators() fetch.Validators {
	if v.mustRender {
		return fetch.Validators{}
	}
	shown, known := decodeAppearance(v.known.Facts)
	if v.known.Kind == store.WatchedPosting && known && shown.read != 0 {
		if read := time.Unix(shown.read*secondsPerDay, 0); v.clock.Now().Sub(read) >= v.Crawl.watched.maxAge/2 {
			return fetch.Validators{}
		}
	}
	return fetch.Validators{ETag: v.known.ETag, LastModified: v.known.LastModified}
}

// watchAnswer records what the answer says of its host.
func (v *again) watchAnswer(ctx context.Context, resp *fetch.Response, err error, now time.Time) {
	if notTheHost(ctx, err) {
		return
	}
	host := weburl.Host(v.lease.URL)
	facts := []watch.Fact{watch.FactOf(watch.Answers, err == nil && resp.Status < 500 && resp.Status != 429)}
	if err == nil {
		facts = append(facts, watch.FactOf(watch.Stays, resp.Redirect == "" || weburl.Host(resp.Redirect) == host))
	}
	v.found.Doubted = v.Crawl.watched.record(host, now, facts...)
	if hasNoName(err) {
		v.Crawl.watched.noName(host, now)
	}
}

// get makes the request for a page, sitemap or feed.
func (v *again) get(ctx context.Context) (*fetch.Response, error) {
	if v.known.Kind.HasPage() {
		return v.fetcher.Fetch(v.acceptOthers(ctx), v.known.URL)
	}
	url, _ := parseSitemapLink(v.known.URL)
	return v.fetcher.File(ctx, url, v.sitemapBytes())
}

// settle tells what is watched what the visit has found.
func (v *again) settle() {
	v.found.URL, v.found.Before, v.found.At = v.lease.URL, v.before, v.clock.Now()
	err := v.Crawl.watched.observe(v.known, v.found.Visit)
	if err == nil && v.known != nil {
		err = v.askDropped()
	}
	if err != nil {
		v.activity.fail(err)
	}
}

// keepVisit gives a visit to the keeper.
func (c *Crawl) keepVisit(visit *store.Visit) {
	done := func(r store.VisitResult, err error) {
		if err != nil {
			c.activity.fail(err)
		} else if visit.Page != nil {
			c.countPostings(visit.Page.Postings, r.Postings)
		}
		c.watched.kept(visit.Watched)
		c.watched.settled(visit, r)
		c.activity.keptPage(0)
	}
	keeper, ok := c.keeper.(VisitKeeper)
	if !ok {
		done(store.VisitResult{}, nil)
		return
	}
	keeper.KeepVisit(visit, done)
}
