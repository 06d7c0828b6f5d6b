package fresh

import "slices"

// If a listing shows its newest postings only, one that it drops may have fallen off its end. Such a listing keeps its length: it gains as many links
// as it loses. If a listing has several pages, all but the last of them keep their length, so they are judged together.

// length records how the number of links on a page of a listing changes.
type length struct {
	even  float64 // the share of changes that left the page as long as it was; recent changes count more
	most  int     // the links of the page when it was longest
	below bool    // it is shorter now
}

const (
	evenAtFirst = .5 // even before the first change
	leastEven   = .4 // a page that is shorter than it was and has less shows all its postings; a first change of its length gives .35
	evenFades   = .7 // factor of what was known before, at every visit that finds the page changed
)

// observe records the number of links that a changed page had before and has now.
func (l *length) observe(before, after int) {
	if l.most == 0 {
		l.even = evenAtFirst
	}
	l.even *= evenFades
	if before == after {
		l.even += 1 - evenFades
	}
	l.most = max(l.most, before, after)
	l.below = after < l.most
}

// showsAll reports whether a page shows all its postings: it is shorter than it was, and has changed its length often enough.
func (l *length) showsAll() bool { return l.below && l.even < leastEven }

// mayBeNewestOnly reports whether the listing to which a page belongs may show its newest postings only. That is so if none of its pages shows all.
func (s *Hosts) mayBeNewestOnly(h *host, page uint64) bool {
	showsAll := func(at uint64) bool { list := h.lists[at]; return list != nil && list.length.showsAll() }
	return s.obeys(NewestOnly) && !slices.ContainsFunc(h.pagesOf(page), showsAll)
}

// isByNewestOnly reports whether a listing that dropped a posting may show its newest postings only. If it is not known which listing dropped it, all
// listings of the host count, but not its sitemaps, because they link to all postings.
func (s *Hosts) isByNewestOnly(a *absence) bool {
	switch {
	case a.from == 0:
		for id, list := range a.host.lists {
			if !list.sitemap && s.mayBeNewestOnly(a.host, id) {
				return true
			}
		}
		return false
	case a.sitemap, a.isRemoved():
		return false
	}
	return s.mayBeNewestOnly(a.host, a.from)
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
