package crawler

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// load restores the watched pages of earlier runs. Kept pages that earlier runs did not watch are watched from now on: postings, pages on topic, and
// pages that have led to several of these. A page whose visit is dated long after now counts as visited now, and puts the clock in doubt.
func (w *watching) load(ctx context.Context, threshold float64, now time.Time) (err error) {
	l := loading{watching: w, threshold: threshold, now: now, known: make(map[uint64]bool), led: make(map[string]fresh.Kind), rates: make(map[string][]byte)}
	if l.shown, err = w.store.PostingPages(); err != nil {
		return err
	}
	for id, p := range l.shown {
		w.hosts.Restore(id, p.PageState)
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
			err = w.hosts.RestoreLed(via, l.led[via])
		}
	}
	if err == nil {
		err = w.takeFacts()
	}
	if err == nil {
		err = w.hosts.RestoreSitemaps()
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
	known     map[uint64]bool       // what an earlier run watched
	led       map[string]fresh.Kind // pages by what they led to: fresh.Posting if it was a posting of their own host, else fresh.OnTopic
	rates     map[string][]byte     // by host, see ratesURL
}

// restore restores something that an earlier run watched.
func (l *loading) restore(x *store.Watched) {
	if x.Kind != store.WatchedHost {
		l.notAfterNow(x)
		l.known[weburl.Fingerprint(x.URL)] = true
		l.add(x)
		l.hosts.RestorePage(pageOf(x), x.Facts)
	} else if host, ok := ratesOf(x.URL); ok {
		l.rates[host] = x.Facts
	} else {
		l.restoreQuality(x)
	}
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
		l.hosts.AddOther(p.URL, p.ViaAnchor)
	}
	if !isPosting && p.Score < l.threshold {
		return
	}
	if p.Via != "" {
		kind := fresh.OnTopic
		if isPosting && weburl.Host(p.Via) == weburl.Host(p.URL) {
			kind = fresh.Posting
		}
		l.led[p.Via] = max(l.led[p.Via], kind)
		l.hosts.CountLed(weburl.Fingerprint(p.Via))
	}
	if isOriginal && !l.known[id] {
		x := watchedOf(p, isPosting, show.Ends)
		x.Links = nil
		l.recent[id] = x
		l.add(x)
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

// The learned rates of the policy are stored with the watched pages. A posting has no stored rate, because as a rule it is requested by its age.

// ratesURL is the name under which the learned rates of a host are stored. Those of all hosts together are stored under the name of the empty host.
func ratesURL(host string) string { return "rates:" + host }

// ratesOf returns the host of a name that ratesURL made.
func ratesOf(name string) (host string, ok bool) { return strings.CutPrefix(name, ratesURL("")) }

// noteRates makes the keeper store the learned rates of a page with its visit. The rates of the page's host, and of all hosts together, are stored
// from time to time.
func (w *watching) noteRates(id uint64, x *store.Watched, now time.Time) {
	if x.Kind != store.WatchedPosting {
		x.Facts = w.policy.AppendPage(nil, id)
		own := *x
		w.recent[id] = &own
	}
	host := hostOf(x)
	if last, saved := w.saved[ratesURL(host)]; saved && now.Sub(last) < saveQuality {
		return
	}
	w.saved[ratesURL(host)] = now
	for _, name := range []string{host, ""} {
		w.told = append(w.told, &store.Visit{Watched: &store.Watched{
			URL: ratesURL(name), Kind: store.WatchedHost, Tried: now, Facts: w.policy.AppendHost(nil, name),
		}})
	}
}
