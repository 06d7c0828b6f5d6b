package crawler

import (
	"slices"
	"time"

	"gannet/internal/weburl"
	"gannet/store"
)

// leastChance is that of the most improbable loss of a list that is believed at once: 1 visit in 1,000 may be doubted wrongly.
const leastChance = .001

// longDrop is how long a greater loss has to last until it is believed. Lists are cut for a day at most as a rule, which Fresh usually
// is.
func (w *watching) longDrop() time.Duration { return w.fresh * 3 / 2 }

// cutList is a list that lacks more than it loses by itself. Pages of some that it lacks are looked at: if most of them are gone, the
// list is right.
type cutList struct {
	since  time.Time
	visits int
	probes []uint64
}

const (
	mostProbes = 3
	cutVisits  = 2 // of a cut list are facts about its host. More would make them usual for it.
)

// isCut reports whether a list lacks more than it would lose by itself, so that it was probably cut. before is what it named before.
// news says that this was not known for long.
func (w *watching) isCut(x *store.Watched, before []uint64, now time.Time) (cut, news bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id, lost := weburl.Fingerprint(x.URL), w.lost(x, before)
	if w.policy.Chance(id, now, len(lost)) >= leastChance {
		delete(w.cut, id)
		return false, false
	}
	c, known := w.cut[id]
	if !known {
		c = cutList{since: now, probes: lost[:min(len(lost), mostProbes)]}
		for _, probe := range c.probes {
			w.policy.Suspect(probe, now)
		}
	}
	c.visits++
	w.cut[id] = c
	return now.Sub(c.since) < w.longDrop() && !w.provesRight(c), c.visits <= cutVisits
}

// provesRight reports whether most of the pages that were looked at are gone.
func (w *watching) provesRight(c cutList) bool {
	gone := 0
	for _, id := range c.probes {
		if _, closed := w.closed[id]; closed || w.doubt[id]&deniedOnce != 0 {
			gone++
		}
	}
	return 2*gone > len(c.probes)
}

// lost returns which pages a list no longer names that it named before, if no other list names them. Suspected ones are known already.
func (w *watching) lost(x *store.Watched, before []uint64) (list []uint64) {
	for _, link := range before {
		_, still := slices.BinarySearch(x.Links, link)
		elsewhere := w.listed[link].lists > 1 && x.Kind != store.WatchedSitemap
		if !still && !elsewhere && w.doubt[link] == 0 && w.policy.Rate(link) > 0 {
			list = append(list, link)
		}
	}
	return list
}
