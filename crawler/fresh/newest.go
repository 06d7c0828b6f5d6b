package fresh

import (
	"slices"

	"gannet/crawler/revisit"
)

// What a listing no longer links to may have fallen off its end, if it shows the newest only. Such a listing is full: it has as many links as ever,
// or gains as many as it loses, or most of what it lacks is still there. A listing may have several pages. All but the last of them
// are full, so that they are judged together.

// length is how the length of a page of a listing has changed.
type length struct {
	known bool
	even  float64 // the share of changes that left the page as long as it was
	most  int     // the links of the page when it was longest
	below bool    // it is shorter now
}

const (
	unknownFullness = .5
	leastFullness   = .4 // of a page that may be full
	fullnessFades   = .7 // at every visit that finds a page changed
	mostStay        = 4  // times as many as are gone. Hosts that end postings in silence may have twice as many.
)

// observe records how many links a page that has changed had and has.
func (l *length) observe(before, after int) {
	if !l.known {
		l.known, l.even = true, unknownFullness
	}
	l.even *= fullnessFades
	if before == after {
		l.even += 1 - fullnessFades
	}
	l.most = max(l.most, before, after)
	l.below = after < l.most
}

// isFull reports whether a page's listing may be full: each of its pages may, or most of what the listings of the host lack is there.
func (s *Hosts) isFull(h *host, page uint64) bool {
	if !s.obeys(NewestOnly) {
		return false
	}
	if h.gone.no > mostStay*h.gone.yes+2 {
		return true
	}
	for at := page; ; {
		if list := h.lists[at]; list != nil && list.length.below && list.length.even < leastFullness {
			return false
		}
		if at = h.next(at); at == page {
			return true
		}
	}
}

// mayHaveFallenOff reports whether one of the listings that linked to a posting may be full. If they are unknown, all listings of the host
// count.
func (s *Hosts) mayHaveFallenOff(a *absence) bool {
	switch {
	case !a.told.IsZero():
		return s.hasFullListing(a.host)
	case a.whole, a.leftInside(), a.otherHow == fromInside && a.host.trustsOrder():
		return false
	}
	return s.isFull(a.host, a.from) || a.other != 0 && s.isFull(a.host, a.other)
}

// hasFullListing reports whether any listing of a host may be full. Sitemaps link to all postings.
func (s *Hosts) hasFullListing(h *host) bool {
	for list := range h.lists {
		if kind, _ := s.policy.Kind(list); kind == revisit.List && s.isFull(h, list) {
			return true
		}
	}
	return false
}

// observeLength records what a page of a listing has gained and lost. What others of its host lack and it links to has moved to it.
func (s *Hosts) observeLength(h *host, page uint64, before, after []uint64) {
	if slices.Equal(before, after) {
		return
	}
	h.lists[page].length.observe(h.countPages(before), h.countPages(after))
	for _, link := range after {
		if a := h.absent[link]; a != nil && a.phase != elsewhere && !a.whole {
			s.join(h, a.from, page)
		}
	}
}

// countPages returns how many links of a listing lead to no listing, such as another page of it.
func (h *host) countPages(links []uint64) (n int) {
	for _, link := range links {
		if h.lists[link] == nil {
			n++
		}
	}
	return n
}
