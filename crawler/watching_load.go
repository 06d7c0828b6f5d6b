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
	l := loading{watching: w, threshold: threshold, now: now, known: make(map[uint64]bool), hubs: make(map[uint64]uint16), rates: make(map[string][]byte), alone: make(map[string]string)}
	if l.shown, err = w.store.PostingPages(); err != nil {
		return err
	}
	for id, p := range l.shown {
		w.hosts.Restore(id, knownOf(p))
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
	if err == nil && l.lacksHubs() {
		err = w.store.EachWithoutBody(func(p *store.Page) error {
			l.takeHub(p)
			return ctx.Err()
		})
	}
	l.addOthers()
	if err == nil {
		err = l.addAlone()
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
	known     map[uint64]bool   // what is watched, and others
	hubs      map[uint64]uint16 // pages by how many postings they led to
	others    []*store.Watched  // what is to be watched
	alone     map[string]string // by host: the first page of it that led to a posting of it
	rates     map[string][]byte // by host, see ratesURL
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

// take considers a kept page: it is to be watched if it shows a posting or is on topic.
func (l *loading) take(p *store.Page) {
	id := weburl.Fingerprint(p.URL)
	show, isPosting := l.shown[id]
	if kind, watched := l.policy.Kind(id); !isPosting && (!watched || kind == revisit.Posting) && (p.Canonical == "" || p.Canonical == p.URL) {
		l.hosts.AddOther(p.URL, p.ViaAnchor)
	}
	if !isPosting && p.Score < l.threshold {
		return
	}
	if p.Via != "" {
		via := weburl.Fingerprint(p.Via)
		l.hosts.CountLed(via)
		if isPosting {
			l.hubs[via] = min(l.hubs[via], 1<<16-2) + 1
			l.noteAlone(p)
		}
	}
	l.takeOther(p, isPosting, show.Ends)
}

// lacksHubs reports whether any page that has led to several postings is not watched yet.
func (l *loading) lacksHubs() bool {
	for id, led := range l.hubs {
		if led >= fresh.EnoughLinks && !l.known[id] {
			return true
		}
	}
	return false
}

// takeHub adds a page to those to be watched if it has led to several postings.
func (l *loading) takeHub(p *store.Page) {
	if l.hubs[weburl.Fingerprint(p.URL)] >= fresh.EnoughLinks {
		l.takeOther(p, false, time.Time{})
	}
}

// takeOther adds a page to those to be watched, unless it is watched already.
func (l *loading) takeOther(p *store.Page, isPosting bool, ends time.Time) {
	if id := weburl.Fingerprint(p.URL); !l.known[id] && (p.Canonical == "" || p.Canonical == p.URL) {
		l.known[id] = true
		l.others = append(l.others, watchedOf(p, isPosting, ends))
	}
}

func (l *loading) addOthers() {
	for _, x := range l.others {
		id := weburl.Fingerprint(x.URL)
		if x.Kind == store.WatchedPage && l.hosts.HasLed(id) {
			x.Kind, x.Links = store.WatchedList, l.hosts.OfSite(hostOf(x), x.Links)
		} else {
			x.Links = nil
		}
		l.recent[id] = x
		l.add(x)
	}
}

// noteAlone notes the first page that has led to a posting of its own host.
func (l *loading) noteAlone(p *store.Page) {
	if host := weburl.Host(p.URL); l.alone[host] == "" && weburl.Host(p.Via) == host {
		l.alone[host] = p.Via
	}
}

// addAlone makes the page that led to a posting count as a list if the posting's host has no list; see fresh.Hosts.LeadAlone.
func (l *loading) addAlone() error {
	for _, host := range slices.Sorted(maps.Keys(l.alone)) {
		if err := l.hosts.LeadAlone(host, l.alone[host]); err != nil {
			return err
		}
	}
	return l.takeFacts()
}

// knownOf returns the conclusions of an earlier run about a page that shows a posting, in the form of package fresh.
func knownOf(p postings.PostingPage) fresh.Known {
	return fresh.Known{Closed: p.Closed, Denied: p.Denied, Missing: p.Missing, FellOff: p.FellOff, Checked: p.Checked}
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
