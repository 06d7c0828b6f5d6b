package crawler

import (
	"cmp"
	"errors"
	"sync"
	"time"

	"gannet/crawler/fresh"
	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// watching is what a crawl with revisits has in memory about all pages that it revisits. Package fresh draws the conclusions; this type reads the
// pages that fresh needs from the store, and hands its conclusions to the keeper. It is safe for concurrent use.
type watching struct {
	store         WatchStore
	jobs          bool          // the crawl is for jobs
	fresh, maxAge time.Duration // see revisit.Options
	clock         clockDoubt

	mu      sync.Mutex    // guards the fields below
	turn    time.Duration // after which a request of discovery may be allowed that was not; 0: all are allowed
	held    time.Time     // until then discovery waits for a turn; in the past if it does not
	policy  *revisit.Policy
	quality *watch.Watch
	hosts   *fresh.Hosts
	recent  map[uint64]*store.Watched // what the keeper may not have kept yet
	told    []*store.Visit            // what follows from visits and the keeper has not been given yet
	saved   map[string]time.Time      // when the quality and the rates of a host were last given to the keeper
	yield   float64                   // how many watched pages a request of discovery gives
	shown   revisit.Shown             // as counted at a time
	counted time.Time
}

func newWatching(r *Revisits, jobs bool) *watching {
	w := &watching{
		store: r.Store, jobs: jobs, fresh: r.Options.Fresh, maxAge: cmp.Or(r.Options.MaxAge, revisit.DefaultOptions().MaxAge), policy: revisit.New(r.Options), yield: usualYield,
		recent: make(map[uint64]*store.Watched), quality: watch.New(), saved: make(map[string]time.Time),
	}
	w.hosts = fresh.New(keptPages{w}, w.policy, w.quality, w.fresh, jobs)
	w.hosts.Disable(r.Without)
	w.setPerDay(r.Options.PerDay)
	return w
}

// setPerDay changes how many requests may be made a day; 0 means any number.
func (w *watching) setPerDay(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.SetPerDay(n)
	if w.turn = 0; n > 0 {
		w.turn = 24 * time.Hour / time.Duration(n)
	}
}

// discoveryHeld returns until when discovery waits for a turn, or the zero time if it does not.
func (w *watching) discoveryHeld(now time.Time) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held.After(now) {
		return w.held
	}
	return time.Time{}
}

// keptPages gives package fresh the pages of a crawl. Its callers hold the mutex.
type keptPages struct{ *watching }

// Page implements fresh.Pages: it returns the page with this id, which the crawl requests again and again.
func (k keptPages) Page(id uint64) (*fresh.Page, error) {
	return pageOrNil(k.get(id))
}

// Kept implements fresh.Pages: it returns a stored page that the crawl does not request again and again yet.
func (k keptPages) Kept(url string) (*fresh.Page, error) {
	return pageOrNil(k.unwatched(url))
}

func pageOrNil(x *store.Watched, err error) (*fresh.Page, error) {
	if x == nil || err != nil {
		return nil, err
	}
	return pageOf(x), nil
}

// Links implements fresh.Pages: it returns the fingerprints of a stored page's links.
func (k keptPages) Links(id uint64) ([]uint64, error) { return k.store.Links(id) }

// pageOf returns the part of a watched page that package fresh has to know.
func pageOf(x *store.Watched) *fresh.Page {
	via, _ := FoundOn(x.Trail)
	return &fresh.Page{
		URL: x.URL, Kind: fresh.Kind(x.Kind), Visited: x.Visited, Tried: x.Tried, Ends: x.Ends, Failures: x.Failures, Links: x.Links,
		Via: via,
	}
}

// get returns the record of something that is watched, or nil if it is no longer watched. The caller may change the record.
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

// known returns the record of a watched URL, or nil; see get. It is for visits, which do not hold the mutex.
func (w *watching) known(url string) (*store.Watched, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.get(weburl.Fingerprint(url))
}

// unwatched returns a record for a kept page that is not watched yet, or nil if there is no such page.
func (w *watching) unwatched(url string) (*store.Watched, error) {
	p, err := w.store.Get(url)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil || p.URL != url || p.Canonical != "" && p.Canonical != url {
		return nil, err
	}
	return watchedOf(p, false, time.Time{}), nil
}

// kept records that the keeper has stored x, so that it need not stay in recent.
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

// takeFacts readies for the keeper the conclusions that package fresh has drawn from visits.
func (w *watching) takeFacts() error {
	for _, f := range w.hosts.Facts() {
		x, err := w.get(f.ID)
		if err == nil && x == nil && f.Page != nil {
			x, err = w.unwatched(f.Page.URL)
		}
		switch {
		case err != nil:
			return err
		case x == nil:
		case f.Page != nil:
			if x.Links = f.Page.Links; x.Kind != store.WatchedKind(f.Page.Kind) {
				x.Kind, x.Facts = store.WatchedKind(f.Page.Kind), nil // its rate is another one
			}
			own := *x
			w.recent[f.ID], w.told = x, append(w.told, &store.Visit{Watched: &own})
		case x.Kind == store.WatchedPosting:
			w.told = append(w.told, &store.Visit{Watched: x, Observed: f.Observed})
		}
	}
	return nil
}

// observe records a visit. x is nil if the URL is no longer watched.
func (w *watching) observe(x *store.Watched, v fresh.Visit) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(v.URL)
	if x != nil && v.Found != fresh.Forgotten {
		own := *x
		w.recent[id], v.Page = &own, pageOf(x)
	}
	if err := w.hosts.Observe(v); err != nil {
		return err
	}
	if v.Page != nil && x.Kind != store.WatchedPosting { // a posting has no stored rate, because as a rule it is requested by its age
		x.Facts = w.policy.AppendPage(nil, id)
		own := *x
		w.recent[id] = &own
	}
	if host := weburl.Host(v.URL); v.Page != nil && v.At.Sub(w.saved[host]) >= saveQuality {
		w.keepHost(host, v.At, nil)
	}
	return w.takeFacts()
}

// begin starts to watch a page that is on its way to the keeper. See fresh.Hosts.Begin.
func (w *watching) begin(x *store.Watched, order []uint64, ended bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.yield = yieldFades*w.yield + 1 - yieldFades
	own := *x
	w.recent[weburl.Fingerprint(x.URL)] = &own
	if err := w.hosts.Begin(pageOf(x), order, ended); err != nil {
		return err
	}
	return w.takeFacts()
}

// readList compares a list or sitemap with its links at the visit before. It reports whether missing links have to be kept; see fresh.Hosts.ReadListing.
func (w *watching) readList(x *store.Watched, before, order []uint64, now time.Time) (keep bool) {
	w.note(hostOf(x), now, func(*watch.Watch) (changed []watch.Alarm) {
		keep, changed = w.hosts.ReadListing(pageOf(x), before, order, now)
		return changed
	})
	return keep
}

// settled stops the revisits of a page if a visit has closed its postings, even if they were closed only because lists no longer link to them.
// Revisits of a list go on, although it may have shown a posting itself.
func (w *watching) settled(v *store.Visit, r store.VisitResult) {
	if r.Closed && v.Watched.Kind < store.WatchedList {
		w.do(func() { w.hosts.Close(weburl.Fingerprint(v.Watched.URL), v.Observed.At) })
	}
}

// followAddresses records that a newly kept page shows postings that other pages of its host have shown before.
func (w *watching) followAddresses(url string, shown []postings.Result, now time.Time) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range shown {
		if r.At != "" && r.At != url && weburl.Host(r.At) == weburl.Host(url) {
			w.hosts.AlsoAt(weburl.Fingerprint(r.At), weburl.Fingerprint(url), now)
		}
	}
}

// do calls a function while the mutex is held.
func (w *watching) do(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

// judge calls a function with the state of package fresh while the mutex is held, and returns its result.
func judge[T any](w *watching, of func(*fresh.Hosts) T) T {
	w.mu.Lock()
	defer w.mu.Unlock()
	return of(w.hosts)
}

// usualYield is the share of discovery's requests that find a page worth watching, as assumed before the crawl has experience. With each request, the
// weight of all earlier ones is multiplied by yieldFades.
const (
	usualYield = .2
	yieldFades = .99
	// leastYield is the yield that a request must have when the number of requests is not bounded. With this value a list that changes daily is
	// requested four times a day; without it everything would be requested all the time.
	leastYield = .001
)

// setDiscovery tells the policy how many links discovery may follow, and how much a request for one of them is worth.
func (w *watching) setDiscovery(links int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.SetWaiting(links)
	switch {
	case w.turn == 0:
		w.policy.SetDiscovery(leastYield)
	case links > 0:
		w.policy.SetDiscovery(w.yield)
	default:
		w.policy.SetDiscovery(0)
	}
}

// next returns the watched page that is to be requested now.
func (w *watching) next(now time.Time) (x *store.Watched, ok bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		id, due := w.hosts.Next(now)
		if err := w.takeFacts(); err != nil || !due {
			return nil, false, err
		}
		if x, err = w.get(id); x != nil || err != nil {
			return x, x != nil, err
		}
		w.policy.Drop(id)
	}
}

// countEvery is how long a count of all watched pages is used before it is made again.
const countEvery = time.Minute

// shownAt returns how fresh the postings are that count as open.
func (w *watching) shownAt(now time.Time) revisit.Shown {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counted.IsZero() || now.Sub(w.counted).Abs() >= min(countEvery, w.fresh/8) {
		w.shown, w.counted = w.policy.Shown(now), now
	}
	return w.shown
}

// discover reports whether discovery may make a request now. If it may, it has to make one, because the request is counted. If not, discoveryHeld says
// until when it has to wait.
func (w *watching) discover(now time.Time) (ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ok = w.policy.Discover(now); !ok {
		w.held = now.Add(w.turn)
	}
	return ok
}

// drop ends all revisits of the page of a lease, because its link is given up.
func (w *watching) drop(lease frontier.Lease) {
	if !lease.Revisit {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(lease.URL)
	var links []uint64
	if x, err := w.get(id); err == nil && x != nil {
		links = x.Links
	}
	w.hosts.Forget(id, weburl.Host(lease.URL), links)
}

// putOff ends a revisit that may not be made yet.
func (w *watching) putOff(lease frontier.Lease, now time.Time) outcome {
	w.do(func() { w.policy.Observe(weburl.Fingerprint(lease.URL), revisit.Visit{At: now, Failed: true}) })
	return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
}
