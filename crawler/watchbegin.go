package crawler

import (
	"bytes"
	"slices"
	"time"
	"unicode"

	"github.com/zeebo/xxh3"

	"gannet/crawler/fetch"
	"gannet/crawler/revisit"
	"gannet/crawler/sitemap"
	"gannet/crawler/watch"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
)

// beginToWatch watches the page that goes to the keeper, if it is worth it: a list, a posting, or a page on topic. A page that may
// have to make way for another one is not watched.
func (v *visit) beginToWatch() {
	w := v.Crawl.watched
	if w == nil {
		return
	}
	kind := store.WatchedKind(0)
	if v.relevant {
		kind = store.WatchedPage
	}
	if v.jobs != nil {
		if shows := v.watchedKind(); shows != store.WatchedPage {
			kind = shows
		}
	}
	if kind == store.WatchedList {
		v.pushFeeds()
	}
	if v.toKeep.Canonical == "" && (kind == 0 || kind == store.WatchedPage) {
		w.addOther(v.lease.URL, v.trail.anchor)
	}
	if kind == 0 || v.toKeep.Canonical != "" {
		w.ignored()
		return
	}
	x := v.newWatched(kind, v.response)
	x.Text, x.Ends, x.Links = textHash(v.page), v.ends(), ownLinks(hostOf(x), v.page.Links)
	w.record(hostOf(x), x.Visited, watch.FactOf(watch.Answers, true), watch.FactOf(watch.Stays, true))
	v.watchQuality(x, nil, false, x.Visited)
	v.toKeep.Watched = x
	list, err := w.begin(x, v.trail.via, v.saysClosed())
	if err != nil {
		v.activity.fail(err)
	}
	w.setOrder(x, v.page)
	v.pagerOf(x)
	if list != nil {
		v.activity.keepsVisit()
		v.keepVisit(&store.Visit{Watched: list})
	}
}

// newWatched returns what is watched from this visit on.
func (v *visit) newWatched(kind store.WatchedKind, resp *fetch.Response) *store.Watched {
	now, version := v.clock.Now(), fetch.ValidatorsOf(resp.Header)
	return &store.Watched{
		URL: v.lease.URL, Kind: kind, Visited: now, Changed: now, Tried: now,
		ETag: version.ETag, LastModified: version.LastModified, Trail: slices.Clone(v.trail.appendTo(nil)),
	}
}

// watchSitemap watches a sitemap or feed that was fetched. What a page wrongly names as its feed is not watched.
func (v *visit) watchSitemap(resp *fetch.Response, file *sitemap.File) {
	w := v.Crawl.watched
	if w == nil || v.trail.feed && !file.Feed {
		return
	}
	x := v.newWatched(sitemapKind(file), resp)
	x.Links = ownPages(hostOf(x), file.Pages)
	if _, err := w.begin(x, "", false); err != nil {
		v.activity.fail(err)
	}
	v.activity.keepsVisit()
	v.keepVisit(&store.Visit{Watched: x})
}

// sitemapKind returns what a sitemap is watched as. One that names more than were read tells what is new alone, as feeds do.
func sitemapKind(file *sitemap.File) store.WatchedKind {
	if file.Feed || file.More {
		return store.WatchedFeed
	}
	return store.WatchedSitemap
}

// watchedKind returns what the page of a crawl for jobs is worth watching as.
func (v *visit) watchedKind() store.WatchedKind {
	found := v.findPostings()
	switch {
	case v.pageKind == job.Listing:
		return store.WatchedList
	case len(found) > 0:
		return store.WatchedPosting
	}
	return store.WatchedPage
}

// A list, sitemap or feed speaks of the pages of its own site alone: what it names is open as far as it says, and what it
// lacks is missing. What it says of pages of others is no evidence, since anybody may name them, and stop doing so.

// ownLinks returns the fingerprints of the links to the own site of a host, in ascending order, each once.
func ownLinks(host string, links []features.Link) []uint64 {
	return ownSet(host, links, func(l *features.Link) string { return l.URL })
}

// ownPages is ownLinks for the pages of a sitemap or feed.
func ownPages(host string, pages []sitemap.Page) []uint64 {
	return ownSet(host, pages, func(p *sitemap.Page) string { return p.URL })
}

func ownSet[T any](host string, links []T, url func(*T) string) []uint64 {
	set := make([]uint64, 0, len(links))
	for i := range links {
		if link := url(&links[i]); isOwn(host, weburl.Host(link)) {
			set = append(set, weburl.Fingerprint(link))
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// isOwn reports whether two hosts are of one site.
func isOwn(host, other string) bool { return host == other || weburl.Site(host) == weburl.Site(other) }

// textHash stands for what a page says: its title and the words of its main content, or of its body if it has none. The text of postings
// that it has only in its data belongs to it.
func textHash(p *features.Page) uint64 {
	h := xxh3.New()
	span := p.Main
	if span.Len() == 0 {
		span = p.Body
	}
	for _, s := range []features.Span{p.Title, span, {Start: p.Body.End, End: p.Content().End}} {
		for i := s.Start; i < s.End; i++ {
			_, _ = h.Write(p.Text[p.Words[i].Start:p.Words[i].End])
			_, _ = h.Write([]byte{' '})
		}
	}
	return h.Sum64()
}

// wallHash stands for all words of a page but those with digits, such as the number of a request.
func wallHash(p *features.Page) uint64 {
	h := xxh3.New()
	for _, w := range p.Words {
		word := p.Text[w.Start:w.End]
		if !bytes.ContainsFunc(word, unicode.IsDigit) {
			_, _ = h.Write(word)
			_, _ = h.Write([]byte{' '})
		}
	}
	return h.Sum64()
}

// saysClosed reports whether the page shows postings, all of which are closed.
func (v *visit) saysClosed() bool {
	return len(v.postings) > 0 && !slices.ContainsFunc(v.postings, func(p *job.Posting) bool { return p.State != job.Closed })
}

// ends returns the first of the last days of the postings that the page shows, zero if none names one.
func (v *visit) ends() (first time.Time) {
	for _, p := range v.postings {
		if end := p.LastDay(); !end.IsZero() && (first.IsZero() || end.Before(first)) {
			first = end
		}
	}
	return first
}

// addUnknown watches something that was fetched at a time that is not known, unless it is watched already. Visited is a guess.
func (w *watching) addUnknown(x *store.Watched) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(x.URL)
	if _, watched := w.policy.Kind(id); watched {
		return
	}
	w.recent[id] = x
	w.addLocked(x)
}

// begin watches a page that is on its way to the keeper. closed says that it shows only postings that are closed. A page that has
// led to several of its kind becomes a list; it is returned if it has just become one.
func (w *watching) begin(x *store.Watched, via string, closed bool) (list *store.Watched, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.yield = yieldFades*w.yield + 1 - yieldFades
	own := *x
	w.recent[weburl.Fingerprint(x.URL)] = &own
	w.addLocked(x)
	w.addFirst(x, false)
	if closed && policyKind(x.Kind) == revisit.Posting {
		w.close(weburl.Fingerprint(x.URL), x.Visited)
	}
	if err := w.uncover(weburl.Fingerprint(x.URL), x.Visited); err != nil {
		return nil, err
	}
	if via == "" {
		return nil, nil
	}
	id := weburl.Fingerprint(via)
	w.led[id] = min(w.led[id], 1<<16-2) + 1
	if w.led[id]%hubLinks != 0 && !w.leadsAlone(via, x) {
		return nil, nil
	}
	if w.pages[id].closed { // it may be a posting that links to others like it
		if names, err := w.namesAlone(w.hostOf(weburl.Host(via)), &otherPage{url: via}); !names || err != nil {
			return nil, err
		}
	}
	return w.makeList(via, x.Kind == store.WatchedPosting, false)
}

// leadsAlone reports whether a page has led to a posting of its host, which has no list. Few openings are named by a page that does not look
// like a list, and the next one will be named there, too.
func (w *watching) leadsAlone(via string, x *store.Watched) bool {
	host := hostOf(x)
	return w.jobs && x.Kind == store.WatchedPosting && weburl.Host(via) == host && !w.hasList(host)
}

// hasList reports whether a host has a list that is watched. Sitemaps are none: many name no posting.
func (w *watching) hasList(host string) bool {
	h := w.hosts[host]
	if h == nil {
		return false
	}
	for list := range h.lists {
		if kind, _ := w.policy.Kind(list); kind == revisit.List {
			return true
		}
	}
	return false
}

// makeList has a page count as a list from now on. One that shows a posting is none until that has closed, unless lists lead to it without naming
// that. If it is named again since, and shows the posting no more, it stays closed.
func (w *watching) makeList(url string, ofPostings, unnamed bool) (*store.Watched, error) {
	id := weburl.Fingerprint(url)
	x, err := w.get(id)
	if err == nil && x == nil && ofPostings {
		x, err = w.unwatched(url)
	}
	page := w.pages[id]
	closed := page.closed || page.reopened == pageIsThere || unnamed
	if err != nil || x == nil || x.Kind != store.WatchedPage && (x.Kind != store.WatchedPosting || !closed) {
		return nil, err
	}
	delete(w.pages, id)
	x.Kind, x.Facts = store.WatchedList, nil // a list has another rate
	if x.Links == nil {
		if x.Links, err = w.keptLinks(url); err != nil {
			return nil, err
		}
	}
	w.recent[id] = x
	w.policy.Drop(id)
	w.addLocked(x)
	list := *x
	return &list, nil
}
