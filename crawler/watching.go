package crawler

import (
	"errors"
	"sync"
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store"
)

// hubLinks is how many pages on topic, or postings, a page has led to when it counts as a list.
const hubLinks = 3

// watching is what a crawl with revisits has in memory of all that it asks for again. It is safe for concurrent use.
type watching struct {
	store WatchStore
	jobs  bool // the crawl is for jobs
	fresh time.Duration
	clock clockDoubt

	mu       sync.Mutex    // guards the fields below
	turn     time.Duration // after which a request of discovery may be allowed that was not; 0: all are allowed
	policy   *revisit.Policy
	listed   map[uint64]naming         // by fingerprint of a URL: the lists, sitemaps and feeds that name it
	led      map[uint64]uint16         // by fingerprint of a page: how many watched pages it was the first to name
	pages    map[uint64]pageRecord     // by fingerprint: pages that show postings or are on topic, see pageRecord
	hosts    map[string]*watchedHost   // hosts that have lists
	recent   map[uint64]*store.Watched // what the keeper may not have kept yet
	missing  []missing                 // in the order in which they went missing
	settleAt time.Time                 // when they are looked through again, see suspectMissing
	told     []*store.Visit            // what lists have told of postings and the keeper has not been given yet
	quality  *watch.Watch
	saved    map[string]time.Time // when the quality of a host was last given to the keeper, or its rates, by ratesURL
	yield    float64              // how many watched pages a request of discovery gives
	shown    revisit.Shown        // as counted at a time
	counted  time.Time
}

func newWatching(r *Revisits, jobs bool) *watching {
	w := &watching{
		store: r.Store, jobs: jobs, fresh: r.Options.Fresh, policy: revisit.New(r.Options), yield: usualYield,
		listed: make(map[uint64]naming), led: make(map[uint64]uint16), pages: make(map[uint64]pageRecord),
		hosts: make(map[string]*watchedHost), recent: make(map[uint64]*store.Watched),
		quality: watch.New(), saved: make(map[string]time.Time),
	}
	w.setPerDay(r.Options.PerDay)
	return w
}

// setPerDay changes how many requests may be made a day; 0: any number. mu may be free: callers before Run are alone.
func (w *watching) setPerDay(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.SetPerDay(n)
	if w.turn = 0; n > 0 {
		w.turn = 24 * time.Hour / time.Duration(n)
	}
}

// discoveryTurn returns how long discovery waits after a request that it may not make.
func (w *watching) discoveryTurn() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.turn
}

// add begins to watch something. mu may be free: callers before Run are alone.
func (w *watching) add(x *store.Watched) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.addLocked(x)
}

func (w *watching) addLocked(x *store.Watched) {
	id := weburl.Fingerprint(x.URL)
	if kind := policyKind(x.Kind); kind == revisit.List || kind == revisit.Sitemap {
		h := w.hostOf(hostOf(x))
		if h.lists[id] == nil {
			w.name(id, x.Links)
			for _, link := range x.Links {
				w.policy.Seen(link, x.Visited)
			}
		}
		h.visitList(id, x.Visited)
		h.learnOwnPager(x)
	}
	if isGoneList(x) {
		w.policy.Add(w.pageOf(id, x), x.Visited)
		w.goneList(id, x)
		return
	}
	if w.pages[id].closed && policyKind(x.Kind) == revisit.Posting {
		return
	}
	w.policy.Add(w.pageOf(id, x), x.Visited)
	if w.pages[id].doubt != 0 {
		w.policy.Suspect(id, x.Visited)
	}
}

// pageOf returns what the policy has to know. In a crawl for jobs a page without a posting is asked seldom. A posting may be open until its last day is over.
func (w *watching) pageOf(id uint64, x *store.Watched) revisit.Page {
	list := w.hosts[hostOf(x)].list(id)
	return revisit.Page{
		ID: id, Host: hostOf(x), Kind: policyKind(x.Kind), Listed: w.listed[id].lists > 0, Rare: w.jobs && x.Kind == store.WatchedPage,
		Covered: list != nil && list.covered || x.Kind == store.WatchedFeed, ValidThrough: job.EndOf(x.Ends),
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
