package crawler

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
)

// usualYield is what of discovery's requests give a page worth watching, before the crawl knows better; each request counts
// yieldFades of those after it.
const (
	usualYield = .2
	yieldFades = .99
	// leastYield is what a request has to give where their number is not bounded: a list that changes daily is then asked four times a
	// day. Otherwise all would be asked for all the time.
	leastYield = .001
)

// ignored counts a request of discovery that gave nothing to watch.
func (w *watching) ignored() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.yield *= yieldFades
}

// setDiscovery tells the policy what discovery is worth, which has so many links that it may follow.
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

// next returns what is to be asked for now.
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

// countEvery is how long a count of all that is watched holds.
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

// drop forgets the revisit of a lease.
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
	w.mu.Lock()
	defer w.mu.Unlock()
	w.policy.Observe(weburl.Fingerprint(lease.URL), revisit.Visit{At: now, Failed: true})
	return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
}
