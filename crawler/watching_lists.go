package crawler

import (
	"slices"
	"time"

	"gannet/internal/weburl"
	"gannet/job/life"
)

// watchedHost has the lists of a host.
type watchedHost struct {
	lists map[uint64]time.Time // by fingerprint: the latest visit
}

// missing is a URL that no list of its host names any more.
type missing struct {
	id      uint64
	host    *watchedHost
	since   time.Time
	fellOff bool // the list has not become shorter, so that it may show the newest alone
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

// settleEvery is how often missing postings are looked through.
const settleEvery = time.Minute

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
