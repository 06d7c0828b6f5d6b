package crawler

import (
	"context"
	"net/http"
	"slices"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/reason"
	"gannet/crawler/sitemap"
	"gannet/crawler/watch"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store"
)

// keepUnchanged readies for the keeper a revisit that found everything as it was.
func (v *again) keepUnchanged(now time.Time) {
	switch kind := v.known.Kind; {
	case kind >= store.WatchedList:
		if kind == store.WatchedList && v.linkToPosting(v.found.Before) {
			v.Crawl.watched.showsAgain(weburl.Host(v.lease.URL), now)
		}
		v.watchList(now)
	case kind == store.WatchedPosting:
		v.Crawl.watched.record(weburl.Host(v.lease.URL), now, watch.FactOf(watch.Shows, true))
	}
	v.toKeep = &store.Visit{Watched: v.known, Observed: life.Observation{At: now, What: life.Same}}
}

// noAnswerAgain ends a revisit whose request failed.
func (v *again) noAnswerAgain(ctx context.Context, err error) outcome {
	switch {
	case ctx.Err() != nil, notTheHost(ctx, err):
		o := v.noAnswer(ctx, err)
		if o.end.Result == frontier.Requeue {
			o.end.After = 0
		}
		return o
	case v.Crawl.watched.hostIsGone(v.lease.Host, v.known.Tried):
		return v.deny(life.Observation{At: v.known.Tried, What: life.Gone}, "")
	}
	v.fail()
	o := v.noAnswer(ctx, err)
	if o.end.Result == frontier.DropHost { // its name may exist again at the next visit
		o.end.Result = frontier.Drop
	}
	return o
}

// fail records that a revisit gave no usable answer, and ends it.
func (v *again) fail() outcome {
	v.known.Failures++
	v.found.Found = fresh.Unanswered
	v.tally.again.failed.Add(1)
	v.toKeep = &store.Visit{Watched: v.known}
	return finished
}

// noPageAgain ends a revisit whose response is no page.
func (v *again) noPageAgain(resp *fetch.Response, now time.Time) outcome {
	observed := life.Observation{At: now, What: life.Gone, Status: resp.Status}
	switch {
	case resp.Redirect != "":
		v.pushMoved(resp.Redirect)
		if observed.What = v.moved(resp.Redirect); observed.What == life.Failed {
			return v.fail()
		}
	case resp.Status == 404 || resp.Status == 410:
	case mayRecover(resp):
		v.fail()
		return endWith(frontier.Outcome{Result: retryOf(resp), After: resp.RetryAfter})
	default: // such as 403: it says nothing of the page
		return v.fail()
	}
	if v.found.Doubted {
		return v.fail()
	}
	movedTo := ""
	if observed.What == life.Moved {
		movedTo = resp.Redirect
	}
	return v.deny(observed, movedTo)
}

// deny ends a revisit whose response denies that the page exists. movedTo is the page to which it has moved, if the observation says that it has.
func (v *again) deny(observed life.Observation, movedTo string) outcome {
	now := observed.At
	v.found.Doubted = false
	if v.known.Kind >= store.WatchedList {
		return v.listGone(now)
	}
	v.known.Visited, v.known.Failures = now, v.known.Failures+1
	v.found.Found = fresh.Denied
	v.tally.again.gone.Add(1)
	v.toKeep = &store.Visit{Watched: v.known, Observed: observed, MovedTo: movedTo}
	if observed.Status == http.StatusGone {
		v.found.Found = fresh.SaysClosed
	}
	return finished
}

// listGone ends a revisit that found a listing gone, such as the last page of a listing that has become shorter. The listing is requested again after
// Fresh, and only if it is gone then, too, does it count as linking to nothing, because a listing that is cut off for half a day has no last pages
// either. Changed is the time of the first of these visits.
func (v *again) listGone(now time.Time) outcome {
	v.found.Found = fresh.Denied
	v.tally.again.gone.Add(1)
	gone := pageOf(v.known).IsGone()
	v.known.Failures++
	if !gone && !v.known.Changed.After(v.known.Visited) {
		v.known.Changed = now
	}
	if !gone && now.Sub(v.known.Changed) >= v.Crawl.watched.fresh-time.Second { // the next visit is planned by the second
		v.known.Links = nil
		v.watchList(now)
		if gone = len(v.known.Links) == 0; gone {
			v.known.Failures = fresh.EnoughDenials
		}
	}
	if gone {
		v.known.Visited = now
		v.found.Found = fresh.Changed
	}
	v.toKeep = &store.Visit{Watched: v.known}
	return finished
}

// moved returns what a redirect says about a posting. A redirect to the same path, such as to https or to another host, says nothing: the target is
// visited, and either shows the posting or not.
func (v *again) moved(target string) life.What {
	switch {
	case weburl.Path(target) == weburl.Path(v.lease.URL):
		return life.Failed
	case judge(v.Crawl.watched, func(h *fresh.Hosts) bool { return h.IsListing(target) }):
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

// readAgain reads the new response of a page, sitemap or feed.
func (v *again) readAgain(ctx context.Context, now time.Time) outcome {
	validators := fetch.ValidatorsOf(v.response.Header)
	v.known.ETag, v.known.LastModified = validators.ETag, validators.LastModified
	v.known.Visited, v.known.Failures = now, 0
	if !v.known.Kind.HasPage() {
		return v.readListAgain()
	}
	if o := v.read(ctx); o.endsVisit() {
		if o.end.Result == frontier.Drop { // it cannot be read
			return v.fail()
		}
		return o
	}
	if o := v.render(ctx); o.endsVisit() {
		return o
	}
	if v.mustRender && !v.whole {
		v.tally.countReason(reason.NotRendered)
		return v.fail()
	}
	v.known.Trail = v.watchedTrail()
	v.holdVerdicts()
	var err error
	if v.probability, err = v.judgePage(v.page); err != nil {
		v.noteReaderFailure(err)
		return v.fail()
	}
	v.countPosting()
	v.relevant = v.probability >= v.limits.Threshold
	v.compare(now)
	return finished
}

// compare compares the page with its state at the last visit, and readies it for the keeper.
func (v *again) compare(now time.Time) {
	p := v.storePage("")
	p.Fetched, p.Choice = now, nil
	kind, ends, links := v.known.Kind, v.known.Ends, ownLinks(hostOf(v.known), v.page.Links)
	if v.jobs != nil {
		var err error
		v.guarded(func() { kind, err = v.showPostings(p) })
		if err != nil {
			v.activity.fail(err)
		}
		if v.readerFailed { // what the page shows is not known
			v.known.ETag, v.known.LastModified, v.known.Ends = "", "", ends
			v.fail()
			return
		}
		if v.watchQuality(v.known, v.known.Facts, v.known.Kind == store.WatchedPosting && len(v.known.Facts) > 0, now) {
			v.found.Doubted = true
		}
		if v.isWalled(links, len(p.Postings) > 0, now) {
			v.known.ETag, v.known.LastModified, v.known.Ends = "", "", ends
			v.fail()
			return
		}
	}
	text := textHash(v.page)
	replace := text != v.known.Text
	v.found.Found = fresh.Unchanged
	first := v.known.Text == 0 // an earlier crawl kept the page without its text's hash
	v.known.Text = text
	if replace && !first {
		v.known.Changed = now
		v.found.Found, v.found.Changes = fresh.Changed, 1
	}
	switch {
	case kind == store.WatchedPosting && len(p.Postings) == 0 && v.found.Doubted:
		v.known.ETag, v.known.LastModified = "", "" // that it is as now would say that it shows the posting
		v.fail()
		return
	case kind == store.WatchedPosting && len(p.Postings) == 0:
		v.found.Found = fresh.NotShown
		v.known.ETag, v.known.LastModified = "", "" // the next look has to read it again
	case v.saysClosed():
		v.found.Found = fresh.SaysClosed
	}
	v.known.Links = links // of any page, since it may be a list, see findLists
	if kind == store.WatchedList {
		v.found.Order, v.found.named = linkOrder(v.page.Links), fingerprints(v.page.Links)
		if v.response.Truncated {
			v.keepMissing()
		} else {
			v.watchList(now)
		}
		v.readLinks(v.known)
		v.found.Changes = v.followNew(v.page, v.probability)
		v.pushFeeds()
		replace = replace || !slices.Equal(v.known.Links, v.found.Before)
	} else if v.followMore() {
		replace = true
	}
	v.known.Kind = kind
	v.tally.again.countRead(replace && !first)
	missing := life.Observation{At: now, What: life.NotShown}
	if v.response.Truncated { // a posting that is missing may stand behind the cut
		missing.What = life.Failed
		v.known.ETag, v.known.LastModified = "", "" // that it is as now would say that it shows all postings
	}
	v.toKeep = &store.Visit{Watched: v.known, Page: p, Replace: replace && v.found.Found != fresh.NotShown, Observed: missing}
}

// isWalled reports whether the host gives one text in place of its listings and its postings, such as a captcha or a login form. In that case the
// page says nothing about its posting.
func (v *again) isWalled(links []uint64, shows bool, now time.Time) bool {
	w, host, list := v.Crawl.watched, weburl.Host(v.known.URL), v.known.Kind == store.WatchedList
	switch {
	case list && (shows || v.linkToPosting(links)), v.known.Kind == store.WatchedPosting && shows:
		w.showsAgain(host, now)
		return false
	case list && !v.linkToPosting(v.found.Before), !list && v.known.Kind != store.WatchedPosting:
		return false // it showed nothing before, either
	}
	walled := w.recordAnswer(host, now, weburl.Fingerprint(v.known.URL), wallHash(v.page), list)
	if walled && list {
		v.loseAll(now)
	}
	return walled
}

// watchList records which links are still on a listing. If the listing was probably cut off, or its host is to be doubted, missing links are kept as
// if they were still there.
func (v *again) watchList(now time.Time) {
	if v.known.Kind == store.WatchedFeed { // it lists only the newest
		return
	}
	if v.Crawl.watched.readList(v.known, v.found.Before, v.found.Order, now) {
		v.keepMissing()
	}
}

// loseAll records that a list or sitemap shows something quite different, such as a captcha. So the missing links say nothing about the postings.
func (v *again) loseAll(now time.Time) {
	empty := *v.known
	empty.Links = nil
	v.Crawl.watched.readList(&empty, v.found.Before, nil, now)
}

// keepMissing keeps the missing links of a listing as if they were still on it, because the listing may have been cut off.
func (v *again) keepMissing() {
	v.found.Doubted = true
	v.known.Links = union(v.known.Links, v.found.Before)
	v.known.ETag, v.known.LastModified = "", "" // the next look has to read it again
}

// newPages returns the pages to which the sitemap did not link before, but at most as many as the crawl follows of one sitemap.
func (v *again) newPages(pages []sitemap.Page) (list []sitemap.Page) {
	for _, page := range pages {
		if !v.knewLink(page.URL) && len(list) < v.limits.SitemapURLs {
			list = append(list, page)
		}
	}
	return list
}

// union returns the union of two ordered sets.
func union(a, b []uint64) []uint64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// showPostings finds the postings on a page and returns its kind. A page that was watched as a list or as a posting keeps its kind.
func (v *again) showPostings(p *store.Page) (store.WatchedKind, error) {
	if v.known.Kind == store.WatchedPosting {
		if err := v.findKnown(v.findPostings()); err != nil {
			return v.known.Kind, err
		}
	}
	p.Postings = v.preparePostings()
	v.known.Ends = v.ends()
	if v.known.Kind == store.WatchedPage {
		return v.watchedKind(), nil
	}
	return v.known.Kind, nil
}

// findKnown looks on the page of a posting for the posting that it showed before. If no posting was found on the page, the earlier one may still be
// there. If listings no longer link to the earlier one, a different posting does not count in its place.
func (v *again) findKnown(found []*job.Posting) error {
	watched := v.Crawl.watched
	if v.isPDF() || len(found) > 0 && !judge(watched, func(h *fresh.Hosts) bool { return h.Unlisted(v.lease.URL) }) {
		return nil
	}
	before, err := watched.store.ProfileAt(v.lease.URL)
	if err != nil || before == nil {
		return err
	}
	if len(found) > 0 {
		if v.jobs.AreOthers(found, before) {
			v.postings = nil
		}
	} else if known := v.jobs.FindKnown(v.page, before, v.clock.Now()); known != nil {
		v.postings = []*job.Posting{known}
	}
	return nil
}

// followMore pushes the links of a page that were not on it when it was kept. The page is no list, but an employer's page that links to a few
// openings may be mistaken for another kind of page. It reports whether any of these links was unknown to the crawl.
func (v *again) followMore() bool {
	var err error
	if v.found.Before, err = v.Crawl.watched.store.Links(weburl.Fingerprint(v.lease.URL)); err != nil {
		v.activity.fail(err)
		return false
	}
	return v.followNew(v.page, v.probability) > 0
}

// followNew pushes the links that were not on the page before. It returns how many of them the crawl did not know.
func (v *again) followNew(page *features.Page, probability float64) (added int) {
	if page.NoFollow {
		return 0
	}
	if v.page != nil {
		v.findJobs()
	}
	src := v.trail.sourceOf(page, probability)
	src.Followed = v.followable(page)
	for i := range page.Links {
		src.Followed[i] = src.Followed[i] && !v.knewLink(page.Links[i].URL)
	}
	known := v.frontier.Stats().Known
	v.rankAndPush(src)
	return v.frontier.Stats().Known - known
}

// knewLink reports whether the page had this link before. Links to other sites are not stored with the page, so such a link counts as old if the
// crawl knows it.
func (v *again) knewLink(url string) bool {
	_, known := slices.BinarySearch(v.found.Before, weburl.Fingerprint(url))
	return known || !fresh.SameSite(hostOf(v.known), weburl.Host(url)) && v.frontier.State(url) != frontier.Unknown
}

// readListAgain reads the new response of a sitemap or a feed.
func (v *again) readListAgain() outcome {
	url, host := parseSitemapLink(v.known.URL)
	file, err := v.parseSitemap(v.response.Body, url, host)
	if err != nil {
		return v.fail()
	}
	file.More = file.More || v.response.Truncated
	v.pushNestedSitemaps(file.Nested)
	links := pageLinks(file.Pages)
	v.known.Links, v.found.named = ownLinks(hostOf(v.known), links), fingerprints(links)
	if v.known.Kind != store.WatchedFeed { // what was one once may have more again
		v.known.Kind = sitemapKind(&file)
	}
	v.found.Found = fresh.Unchanged
	if file.Cut && !file.More {
		if len(file.Pages) == 0 && v.known.Kind == store.WatchedSitemap { // such as a form to log in: nothing is missing
			v.loseAll(v.known.Visited)
		}
		v.keepMissing()
	} else {
		v.watchList(v.known.Visited)
	}
	page := listPage(url, linksOf(v.newPages(file.Pages)))
	changed := !slices.Equal(v.known.Links, v.found.Before)
	if changed {
		v.known.Changed = v.known.Visited
		v.found.Found, v.found.Changes = fresh.Changed, v.followNew(page, sitemapTrust*float64(v.trail.parent))
	}
	v.tally.again.countRead(changed)
	if w := v.Crawl.watched; v.known.Kind == store.WatchedSitemap && !v.found.Doubted {
		w.do(func() {
			for i := range file.Pages {
				w.hosts.Modified(hostOf(v.known), file.Pages[i].URL, file.Pages[i].Modified, v.known.Visited)
			}
		})
	}
	v.toKeep = &store.Visit{Watched: v.known}
	return finished
}

// linkToPosting reports whether any of the links leads to a page that is watched as that of a posting.
func (v *again) linkToPosting(links []uint64) bool {
	return judge(v.Crawl.watched, func(h *fresh.Hosts) bool { return h.LinkToPosting(links) })
}
