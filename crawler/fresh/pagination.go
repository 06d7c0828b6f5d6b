package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// A listing may have several pages, and postings move from one to the next. The pages of one listing form a ring.

// join records that two pages belong to one listing, unless one of them was given up.
func (s *Hosts) join(h *host, a, b uint64) {
	if h.lists[a] == nil || h.lists[b] == nil || h.ofOneList(a, b) || !s.obeys(PagesOfOne) {
		return
	}
	h.lists[a].next, h.lists[b].next = h.next(b), h.next(a)
}

// leave removes a page from its ring.
func (h *host) leave(page uint64) {
	if h.lists[page] == nil {
		return
	}
	before := page
	for h.next(before) != page {
		before = h.next(before)
	}
	h.lists[before].next, h.lists[page].next = h.next(page), 0
}

// next returns the next page of a listing, the page itself if it is the only one.
func (h *host) next(page uint64) uint64 {
	if list := h.lists[page]; list != nil && list.next != 0 {
		return list.next
	}
	return page
}

func (h *host) ofOneList(a, b uint64) bool {
	for at := h.next(a); at != a; at = h.next(at) {
		if at == b {
			return true
		}
	}
	return a == b
}

// together returns the earliest time of visits that count as made together. If the pages of a listing were all visited since then and none links to a
// posting, the posting cannot have been moving from one page to another meanwhile, so it is missing.
func (s *Hosts) together(now time.Time) time.Time { return now.Add(-s.fresh / 8) }

// pagesVisited reports whether all pages of a listing were visited at that time or later.
func (h *host) pagesVisited(page uint64, since time.Time) bool {
	for at := h.next(page); at != page; at = h.next(at) {
		if list := h.lists[at]; list != nil && list.visited.Before(since) {
			return false
		}
	}
	return true
}

// requestOtherPages requests the other pages of a listing now, if postings have gone from this page, because they may have moved there. Other pages
// from which postings have gone are handled at their own visits. links are those of this page.
func (s *Hosts) requestOtherPages(h *host, page uint64, links []uint64, now time.Time) error {
	if !s.obeys(RequestPages) || !h.lacksOf(page) {
		return nil
	}
	if err := s.requestNextPages(h, links, now); err != nil {
		return err
	}
	for at := h.next(page); at != page; at = h.next(at) {
		if list := h.lists[at]; list == nil || list.visited.Before(s.together(now)) {
			s.policy.Suspect(at, now)
		}
	}
	return nil
}

// requestNextPages requests pages to which a listing links and which may be its next pages, though they do not count as listings. If such a page
// proves not to be one, it is requested more and more seldom.
func (s *Hosts) requestNextPages(h *host, links []uint64, now time.Time) error {
	for i := range h.others {
		o := &h.others[i]
		if _, leads := slices.BinarySearch(links, weburl.Fingerprint(o.url)); !leads || now.Sub(o.asked) < s.fresh<<min(o.requests, mostRequests) {
			continue
		}
		may, err := s.mayBeNext(h, o)
		if err == nil && may {
			o.asked = now
			o.requests++
			err = s.request(o.url, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mostRequests bounds how often the waiting time is doubled for a page that was requested and proved not to belong to the listing.
const mostRequests = 6

// mayBeNext reports whether a page may be the next page of a listing: it links to a posting, and it and the listing link to each other.
func (s *Hosts) mayBeNext(h *host, o *otherPage) (bool, error) {
	id := weburl.Fingerprint(o.url)
	links, err := s.linksOf(o)
	if err != nil {
		return false, err
	}
	names := slices.ContainsFunc(links, func(link uint64) bool {
		kind, watched := s.policy.Kind(link)
		return link != id && watched && kind == revisit.Posting && !s.policy.Rare(link)
	})
	if !names {
		return false, nil
	}
	return s.isNext(h, id, links)
}

// request requests a kept page now, and begins to recrawl it if it was not recrawled before. A closed posting is not requested here, but when a
// listing links to it, see reopen.
func (s *Hosts) request(url string, now time.Time) error {
	id := weburl.Fingerprint(url)
	if s.records[id].closed {
		return nil
	}
	if _, watched := s.policy.Kind(id); !watched {
		x, err := s.kept.Kept(url)
		if x == nil || err != nil {
			return err
		}
		s.become(x, false)
		s.Add(x)
	}
	s.policy.Look(id, now)
	return nil
}

// lacksOf reports whether any posting is missing that has gone from this page of a listing.
func (h *host) lacksOf(page uint64) bool {
	for _, a := range h.absent {
		if a.from == page && !a.whole && !a.leftInside() && (a.phase == reported || a.phase == awaited && a.how != movedOn) {
			return true
		}
	}
	return false
}
