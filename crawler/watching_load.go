package crawler

import (
	"context"
	"maps"
	"slices"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

// load restores the watched pages of earlier runs. Kept pages that earlier runs did not watch are watched from now on: postings, pages on topic, and
// pages that have led to several of these. A page whose visit is dated long after now counts as visited now, and puts the clock in doubt.
func (w *watching) load(ctx context.Context, threshold float64, now time.Time) (err error) {
	l := loading{watching: w, threshold: threshold, now: now, known: make(map[uint64]bool), led: make(map[string]*led), rates: make(map[string][]byte)}
	if l.shown, err = w.store.PostingPages(); err != nil {
		return err
	}
	err = w.store.EachWatched(func(x *store.Watched) error {
		l.restore(x)
		return ctx.Err()
	})
	if err == nil {
		err = w.store.EachWithoutBody(func(p *store.Page) error {
			l.take(p)
			return ctx.Err()
		})
	}
	for _, via := range slices.Sorted(maps.Keys(l.led)) {
		if err == nil {
			err = w.hosts.Lead(via, l.led[via].pages, l.led[via].toPosting)
		}
	}
	if err == nil {
		err = w.takeFacts()
	}
	w.policy.SetHosts(l.rates)
	return err
}

// loading is the state while the kept pages are searched for those that are not watched yet.
type loading struct {
	*watching
	threshold float64
	now       time.Time
	shown     map[uint64]postings.PostingPage
	known     map[uint64]bool   // what an earlier run watched
	led       map[string]*led   // by the URL of the page that was the first to link to these
	rates     map[string][]byte // by host, see ratesURL
}

// led counts the recrawled pages that were found first through links on one page.
type led struct {
	pages     int
	toPosting bool // one of them shows a posting of the same host
}

// restore restores something that an earlier run watched.
func (l *loading) restore(x *store.Watched) {
	if x.Kind != store.WatchedHost {
		l.notAfterNow(x)
		l.known[weburl.Fingerprint(x.URL)] = true
		l.begin(x)
	} else if host, ok := ratesOf(x.URL); ok {
		l.rates[host] = x.Facts
	} else {
		l.restoreQuality(x)
	}
}

// begin starts to watch something, with what an earlier run has concluded about its postings.
func (l *loading) begin(x *store.Watched) {
	var shown *life.PageState
	if p, isPosting := l.shown[weburl.Fingerprint(x.URL)]; isPosting {
		shown = &p.PageState
	}
	l.hosts.Restore(pageOf(x), shown, x.Facts)
}

// notAfterNow treats something whose visit is dated long after now as visited now, until it is visited again. Otherwise it would not be requested
// before that date. The store keeps the date, since it is right if this machine's clock is behind.
func (l *loading) notAfterNow(x *store.Watched) {
	if x.Visited.Sub(l.now) <= clockError && x.Tried.Sub(l.now) <= clockError {
		return
	}
	for _, t := range []*time.Time{&x.Visited, &x.Tried, &x.Changed} {
		if t.After(l.now) {
			*t = l.now
		}
	}
	l.clock.doubt(hostOf(x))
	l.recent[weburl.Fingerprint(x.URL)] = x
}

// take considers a kept page: it is watched from now on if it shows a posting or is on topic.
func (l *loading) take(p *store.Page) {
	id := weburl.Fingerprint(p.URL)
	show, isPosting := l.shown[id]
	isOriginal := p.Canonical == "" || p.Canonical == p.URL
	if kind, watched := l.policy.Kind(id); !isPosting && isOriginal && (!watched || kind == revisit.Posting) {
		l.hosts.AddOther(p.URL)
	}
	if !isPosting && p.Score < l.threshold {
		return
	}
	if p.Via != "" {
		if l.led[p.Via] == nil {
			l.led[p.Via] = new(led)
		}
		l.led[p.Via].pages++
		l.led[p.Via].toPosting = l.led[p.Via].toPosting || isPosting && weburl.Host(p.Via) == weburl.Host(p.URL)
	}
	if isOriginal && !l.known[id] {
		x := watchedOf(p, isPosting, show.Ends)
		x.Links = nil
		l.recent[id] = x
		l.begin(x)
	}
}

// watchedOf returns the record for a page that was kept by a crawl without revisits.
func watchedOf(p *store.Page, isPosting bool, ends time.Time) *store.Watched {
	version := fetch.ValidatorsOf(p.Header)
	x := &store.Watched{
		URL: p.URL, Kind: store.WatchedPage, Visited: p.Fetched, Changed: p.Fetched, Tried: p.Fetched, Ends: ends,
		ETag: version.ETag, LastModified: version.LastModified, Links: p.Links,
		Trail: (&trail{depth: uint16(min(p.Depth, 1<<16-1)), via: p.Via, anchor: p.ViaAnchor, parent: 1, grandparent: 1, inherited: 1}).appendTo(nil),
	}
	if isPosting {
		x.Kind = store.WatchedPosting
	}
	return x
}
