package crawler

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

// hubLinks is how many pages on topic, or postings, a page has led to when it counts as a list.
const hubLinks = 3

// usualYield is what of discovery's requests give a page worth watching, before the crawl knows better; each request counts
// yieldFades of those after it.
const (
	settleEvery = time.Minute
	usualYield  = .2
	yieldFades  = .99
	// leastYield is what a request has to give where their number is not bounded: a list that changes daily is then asked four times a
	// day. Otherwise all would be asked for all the time.
	leastYield = .001
)

// watching is what a crawl with revisits has in memory of all that it asks for again. It is safe for concurrent use.
type watching struct {
	store WatchStore
	fresh time.Duration
	turn  time.Duration // after which a request of discovery may be allowed that was not; 0: all are allowed

	mu       sync.Mutex // guards the fields below
	policy   *revisit.Policy
	listed   map[uint64]uint16         // by fingerprint of a URL: how many lists, sitemaps and feeds name it
	led      map[uint64]uint16         // by fingerprint of a page: how many watched pages it was the first to name
	doubt    map[uint64]doubt          // postings that a look has denied, or that no list names
	closed   map[uint64]time.Time      // postings that have closed, by the time of the latest look
	hosts    map[string]*watchedHost   // hosts that have lists
	recent   map[uint64]*store.Watched // what the keeper may not have kept yet
	missing  []missing                 // in the order in which they went missing
	settleAt time.Time                 // when they are looked through again, see suspectMissing
	told     []*store.Visit            // what lists have told of postings and the keeper has not been given yet
	quality  *watch.Watch
	saved    map[string]time.Time // when the quality of a host was last given to the keeper
	yield    float64              // how many watched pages a request of discovery gives
}

// watchedHost has the lists of a host.
type watchedHost struct {
	lists map[uint64]time.Time // by fingerprint: the latest visit
}

// doubt is what speaks against a posting.
type doubt uint8

const (
	unlisted   doubt = 1 << iota // no list names it any more
	deniedOnce                   // a look has denied it
)

// missing is a URL that no list of its host names any more.
type missing struct {
	id      uint64
	host    *watchedHost
	since   time.Time
	fellOff bool // the list has not become shorter, so that it may show the newest alone
}

func newWatching(r *Revisits) *watching {
	w := &watching{
		store: r.Store, fresh: r.Options.Fresh, policy: revisit.New(r.Options), yield: usualYield,
		listed: make(map[uint64]uint16), led: make(map[uint64]uint16), doubt: make(map[uint64]doubt), closed: make(map[uint64]time.Time),
		hosts: make(map[string]*watchedHost), recent: make(map[uint64]*store.Watched),
		quality: watch.New(), saved: make(map[string]time.Time),
	}
	if r.Options.PerDay > 0 {
		w.turn = 24 * time.Hour / time.Duration(r.Options.PerDay)
	}
	return w
}

// load readies what earlier runs kept. Pages that they did not watch are watched from now on: postings, pages on topic and those
// that have led to several of them.
func (w *watching) load(ctx context.Context, threshold float64) error {
	shown, err := w.store.PostingPages()
	if err != nil {
		return err
	}
	w.restoreDoubt(shown)
	known := make(map[uint64]bool)
	err = w.store.EachWatched(func(x *store.Watched) error {
		if x.Kind == store.WatchedHost {
			w.restoreQuality(x)
			return nil
		}
		known[weburl.Fingerprint(x.URL)] = true
		w.add(x)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	var others []*store.Watched
	err = w.store.EachWithoutBody(func(p *store.Page) error {
		id := weburl.Fingerprint(p.URL)
		show, isPosting := shown[id]
		if !isPosting && p.Score < threshold {
			return ctx.Err()
		}
		if p.Via != "" {
			w.led[weburl.Fingerprint(p.Via)]++
		}
		if !known[id] && (p.Canonical == "" || p.Canonical == p.URL) {
			others = append(others, watchedOf(p, isPosting, show.Ends))
		}
		return ctx.Err()
	})
	for _, x := range others {
		if x.Kind == store.WatchedPage && w.led[weburl.Fingerprint(x.URL)] >= hubLinks {
			x.Kind = store.WatchedList
		} else {
			x.Links = nil
		}
		w.recent[weburl.Fingerprint(x.URL)] = x
		w.add(x)
	}
	return err
}

// restoreDoubt takes over what is known of postings that are closed, or that may be.
func (w *watching) restoreDoubt(shown map[uint64]postings.PostingPage) {
	for id, p := range shown {
		switch {
		case p.Closed:
			w.closed[id] = p.Checked
		case p.Denied:
			w.doubt[id] = deniedOnce
		case p.Missing:
			w.doubt[id] = unlisted
		}
	}
}

// watchedOf returns what is known of a page that was kept by a crawl without revisits.
func watchedOf(p *store.Page, isPosting bool, ends time.Time) *store.Watched {
	x := &store.Watched{
		URL: p.URL, Kind: store.WatchedPage, Visited: p.Fetched, Changed: p.Fetched, Tried: p.Fetched, Ends: ends,
		ETag: p.Header.Get("ETag"), LastModified: p.Header.Get("Last-Modified"), Links: p.Links,
		Trail: (&trail{depth: uint16(min(p.Depth, 1<<16-1)), via: p.Via, anchor: p.ViaAnchor, parent: 1, grandparent: 1, inherited: 1}).appendTo(nil),
	}
	if isPosting {
		x.Kind = store.WatchedPosting
	}
	return x
}

// policyKind is what something watched is to the policy. A page on topic is as a posting.
func policyKind(k store.WatchedKind) revisit.Kind {
	switch k {
	case store.WatchedList:
		return revisit.List
	case store.WatchedSitemap:
		return revisit.Sitemap
	case store.WatchedFeed:
		return revisit.Feed
	}
	return revisit.Posting
}

// add begins to watch something. mu may be free: callers before Run are alone.
func (w *watching) add(x *store.Watched) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.addLocked(x)
}

func (w *watching) addLocked(x *store.Watched) {
	id := weburl.Fingerprint(x.URL)
	if kind := policyKind(x.Kind); kind != revisit.Posting {
		h := w.hostOf(hostOf(x))
		if _, known := h.lists[id]; !known {
			w.count(x.Links, +1)
			for _, link := range x.Links {
				w.policy.Seen(link, x.Visited)
			}
		}
		h.lists[id] = x.Visited
	}
	if _, closed := w.closed[id]; closed {
		return
	}
	w.policy.Add(w.pageOf(id, x), x.Visited)
	if w.doubt[id] != 0 {
		w.policy.Suspect(id, x.Visited)
	}
}

// pageOf returns what the policy has to know.
func (w *watching) pageOf(id uint64, x *store.Watched) revisit.Page {
	return revisit.Page{ID: id, Host: hostOf(x), Kind: policyKind(x.Kind), Listed: w.listed[id] > 0, ValidThrough: x.Ends}
}

func (w *watching) hostOf(name string) *watchedHost {
	h := w.hosts[name]
	if h == nil {
		h = &watchedHost{lists: make(map[uint64]time.Time)}
		w.hosts[name] = h
	}
	return h
}

// count adds n to the number of lists that name each link.
func (w *watching) count(links []uint64, n int) {
	for _, link := range links {
		if now := int(w.listed[link]) + n; now > 0 {
			w.listed[link] = uint16(min(now, 1<<16-1))
		} else {
			delete(w.listed, link)
		}
	}
}

// begin watches a page that is on its way to the keeper. closed says that it shows only postings that are closed. A page that has led to several of its kind becomes a list; it is returned
// if it has just become one.
func (w *watching) begin(x *store.Watched, via string, closed bool) (list *store.Watched, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.yield = yieldFades*w.yield + 1 - yieldFades
	own := *x
	w.recent[weburl.Fingerprint(x.URL)] = &own
	w.addLocked(x)
	if closed {
		w.close(weburl.Fingerprint(x.URL), x.Visited)
	}
	if via == "" {
		return nil, nil
	}
	id := weburl.Fingerprint(via)
	w.led[id] = min(w.led[id], 1<<16-2) + 1
	if w.led[id] != hubLinks {
		return nil, nil
	}
	return w.makeList(id)
}

// makeList has a page count as a list from now on.
func (w *watching) makeList(id uint64) (*store.Watched, error) {
	x, err := w.get(id)
	if err != nil || x == nil || x.Kind != store.WatchedPage {
		return nil, err
	}
	x.Kind = store.WatchedList
	if x.Links == nil {
		if x.Links, err = w.store.Links(id); err != nil {
			return nil, err
		}
	}
	w.recent[id] = x
	w.policy.Drop(id)
	w.addLocked(x)
	list := *x
	return &list, nil
}

// ignored counts a request of discovery that gave nothing to watch.
func (w *watching) ignored() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.yield *= yieldFades
}

// setDiscovery tells the policy what discovery is worth. on says that it has links and a budget.
func (w *watching) setDiscovery(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.turn == 0:
		w.policy.SetDiscovery(leastYield)
	case on:
		w.policy.SetDiscovery(w.yield)
	default:
		w.policy.SetDiscovery(0)
	}
}

// next returns what is to be asked for now.
func (w *watching) next(now time.Time) (x *store.Watched, ok bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.suspectMissing(now)
	for {
		id, _, due := w.policy.Next(now)
		if !due {
			return nil, false, nil
		}
		if x, err = w.get(id); x != nil || err != nil {
			return x, x != nil, err
		}
		w.policy.Drop(id)
	}
}

// get returns what is known of something that is watched, nil if it is no longer watched. The caller may change it.
func (w *watching) get(id uint64) (*store.Watched, error) {
	if x := w.recent[id]; x != nil {
		own := *x
		return &own, nil
	}
	x, err := w.store.Watched(id)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrEntry) {
		return nil, nil
	}
	return x, err
}

// known is get for a visit.
func (w *watching) known(url string) (*store.Watched, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.get(weburl.Fingerprint(url))
}

// kept says that the keeper has kept what was recent.
func (w *watching) kept(x *store.Watched) {
	if w == nil || x == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(x.URL)
	if recent := w.recent[id]; recent != nil && !recent.Tried.After(x.Tried) && recent.Kind == x.Kind {
		delete(w.recent, id)
	}
}

// discover reports whether discovery may make a request now, which it then has to make.
func (w *watching) discover(now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.policy.Discover(now)
}

// wake returns when next or discover may answer otherwise.
func (w *watching) wake(now time.Time) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.policy.Wake(now)
}

// giveBack returns something that next gave and that was not asked.
func (w *watching) giveBack(url string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.Return(weburl.Fingerprint(url))
}

// suspectMissing has the postings looked at that no list of their host names any more. Postings move from one page of a list to
// another. So the other lists of the host are waited for, an eighth of Fresh at most.
func (w *watching) suspectMissing(now time.Time) {
	if now.Before(w.settleAt) {
		return
	}
	w.settleAt = now.Add(settleEvery)
	w.missing = slices.DeleteFunc(w.missing, func(m missing) bool { return w.settleMissing(m, now) })
}

// settleMissing suspects a missing posting, or forgets it if a list names it. It reports whether either has happened.
func (w *watching) settleMissing(m missing, now time.Time) bool {
	if w.listed[m.id] > 0 {
		return true
	}
	if now.Sub(m.since) < w.fresh/8 && !m.host.visitedSince(m.since) {
		return false
	}
	w.doubt[m.id] |= unlisted
	w.policy.Suspect(m.id, now)
	w.tell(m.id, life.Observation{At: now, What: life.Unlisted, FellOff: m.fellOff})
	return true
}

// visitedSince reports whether all lists were visited at that time or later.
func (h *watchedHost) visitedSince(at time.Time) bool {
	for _, visited := range h.lists {
		if visited.Before(at) {
			return false
		}
	}
	return true
}

// observe takes in what a visit has found. x is nil if the URL is no longer watched; before is what it listed before.
func (w *watching) observe(url string, x *store.Watched, before []uint64, found finding, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(url)
	if found.what == dropped || x == nil {
		w.policy.Drop(id)
		return
	}
	own := *x
	w.recent[id] = &own
	visit := revisit.Visit{At: now, Failed: found.what == unanswered, Changes: found.changes}
	if policyKind(x.Kind) == revisit.Posting {
		w.observePage(id, x, found, visit)
		return
	}
	if found.what == denied {
		visit.Failed = true
	}
	if !visit.Failed && !found.doubted {
		w.hostOf(hostOf(x)).lists[id] = now
		visit.Changes += w.compareLists(hostOf(x), before, x.Links, now)
		w.settleAt = now
	}
	w.policy.Observe(id, visit)
}

// observePage takes in what a visit of a posting, or of a page on topic, has found. What a second look denies, or no list names, is
// closed and asked for no more until a list names it again.
func (w *watching) observePage(id uint64, x *store.Watched, found finding, visit revisit.Visit) {
	switch found.what {
	case denied, notShown:
		if w.doubt[id] != 0 {
			w.close(id, visit.At)
			return
		}
		w.doubt[id] = deniedOnce
		visit.Suspected, visit.Changes = true, 1
	case saysClosed:
		w.close(id, visit.At)
		return
	case unchanged, changed:
		if w.doubt[id] &^= deniedOnce; w.doubt[id] == 0 || w.listed[id] > 0 {
			delete(w.doubt, id)
		}
		w.policy.Add(w.pageOf(id, x), visit.At)
	}
	w.policy.Observe(id, visit)
}

// close asks for a posting no more until a list names it again.
func (w *watching) close(id uint64, at time.Time) {
	delete(w.doubt, id)
	w.closed[id] = at
	w.policy.Drop(id)
}

// tell notes what lists tell of a posting.
func (w *watching) tell(id uint64, o life.Observation) {
	if x, err := w.get(id); err == nil && x != nil && x.Kind == store.WatchedPosting {
		w.told = append(w.told, &store.Visit{Watched: x, Observed: o})
	}
}

// takeTold returns what was told since it was last called.
func (w *watching) takeTold() []*store.Visit {
	w.mu.Lock()
	defer w.mu.Unlock()
	told := w.told
	w.told = nil
	return told
}

// isList reports whether a URL is a list that is watched.
func (w *watching) isList(url string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[weburl.Host(url)]
	if h == nil {
		return false
	}
	_, known := h.lists[weburl.Fingerprint(url)]
	return known
}

// missed returns what lists tell of a posting that its page shows.
func (w *watching) missed(url string, now time.Time) (o life.Observation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.doubt[weburl.Fingerprint(url)]&unlisted != 0 {
		o = life.Observation{At: now, What: life.Unlisted}
	}
	return o
}

// compareLists takes in what a list named before and names now. It returns how many postings have gone from it that were not
// suspected before.
func (w *watching) compareLists(host string, before, after []uint64, now time.Time) (gone int) {
	w.count(before, -1)
	w.count(after, +1)
	for _, link := range after {
		if w.doubt[link]&unlisted != 0 {
			w.doubt[link] &^= unlisted
			w.tell(link, life.Observation{At: now, What: life.Listed})
		}
		if w.doubt[link] == 0 {
			delete(w.doubt, link)
			w.policy.Seen(link, now)
		}
		if at, closed := w.closed[link]; closed && now.Sub(at) >= closedRest*w.fresh {
			w.reopen(link, now)
		}
	}
	for _, link := range before {
		if _, _, watched := w.policy.Due(link); !watched || w.listed[link] > 0 || w.doubt[link] != 0 {
			continue
		}
		gone++
		w.missing = append(w.missing, missing{link, w.hostOf(host), now, len(after) >= len(before)})
	}
	return gone
}

// closedRest times Fresh is how long a closed posting is not looked at although a list names it.
const closedRest = 1

// reopen has a closed posting looked at that a list names.
func (w *watching) reopen(id uint64, now time.Time) {
	x, err := w.get(id)
	if err != nil || x == nil {
		delete(w.closed, id)
		return
	}
	delete(w.closed, id)
	w.doubt[id] = deniedOnce // one look is enough to close it again
	w.tell(id, life.Observation{At: now, What: life.Listed})
	w.policy.Add(w.pageOf(id, x), now)
	w.policy.Suspect(id, now)
}

// drop forgets the revisit of a lease.
func (w *watching) drop(lease frontier.Lease) {
	if !lease.Revisit {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.Drop(weburl.Fingerprint(lease.URL))
}

// putOff ends a revisit that may not be made yet.
func (w *watching) putOff(lease frontier.Lease, now time.Time) outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.Observe(weburl.Fingerprint(lease.URL), revisit.Visit{At: now, Failed: true})
	return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
}
