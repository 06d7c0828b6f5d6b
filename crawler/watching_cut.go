package crawler

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/store"
)

// leastChance is that of the most improbable loss of a list that is believed at once: 1 visit in 1,000 may be doubted wrongly.
const leastChance = .001

// longDrop is how long a greater loss has to last until it is believed. Lists are cut for a day at most as a rule, which Fresh usually
// is.
func (w *watching) longDrop() time.Duration { return w.fresh * 3 / 2 }

// cutList is what is known of a list that lacks more than it loses by itself; it is zero while the list does not. Pages of some that it
// lacks are looked at: if most of them are gone, the list is right.
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
func (w *watching) isCut(x *store.Watched, before, order []uint64, now time.Time) (cut, news bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id, lost := weburl.Fingerprint(x.URL), w.lost(x, before, order)
	list := w.hosts[hostOf(x)].list(id)
	if list == nil {
		return false, false
	}
	c, known := list.cut, list.cut.visits > 0
	improbable := w.policy.Chance(id, now, len(lost)) < leastChance
	if !improbable && (known || !w.isGreat(lost, before)) {
		list.cut = cutList{}
		return false, false
	}
	if !known {
		c = cutList{since: now, probes: lost[:min(len(lost), mostProbes)]}
		for _, probe := range c.probes {
			w.policy.Suspect(probe, now)
		}
	}
	c.visits++
	list.cut = c
	return now.Sub(c.since) < w.longDrop() && !w.provesRight(c), improbable && c.visits <= cutVisits
}

// isGreat reports whether a list lacks several postings, and more than a third of what it named. A short list is then asked again, since its
// losses are never improbable.
func (w *watching) isGreat(lost, before []uint64) bool {
	if len(lost) < 2 {
		return false
	}
	named := 0
	for _, link := range before {
		if w.isPosting(link) {
			named++
		}
	}
	return 3*len(lost) > named
}

// droppedLinks are more than a third of what a list named. They are gone from it, but others of its host name them.
type droppedLinks struct {
	links []uint64
	since time.Time
}

// contradicts returns how many postings a sitemap names that are gone from a list, if these are most of those that the list has dropped. So
// the list was cut, though nothing is missing. All lists of the host are waited for, since postings move from one page to another, but not for
// long. A list that may be full tells nothing.
func (w *watching) contradicts(sitemap *store.Watched, now time.Time) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[hostOf(sitemap)]
	if h == nil {
		return 0
	}
	for id, list := range h.lists {
		d := list.dropped
		late := now.Sub(d.since) >= w.longDrop()
		if len(d.links) == 0 || !late && !w.allListsVisited(h, d.since) {
			continue
		}
		list.dropped = droppedLinks{}
		if late || h.full.isFull(id) {
			continue
		}
		named := 0
		for _, link := range d.links {
			if _, here := slices.BinarySearch(sitemap.Links, link); here && w.isPosting(link) && w.namedBySitemapsAlone(link) {
				named++
			}
		}
		if 2*named > len(d.links) {
			n += named
		}
	}
	return n
}

// allListsVisited reports whether all lists of a host, covered or not, were visited at that time or later.
func (w *watching) allListsVisited(h *watchedHost, since time.Time) bool {
	for id, list := range h.lists {
		if kind, _ := w.policy.Kind(id); kind == revisit.List && list.visited.Before(since) {
			return false
		}
	}
	return true
}

// namedBySitemapsAlone reports whether no list names a link.
func (w *watching) namedBySitemapsAlone(link uint64) bool {
	n := w.listed[link]
	sitemaps := uint16(0)
	for _, by := range n.by {
		if kind, watched := w.policy.Kind(by); watched && kind == revisit.Sitemap {
			sitemaps++
		}
	}
	return sitemaps == n.lists
}

// pageOfCut reports whether another page of a list is cut. The last pages of a list are missing then, too.
func (w *watching) pageOfCut(url string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	page, h := weburl.Fingerprint(url), w.hosts[weburl.Host(url)]
	if h == nil {
		return false
	}
	for at := h.full.next(page); at != page; at = h.full.next(at) {
		if list := h.lists[at]; list != nil && list.cut.visits > 0 {
			return true
		}
	}
	return false
}

// provesRight reports whether most of the pages that were looked at are gone.
func (w *watching) provesRight(c cutList) bool {
	gone := 0
	for _, id := range c.probes {
		if page := w.pages[id]; page.closed || page.doubt&deniedOnce != 0 {
			gone++
		}
	}
	return 2*gone > len(c.probes)
}

// lost returns which pages a list no longer names that it named before, if no other list names them and they have not moved. Suspected ones
// are known already.
func (w *watching) lost(x *store.Watched, before, order []uint64) (list []uint64) {
	gone := w.departures(w.hostOf(hostOf(x)), weburl.Fingerprint(x.URL), order)
	for _, link := range before {
		_, still := slices.BinarySearch(x.Links, link)
		elsewhere := w.listed[link].lists > 1 && x.Kind != store.WatchedSitemap
		if !still && !elsewhere && gone[link] != movedOn && w.pages[link].doubt == 0 && w.policy.Rate(link) > 0 && isOwn(hostOf(x), w.policy.Host(link)) {
			list = append(list, link)
		}
	}
	return list
}
