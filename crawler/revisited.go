package crawler

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/sitemap"
	"gannet/crawler/watch"
	"gannet/features"
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
	what    revisitResult
	changes int  // see revisit.Visit
	asked   bool // a request was made
	doubted bool // the host does not give what it gave before: nothing that is missing counts
}

// revisitResult says in which way a visit has ended.
type revisitResult uint8

const (
	unanswered revisitResult = iota // nothing was learned of it
	unchanged                       // it is as it was
	changed                         // it is there, and has changed
	notShown                        // it is there, and shows no posting any more
	denied                          // it is not there: 404, 410, or it leads elsewhere
	saysClosed                      // it shows postings, and says that all are closed
	dropped                         // it is no longer watched
)

// revisit visits something that was fetched before, and ends its lease.
func (c *Crawl) revisit(ctx context.Context, lease frontier.Lease, settled func()) {
	ended := c.underway.begin(lease.URL)
	defer ended(true)
	v := &again{visit: &visit{Crawl: c, lease: lease}}
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
		v.found.what = dropped
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	}
	v.before = v.known.Links
	if v.trail, err = parseTrail(v.known.Trail); err != nil {
		return v.failCrawl(err)
	}
	if o := v.dropOutOfScope(); o.endsVisit() {
		v.found.what = dropped
		return o
	}
	if o := v.admit(ctx); o.endsVisit() {
		v.found.asked = o.way == endLease && !o.end.Unasked
		return o
	}
	v.found.asked = true
	return v.ask(ctx)
}

// ask makes the request, and reads the answer.
func (v *again) ask(ctx context.Context) outcome {
	version := fetch.Validators{ETag: v.known.ETag, LastModified: v.known.LastModified}
	resp, err := v.request(ctx, v.known.Kind.HasPage(), func(ctx context.Context) (*fetch.Response, error) {
		answer := v.virtual.send(v.lease.URL)
		resp, err := v.get(fetch.If(ctx, version))
		answer.wait(ctx)
		return resp, err
	})
	v.tally.again.made.Add(1)
	now := v.clock.Now()
	v.known.Tried = now
	v.watchAnswer(ctx, resp, err, now)
	switch {
	case err != nil:
		return v.noAnswerAgain(ctx, err)
	case resp.Status == 304:
		v.known.Visited, v.known.Failures = now, 0
		v.found.what = unchanged
		v.tally.again.unchanged.Add(1)
		v.keepUnchanged(now)
		return endWith(frontier.Outcome{Result: frontier.Finish})
	case isPage(resp, nil):
		if v.response, err = v.toHTML(ctx, resp); err != nil {
			v.fail()
			return endWith(frontier.Outcome{Result: frontier.Finish})
		}
		return v.readAgain(ctx, now)
	}
	return v.noPageAgain(resp, now)
}

// watchAnswer takes in what the answer says of its host.
func (v *again) watchAnswer(ctx context.Context, resp *fetch.Response, err error, now time.Time) {
	if notTheHost(ctx, err) {
		return
	}
	host := weburl.Host(v.lease.URL)
	facts := []watch.Fact{watch.FactOf(watch.Answers, err == nil && resp.Status < 500 && resp.Status != 429)}
	if err == nil {
		facts = append(facts, watch.FactOf(watch.Stays, resp.Redirect == "" || weburl.Host(resp.Redirect) == host))
	}
	v.found.doubted = v.Crawl.watched.record(host, now, facts...)
}

// keepUnchanged readies a visit for the keeper that found everything as it was.
func (v *again) keepUnchanged(now time.Time) {
	switch kind := v.known.Kind; {
	case kind >= store.WatchedList:
		v.watchList(now)
	case kind == store.WatchedPosting:
		v.Crawl.watched.record(weburl.Host(v.lease.URL), now, watch.FactOf(watch.Shows, true))
	}
	v.toKeep = &store.Visit{
		Watched: v.known, Observed: life.Observation{At: now, What: life.Same}, Missed: v.Crawl.watched.missed(v.lease.URL, now),
	}
}

// get makes the request for a page, sitemap or feed.
func (v *again) get(ctx context.Context) (*fetch.Response, error) {
	if v.known.Kind.HasPage() {
		if v.takesPDF(&v.trail) {
			ctx = fetch.AcceptPDF(ctx)
		}
		return v.fetcher.Fetch(ctx, v.known.URL)
	}
	url, _ := parseSitemapLink(v.known.URL)
	return v.fetcher.File(ctx, url, v.sitemapBytes())
}

// noAnswerAgain ends a visit whose request failed.
func (v *again) noAnswerAgain(ctx context.Context, err error) outcome {
	switch {
	case ctx.Err() != nil, errors.Is(err, errPreempted), notTheHost(ctx, err):
		o := v.noAnswer(ctx, err)
		if o.end.Result == frontier.Requeue {
			o.end.After = 0
		}
		return o
	}
	v.fail()
	return v.noAnswer(ctx, err)
}

// fail records that a visit gave nothing.
func (v *again) fail() {
	v.known.Failures++
	v.found.what = unanswered
	v.tally.again.failed.Add(1)
	v.toKeep = &store.Visit{Watched: v.known}
}

// noPageAgain ends a visit whose answer is no page.
func (v *again) noPageAgain(resp *fetch.Response, now time.Time) outcome {
	observed := life.Observation{At: now, What: life.Gone, Status: resp.Status}
	switch {
	case resp.Redirect != "":
		v.pushMoved(resp.Redirect)
		if observed.What = v.moved(resp.Redirect); observed.What == life.Failed {
			v.fail()
			return endWith(frontier.Outcome{Result: frontier.Finish})
		}
	case resp.Status == 404 || resp.Status == 410:
	case resp.Status == 429 || resp.Status >= 500:
		v.fail()
		return endWith(frontier.Outcome{Result: frontier.Retry, After: resp.RetryAfter})
	default: // such as 403: it says nothing of the page
		v.fail()
		return endWith(frontier.Outcome{Result: frontier.Finish})
	}
	if v.found.doubted {
		v.fail()
		return endWith(frontier.Outcome{Result: frontier.Finish})
	}
	v.known.Visited, v.known.Failures = now, v.known.Failures+1
	v.found.what = denied
	v.tally.again.gone.Add(1)
	v.toKeep = &store.Visit{Watched: v.known, Observed: observed}
	if resp.Status == 410 {
		v.found.what = saysClosed
	}
	return endWith(frontier.Outcome{Result: frontier.Finish})
}

// moved returns what a redirect tells of a posting. To the same path, such as by https or on another host, it tells nothing: the
// target is visited, and shows it or not.
func (v *again) moved(target string) life.What {
	switch {
	case weburl.Path(target) == weburl.Path(v.lease.URL):
		return life.Failed
	case v.Crawl.watched.isList(target):
		return life.MovedToList
	case weburl.Path(target) == "/":
		return life.MovedToRoot
	}
	return life.Moved
}

// pushMoved pushes the target of a redirect as a link, if the crawl does not know it.
func (v *again) pushMoved(target string) {
	t := v.trail
	t.hops, t.origin = 1, nil
	if v.known.Kind.HasPage() && !v.countIfExcluded(&t, target) {
		v.push([]frontier.Link{{URL: target, Host: weburl.Host(target), Priority: v.lease.Priority, Data: t.appendTo(nil)}})
	}
}

// readAgain reads a page, sitemap or feed that was sent again.
func (v *again) readAgain(ctx context.Context, now time.Time) outcome {
	validators := fetch.ValidatorsOf(v.response.Header)
	v.known.ETag, v.known.LastModified = validators.ETag, validators.LastModified
	v.known.Visited, v.known.Failures = now, 0
	if !v.known.Kind.HasPage() {
		return v.readListAgain()
	}
	if o := v.read(ctx); o.endsVisit() {
		if o.end.Result == frontier.Drop { // it cannot be read
			v.fail()
			return endWith(frontier.Outcome{Result: frontier.Finish})
		}
		return o
	}
	v.holdVerdicts()
	v.probability = v.judgePage(v.page)
	v.relevant = v.probability >= v.limits.Threshold
	v.compare(now)
	return endWith(frontier.Outcome{Result: frontier.Finish})
}

// compare compares a page with what is known of it, and readies it for the keeper.
func (v *again) compare(now time.Time) {
	p := v.storePage("")
	p.Fetched, p.Choice = now, nil
	kind := v.known.Kind
	if v.jobs != nil {
		kind = v.showPostings(p)
	}
	text := textHash(v.page)
	replace := text != v.known.Text
	v.found.what = unchanged
	if replace {
		v.known.Text, v.known.Changed = text, now
		v.found.what, v.found.changes = changed, 1
		v.tally.again.changed.Add(1)
	}
	if v.jobs != nil && v.watchQuality(v.known, v.known.Facts, v.known.Kind == store.WatchedPosting, now) {
		v.found.doubted = true
	}
	switch {
	case kind == store.WatchedPosting && len(p.Postings) == 0 && v.found.doubted:
		v.fail()
		return
	case kind == store.WatchedPosting && len(p.Postings) == 0:
		v.found.what = notShown
		v.known.ETag, v.known.LastModified = "", "" // the next look has to read it again
	case v.saysClosed():
		v.found.what = saysClosed
	}
	if kind == store.WatchedList {
		v.known.Links = linkSet(v.page.Links)
		v.watchList(now)
		v.found.changes = v.followNew(v.page, v.probability)
		replace = replace || !slices.Equal(v.known.Links, v.before)
	}
	v.known.Kind = kind
	v.toKeep = &store.Visit{
		Watched: v.known, Page: p, Replace: replace && v.found.what != notShown,
		Observed: life.Observation{At: now, What: life.NotShown}, Missed: v.Crawl.watched.missed(v.lease.URL, now),
	}
}

// watchList takes in which links are still on a list. If its host is to be doubted, what is missing stays with the list.
func (v *again) watchList(now time.Time) {
	if v.Crawl.watched.record(weburl.Host(v.lease.URL), now, listFacts(v.before, v.known.Links)) {
		v.found.doubted = true
		v.known.Links = union(v.known.Links, v.before)
	}
}

// union returns all that is in one of two ordered sets.
func union(a, b []uint64) []uint64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// showPostings finds the postings on a page and returns its kind. What was a list or a page of postings stays one.
func (v *again) showPostings(p *store.Page) store.WatchedKind {
	p.Postings = v.preparePostings()
	v.known.Ends = v.ends()
	if v.known.Kind == store.WatchedPage {
		return v.watchedKind()
	}
	return v.known.Kind
}

// followNew pushes the links of a list that it did not have before. It returns how many of them the crawl did not know.
func (v *again) followNew(page *features.Page, probability float64) (added int) {
	if forbidsFollowing(page, v.response) {
		return 0
	}
	if v.page != nil {
		v.findJobs()
	}
	src := v.trail.sourceOf(page, probability)
	src.Followed = v.followable(page)
	for i := range page.Links {
		_, known := slices.BinarySearch(v.before, weburl.Fingerprint(page.Links[i].URL))
		src.Followed[i] = src.Followed[i] && !known
	}
	known := v.frontier.Stats().Known
	v.rankAndPush(src)
	return v.frontier.Stats().Known - known
}

// readListAgain reads a sitemap or a feed that was sent again.
func (v *again) readListAgain() outcome {
	url, host := parseSitemapLink(v.known.URL)
	urls, nested, err := sitemap.Parse(bytes.NewReader(v.response.Body), url, host, v.limits.SitemapURLs)
	if err != nil || v.response.Truncated {
		v.fail()
		return endWith(frontier.Outcome{Result: frontier.Finish})
	}
	v.pushNestedSitemaps(nested)
	page := sitemapPage(url, urls)
	v.known.Links = linkSet(page.Links)
	v.found.what = unchanged
	v.watchList(v.known.Visited)
	if !slices.Equal(v.known.Links, v.before) {
		v.known.Changed = v.known.Visited
		v.found.what, v.found.changes = changed, v.followNew(page, sitemapTrust*float64(v.trail.parent))
		v.tally.again.changed.Add(1)
	}
	v.toKeep = &store.Visit{Watched: v.known}
	return endWith(frontier.Outcome{Result: frontier.Finish})
}

// settle tells what is watched what the visit has found.
func (v *again) settle() {
	v.Crawl.watched.observe(v.lease.URL, v.known, v.before, v.found, v.clock.Now())
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
		c.activity.keptPage(0)
	}
	keeper, ok := c.keeper.(VisitKeeper)
	if !ok {
		done(store.VisitResult{}, nil)
		return
	}
	keeper.KeepVisit(visit, done)
}
