package crawler

import (
	"bytes"
	"slices"
	"time"
	"unicode"

	"github.com/zeebo/xxh3"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/sitemap"
	"gannet/crawler/watch"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
)

// beginToWatch starts the revisits of the page that goes to the keeper, if it is worth revisiting: a list, a posting, or a page on topic. A page that
// may be removed in favour of its original is not watched.
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
		w.do(func() { w.hosts.AddOther(v.lease.URL) })
	}
	if kind == 0 || v.toKeep.Canonical != "" {
		w.do(func() { w.yield *= yieldFades })
		return
	}
	x := v.newWatched(kind, v.response)
	x.Text, x.Ends, x.Links = textHash(v.page), v.ends(), ownLinks(hostOf(x), v.page.Links)
	w.record(hostOf(x), x.Visited, watch.FactOf(watch.Answers, true), watch.FactOf(watch.Stays, true))
	v.watchQuality(x, nil, false, x.Visited)
	v.toKeep.Watched = x
	if err := w.begin(x, linkOrder(v.page.Links), v.saysClosed()); err != nil {
		v.activity.fail(err)
	}
	if kind == store.WatchedList {
		v.readLinks(x)
	}
	v.keepTold()
}

// readLinks gives package fresh the links of a list, because some of them may lead to other pages of the same list.
func (v *visit) readLinks(x *store.Watched) {
	links := make([]fresh.Link, len(v.page.Links))
	for i := range links {
		links[i] = fresh.Link{URL: v.page.Links[i].URL, Text: v.page.TextOf(v.page.Links[i].Anchor)}
	}
	err := judge(v.Crawl.watched, func(h *fresh.Hosts) error { return h.ReadLinks(pageOf(x), links) })
	if err != nil {
		v.activity.fail(err)
	}
}

// newWatched returns the record of a page that is watched from this visit on.
func (v *visit) newWatched(kind store.WatchedKind, resp *fetch.Response) *store.Watched {
	now, version := v.clock.Now(), fetch.ValidatorsOf(resp.Header)
	return &store.Watched{
		URL: v.lease.URL, Kind: kind, Visited: now, Changed: now, Tried: now,
		ETag: version.ETag, LastModified: version.LastModified, Trail: v.watchedTrail(),
	}
}

// watchedTrail returns the trail of the visit's page in the form in which it is stored with a watched page.
func (v *visit) watchedTrail() []byte {
	t := v.trail
	t.rendered = v.rendered || v.mustRender
	return slices.Clone(t.appendTo(nil))
}

// watchSitemap starts the revisits of a sitemap or feed that was fetched. A file that a page names as its feed and that is none is not watched.
func (v *visit) watchSitemap(resp *fetch.Response, file *sitemap.File) {
	w := v.Crawl.watched
	if w == nil || v.trail.feed && !file.Feed {
		return
	}
	x := v.newWatched(sitemapKind(file), resp)
	x.Links = ownLinks(hostOf(x), pageLinks(file.Pages))
	if err := w.begin(x, nil, false); err != nil {
		v.activity.fail(err)
	}
	v.activity.keepsVisit()
	v.keepVisit(&store.Visit{Watched: x})
}

// sitemapKind returns the kind as which a sitemap is watched. A sitemap that we read only in part is treated as a feed: new URLs count, missing ones
// do not.
func sitemapKind(file *sitemap.File) store.WatchedKind {
	if file.Feed || file.More {
		return store.WatchedFeed
	}
	return store.WatchedSitemap
}

// watchedKind returns the kind as which a page is worth watching, in a crawl for jobs.
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

// ownLinks returns the fingerprints of the links that lead to the host's own site, in ascending order, each once.
func ownLinks(host string, links []features.Link) []uint64 {
	set := make([]uint64, 0, len(links))
	for i := range links {
		if url := links[i].URL; fresh.SameSite(host, weburl.Host(url)) {
			set = append(set, weburl.Fingerprint(url))
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// textHash is a hash of what a page says: its title and the words of its main content, or of its body if it has no main content. Text of postings
// that is only in the page's data is included.
func textHash(p *features.Page) uint64 {
	span := p.Main
	if span.Len() == 0 {
		span = p.Body
	}
	return wordHash(p, func([]byte) bool { return true }, p.Title, span, features.Span{Start: p.Body.End, End: p.Content().End})
}

// wallHash is a hash of all words of a page except those with digits, since these may be, for example, the number of the request.
func wallHash(p *features.Page) uint64 {
	isStable := func(word []byte) bool { return !bytes.ContainsFunc(word, unicode.IsDigit) }
	return wordHash(p, isStable, features.Span{End: int32(len(p.Words))})
}

// wordHash is a hash of those words in parts of a page for which counts returns true.
func wordHash(p *features.Page, counts func(word []byte) bool, parts ...features.Span) uint64 {
	h := xxh3.New()
	for _, part := range parts {
		for i := part.Start; i < part.End; i++ {
			if word := p.Text[p.Words[i].Start:p.Words[i].End]; counts(word) {
				_, _ = h.Write(word)
				_, _ = h.Write([]byte{' '})
			}
		}
	}
	return h.Sum64()
}

// saysClosed reports whether the page shows postings and all of them are closed.
func (v *visit) saysClosed() bool {
	return len(v.postings) > 0 && !slices.ContainsFunc(v.postings, func(p *job.Posting) bool { return p.State != job.Closed })
}

// ends returns the earliest of the last days of the postings that the page shows, or zero if none states one.
func (v *visit) ends() (first time.Time) {
	for _, p := range v.postings {
		if end := p.LastDay(); !end.IsZero() && (first.IsZero() || end.Before(first)) {
			first = end
		}
	}
	return first
}

// addUnknown starts to watch something whose time of fetching is not known, unless it is watched already. Its Visited is a guess.
func (w *watching) addUnknown(x *store.Watched) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(x.URL)
	if _, watched := w.policy.Kind(id); watched {
		return
	}
	w.recent[id] = x
	w.hosts.Add(pageOf(x))
}

// linkOrder returns the fingerprints of links in their order on the page, each once.
func linkOrder(links []features.Link) []uint64 {
	seen, order := make(map[uint64]bool, len(links)), fingerprints(links)
	return slices.DeleteFunc(order, func(link uint64) bool {
		was := seen[link]
		seen[link] = true
		return was
	})
}
