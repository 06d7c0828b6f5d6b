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

// A list may name a link whose first request has failed, such as a posting that could not be found for some hours. It is requested again
// while a list links to it, ever more seldom.

// firstAgain is the part of Fresh after which such a link is asked for a second time. Every attempt doubles it, mostDoublings times at most.
const firstAgain, mostDoublings = 8, 8

// askDropped queues the links again that a list names and that were dropped, if it is time.
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

// waitAgain returns how long a link waits that was asked for so often.
func (w *watching) waitAgain(attempts int) time.Duration {
	return w.fresh / firstAgain << min(max(attempts-1, 0), mostDoublings)
}

// mayPass reports whether a link that gave no page may give one later. Servers say by status 410 that it will not.
func mayPass(why reason.Reason) bool {
	switch why {
	case reason.Fetch, reason.RobotsUnreachable, reason.Reason(fetch.DNS), reason.Reason(fetch.Connect), reason.Reason(fetch.TLS),
		reason.Reason(fetch.Timeout), reason.Reason(fetch.Reset):
		return true
	}
	return strings.HasPrefix(string(why), string(reason.Status)) && why != reason.Status+"410"
}
