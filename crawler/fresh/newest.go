package fresh

import (
	"slices"

	"gannet/crawler/revisit"
)

// If a listing shows only its newest postings, one that is no longer on it may have fallen off its end. Such a listing is full: it has as many links
// as ever, or gains as many as it loses, or most of the postings that are no longer on it still exist. If a listing has several pages, all but the
// last of them are full, so they are judged together.

// length records how the number of links on a page of a listing changes.
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

// observe records the number of links that a changed page had before and has now.
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

// isFull reports whether the listing to which a page belongs may be full. That is so if each of its pages may be full, or if most of the postings
// that the listings of the host have dropped still exist.
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

// mayHaveFallenOff reports whether a listing from which a posting has gone may be full, so that the posting has fallen off its end. If these listings
// are unknown, all listings of the host count.
func (s *Hosts) mayHaveFallenOff(a *absence) bool {
	switch {
	case !a.told.IsZero():
		return s.hasFullListing(a.host)
	case a.whole, a.leftInside(), a.otherHow == fromInside && a.host.trustsOrder():
		return false
	}
	return s.isFull(a.host, a.from) || a.other != 0 && s.isFull(a.host, a.other)
}

// hasFullListing reports whether any listing of a host may be full. Sitemaps do not count, because they link to all postings.
func (s *Hosts) hasFullListing(h *host) bool {
	for list := range h.lists {
		if kind, _ := s.policy.Kind(list); kind == revisit.List && s.isFull(h, list) {
			return true
		}
	}
	return false
}

// observeLength records how the length of a page of a listing has changed. If the page now links to a posting that went missing from another page,
// the posting has moved, and so the two are pages of one listing.
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

// countPages returns how many links of a listing lead to pages that are no listings. Links to other pages of the same listing do not count.
func (h *host) countPages(links []uint64) (n int) {
	for _, link := range links {
		if h.lists[link] == nil {
			n++
		}
	}
	return n
}
