package fresh

import "slices"

// If a listing shows only its newest postings, one that it drops may have fallen off its end. Such a listing is full: it has as many links
// as ever, or gains as many as it loses. If a listing has several pages, all but the last of them are full, so they are judged together.

// length records how the number of links on a page of a listing changes.
type length struct {
	even  float64 // the share of changes that left the page as long as it was; recent changes count more
	most  int     // the links of the page when it was longest
	below bool    // it is shorter now
}

const (
	unknownFullness = .5 // even before the first change
	leastFullness   = .4 // a page with less may have room; a first change of its length gives .35
	fullnessFades   = .7 // factor of what was known before, at every visit that finds the page changed
)

// observe records the number of links that a changed page had before and has now.
func (l *length) observe(before, after int) {
	if l.most == 0 {
		l.even = unknownFullness
	}
	l.even *= fullnessFades
	if before == after {
		l.even += 1 - fullnessFades
	}
	l.most = max(l.most, before, after)
	l.below = after < l.most
}

// hasRoom reports whether a page is shorter than it was, and has changed its length often enough.
func (l *length) hasRoom() bool { return l.below && l.even < leastFullness }

// isFull reports whether the listing to which a page belongs may be full. That is so if each of its pages may be full.
func (s *Hosts) isFull(h *host, page uint64) bool {
	hasRoom := func(at uint64) bool { list := h.lists[at]; return list != nil && list.length.hasRoom() }
	return s.obeys(NewestOnly) && !slices.ContainsFunc(h.pagesOf(page), hasRoom)
}

// mayHaveFallenOff reports whether a listing that dropped a posting may be full, so that the posting has fallen off its end. If it is not known which
// listing did, all listings of the host count, but not its sitemaps, because they link to all postings.
func (s *Hosts) mayHaveFallenOff(a *absence) bool {
	switch {
	case a.last.from == 0:
		for id, list := range a.host.lists {
			if !list.sitemap && s.isFull(a.host, id) {
				return true
			}
		}
		return false
	case a.sitemap, a.isRemoved(), a.earlier.how == fromInside:
		return false
	}
	return s.isFull(a.host, a.last.from) || a.earlier.from != 0 && s.isFull(a.host, a.earlier.from)
}

// observeLength records how the length of a changed page of a listing has changed. Links to other pages of listings do not count.
func (h *host) observeLength(page uint64, before, after []uint64) {
	if !slices.Equal(before, after) {
		h.lists[page].length.observe(h.countPages(before), h.countPages(after))
	}
}

// countPages returns how many links lead to pages that are no listings.
func (h *host) countPages(links []uint64) (n int) {
	for _, link := range links {
		if h.lists[link] == nil {
			n++
		}
	}
	return n
}
