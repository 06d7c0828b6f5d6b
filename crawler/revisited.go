package crawler

import (
	"context"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/reason"
	"gannet/crawler/watch"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
)

// again is a revisit of something that was fetched before. It changes nothing that a strategy has learned.
type again struct {
	*visit
	known  *store.Watched // as it is after the visit
	found  finding
	toKeep *store.Visit // nil: nothing was learned
}

// finding is the result of a revisit.
type finding struct {
	fresh.Visit
	asked bool     // a request was made
	named []uint64 // all that a list names, of other sites as well; nil: what it named before of its own
}

// visitAgain makes a revisit, and ends its lease.
func (v *visit) visitAgain(ctx context.Context, settled func()) {
	ended := v.underway.begin(v.lease.URL)
	(&again{visit: v}).visitLink(ctx, settled)
	ended(true)
}

// visitLink does what visitAgain does, but without Underway.
func (v *again) visitLink(ctx context.Context, settled func()) {
	c, lease := v.Crawl, v.lease
	defer v.freeMemory()
	defer v.releaseVerdicts()
	o := v.run(ctx)
	if o.way == endLease && o.end.Result != frontier.Requeue {
		v.settle()
	} else if o.way == endLease && v.found.asked { // robots.txt took its turn: the next one counts again
		o.end.Result = frontier.Drop
		c.watched.do(func() { c.watched.policy.Return(weburl.Fingerprint(lease.URL)) })
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

// run takes the steps of a revisit.
func (v *again) run(ctx context.Context) outcome {
	var err error
	if v.known, err = v.Crawl.watched.known(v.lease.URL); err != nil {
		return v.failCrawl(err)
	}
	if v.known == nil {
		v.found.Found = fresh.Forgotten
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	}
	v.found.Before = v.known.Links
	if v.trail, err = parseTrail(v.known.Trail); err != nil {
		return v.failCrawl(err)
	}
	v.mustRender, v.trail.rendered = v.trail.rendered, false
	if o := v.dropOutOfScope(); o.endsVisit() {
		v.found.Found = fresh.Forgotten
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

// ask makes the request, and reads the response.
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

// validators returns the ETag and the date that make the request conditional. A server may answer with status 304 for ever, so a posting is read in
// full once in half of MaxAge: its next visit may be that late, and the posting counts as open until then. A page that has to be rendered is always
// read in full, because the status does not say what a browser would make of it.
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

// watchAnswer records what the response shows about its host: whether it answers, and whether it redirects to another host.
func (v *again) watchAnswer(ctx context.Context, resp *fetch.Response, err error, now time.Time) {
	if notTheHost(ctx, err) {
		return
	}
	host := weburl.Host(v.lease.URL)
	if hasNoName(err) {
		v.found.Doubted = v.Crawl.watched.recordNoName(host, now)
		return
	}
	facts := []watch.Fact{watch.FactOf(watch.Answers, err == nil && resp.Status < 500 && resp.Status != 429)}
	if err == nil {
		facts = append(facts, watch.FactOf(watch.Stays, resp.Redirect == "" || weburl.Host(resp.Redirect) == host))
	}
	v.found.Doubted = v.Crawl.watched.record(host, now, facts...)
}

// get makes the request for a page, sitemap or feed.
func (v *again) get(ctx context.Context) (*fetch.Response, error) {
	if v.known.Kind.HasPage() {
		return v.fetcher.Fetch(v.acceptOthers(ctx), v.known.URL)
	}
	url, _ := parseSitemapLink(v.known.URL)
	return v.fetcher.File(ctx, url, v.sitemapBytes())
}

// settle passes the result of the revisit on to the record of watched pages.
func (v *again) settle() {
	v.found.URL, v.found.At = v.lease.URL, v.clock.Now()
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
		c.whenKept(func() {
			c.watched.kept(visit.Watched)
			c.watched.settled(visit, r)
			c.activity.keptPage(0)
		})
	}
	keeper, ok := c.keeper.(VisitKeeper)
	if !ok {
		done(store.VisitResult{}, nil)
		return
	}
	keeper.KeepVisit(visit, done)
}

// A listing may still link to a page whose first request failed, such as a posting that could not be found for some hours. The page is requested
// again as long as a listing links to it, ever more seldom.

// firstAgain says after which part of Fresh such a link is requested a second time: one eighth. Every further attempt doubles that time,
// mostDoublings times at most.
const firstAgain, mostDoublings = 8, 8

// askDropped queues links again that were dropped after a failed request and to which the listing still links, if they have waited long enough.
func (v *again) askDropped() error {
	if v.known.Kind < store.WatchedList || v.found.Found != fresh.Unchanged && v.found.Found != fresh.Changed {
		return nil
	}
	named := v.known.Links
	if v.found.named != nil {
		named = v.found.named
	}
	dropped, err := v.frontier.FindDropped(named)
	if err != nil {
		return err
	}
	t, now := v.trail.child(v.known.URL, 1), v.clock.Now()
	t.pdf = v.jobs != nil
	var links []frontier.Link
	for _, d := range dropped {
		n, ok := ParseNote(d.Note)
		if !ok || !mayPass(n.Reason) || now.Sub(n.Time) < v.Crawl.watched.waitAgain(n.Attempts) || v.excluded(&t, d.URL) != "" {
			continue
		}
		links = append(links, frontier.Link{
			URL: d.URL, Host: weburl.Host(d.URL), Priority: d.Priority, Data: t.appendTo(nil),
			AsNew: true, Attempts: uint8(min(n.Attempts, 255)),
		})
	}
	v.push(links)
	return nil
}

// waitAgain returns how long a link waits after this many attempts.
func (w *watching) waitAgain(attempts int) time.Duration {
	return w.fresh / firstAgain << min(max(attempts-1, 0), mostDoublings)
}

// mayPass reports whether a link that gave no page for this reason may give one later. Status 410 states that it will not.
func mayPass(why reason.Reason) bool {
	switch why {
	case reason.Fetch, reason.RobotsUnreachable, reason.Reason(fetch.DNS), reason.Reason(fetch.Connect), reason.Reason(fetch.TLS),
		reason.Reason(fetch.Timeout), reason.Reason(fetch.Reset):
		return true
	}
	return strings.HasPrefix(string(why), string(reason.Status)) && why != reason.Status+"410"
}
