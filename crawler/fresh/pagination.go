package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// What a list lacks may have fallen off its end, if the list shows the newest alone. Such a list is full: it has as many links as ever,
// or gains as many as it loses, or most of what it lacks is still there. A list may have several pages. All but the last of them
// are full, so that they are judged together. That two pages are of one list shows when a posting moves from one to the other.

// fullness is how probable it seems of the lists of a host that they are full.
type fullness struct {
	of    map[uint64]pageFullness // by page, of those that have changed
	pages map[uint64]uint64       // by page: the next one of its list, in a ring; none if it is the only one
	gone  fadingCount             // of what lists lacked: whether a look denied it
}

// fadingCount counts what was so and what was not. Older counts fade.
type fadingCount struct{ yes, no float64 }

func (c *fadingCount) add(yes bool) {
	c.yes, c.no = looksFade*c.yes, looksFade*c.no
	if yes {
		c.yes++
	} else {
		c.no++
	}
}

type pageFullness struct {
	even  float64 // the share of changes that left the page as long as it was
	most  int     // the links of the page when it was longest
	below bool    // it is shorter now
}

const (
	unknownFullness = .5
	leastFullness   = .4 // of a page that may be full
	fullnessFades   = .7 // at every visit that finds a page changed
	looksFade       = .95
	mostStay        = 4 // times as many as are gone. Hosts that end postings in silence may have twice as many.
)

func newFullness() fullness {
	return fullness{of: make(map[uint64]pageFullness), pages: make(map[uint64]uint64)}
}

// observe takes in how many links a page that has changed had and has.
func (f *fullness) observe(page uint64, before, after int) {
	p, known := f.of[page]
	if !known {
		p.even = unknownFullness
	}
	p.even *= fullnessFades
	if before == after {
		p.even += 1 - fullnessFades
	}
	p.most = max(p.most, before, after)
	p.below = after < p.most
	f.of[page] = p
}

// isFull reports whether the list of a page may be full: each of its pages may, or most of what the lists of the host lack is there.
func (f *fullness) isFull(page uint64) bool {
	if f.gone.no > mostStay*f.gone.yes+2 {
		return true
	}
	for at := page; ; {
		if p := f.of[at]; p.below && p.even < leastFullness {
			return false
		}
		next, more := f.pages[at]
		if !more || next == page {
			return true
		}
		at = next
	}
}

// mayHaveFallenOff reports whether one of the lists that named a posting may be full. If they are unknown, all lists of the host count.
func (s *Hosts) mayHaveFallenOff(m *missing) bool {
	switch {
	case !m.told.IsZero():
		return s.hasFullList(m.host)
	case m.whole, m.leftInside(), m.other.how == fromInside && m.host.trustsOrder():
		return false
	}
	return m.host.full.isFull(m.list) || m.other.list != 0 && m.host.full.isFull(m.other.list)
}

// hasFullList reports whether any list of a host may be full. Sitemaps name all.
func (s *Hosts) hasFullList(h *host) bool {
	for list := range h.lists {
		if kind, _ := s.policy.Kind(list); kind == revisit.List && h.full.isFull(list) {
			return true
		}
	}
	return false
}

// join has two pages be of one list.
func (f *fullness) join(a, b uint64) {
	if f.ofOneList(a, b) {
		return
	}
	nextA, nextB := f.next(a), f.next(b)
	f.pages[a], f.pages[b] = nextB, nextA
}

// leave has a page be of no list.
func (f *fullness) leave(page uint64) {
	before := page
	for f.next(before) != page {
		before = f.next(before)
	}
	f.pages[before] = f.next(page)
	delete(f.pages, page)
	delete(f.of, page)
}

func (f *fullness) next(page uint64) uint64 {
	if next, more := f.pages[page]; more {
		return next
	}
	return page
}

func (f *fullness) ofOneList(a, b uint64) bool {
	for at := f.next(a); at != a; at = f.next(at) {
		if at == b {
			return true
		}
	}
	return a == b
}

// observeFullness takes in what a page of a list has gained and lost. What others of its host lack and it names has moved to it.
func (s *Hosts) observeFullness(h *host, page uint64, before, after []uint64) {
	if slices.Equal(before, after) {
		return
	}
	h.full.observe(page, h.countNamed(before), h.countNamed(after))
	for _, link := range after {
		if m, lacked := h.unlisted[link]; lacked && s.pages[link].doubt&unlisted != 0 && !m.whole {
			h.full.join(m.list, page)
		}
	}
	for _, m := range s.missing {
		if _, here := slices.BinarySearch(after, m.id); here && m.host == h && !m.whole {
			h.full.join(m.list, page)
		}
	}
}

// countNamed returns how many links of a list lead to no list, such as another page of it.
func (h *host) countNamed(links []uint64) (n int) {
	for _, link := range links {
		if h.lists[link] == nil {
			n++
		}
	}
	return n
}

// lookedAt takes in what a look at a posting has found, if lists lack it and it is the first.
func (s *Hosts) lookedAt(id uint64, x *Page, gone bool) {
	h := s.hosts[x.Host()]
	if h == nil {
		return
	}
	if m, lacked := h.unlisted[id]; lacked && !m.looked {
		m.looked = true
		if gone && m.how == fromInside {
			h.inside.add(true)
		}
		h.unlisted[id] = m
		h.full.gone.add(gone)
	}
}

// together returns since when the pages of a list have to be visited so that what none of them names is not on its way from one to
// the other.
func (s *Hosts) together(now time.Time) time.Time { return now.Add(-s.fresh / 8) }

// pagesVisited reports whether all pages of a list were visited at that time or later.
func (h *host) pagesVisited(page uint64, since time.Time) bool {
	for at := h.full.next(page); at != page; at = h.full.next(at) {
		if list := h.lists[at]; list != nil && list.visited.Before(since) {
			return false
		}
	}
	return true
}

// askOtherPages has the other pages of a list asked for now, if this one lacks postings. They may have moved there. What others lack
// is asked for when they are visited. links are those of this page.
func (s *Hosts) askOtherPages(h *host, page uint64, links []uint64, now time.Time) error {
	if !s.lacksOf(h, page) {
		return nil
	}
	if err := s.askNextPages(h, links, now); err != nil {
		return err
	}
	for at := h.full.next(page); at != page; at = h.full.next(at) {
		if list := h.lists[at]; list == nil || list.visited.Before(s.together(now)) {
			s.policy.Suspect(at, now)
		}
	}
	return nil
}

// askNextPages has the pages asked for that links of a list lead to and that may go on with it, though they count as no lists. One that was
// none of it is asked for more and more seldom.
func (s *Hosts) askNextPages(h *host, links []uint64, now time.Time) error {
	for i := range h.others {
		o := &h.others[i]
		if _, leads := slices.BinarySearch(links, weburl.Fingerprint(o.url)); !leads || now.Sub(o.asked) < s.fresh<<min(o.asks, mostAsks) {
			continue
		}
		may, err := s.mayBeNext(h, o)
		if err == nil && may {
			o.asked = now
			o.asks++
			err = s.lookAt(o.url, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mostAsks is how often the time is doubled after which a page is asked for that was none of the list.
const mostAsks = 6

// mayBeNext reports whether a page may be the next one of a list: it names a posting, and leads to the list, which leads to it.
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

// lookAt has a kept page asked for now, whether it is watched or not. Closed postings are asked for when lists name them, see reopen.
func (s *Hosts) lookAt(url string, now time.Time) error {
	id := weburl.Fingerprint(url)
	if s.pages[id].closed {
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

// lacksOf reports whether postings are missing that a page of a list named.
func (s *Hosts) lacksOf(h *host, page uint64) bool {
	for _, m := range s.missing {
		if m.list == page && !m.whole && m.how != movedOn && !m.leftInside() {
			return true
		}
	}
	for id, m := range h.unlisted {
		if s.pages[id].doubt&unlisted != 0 && m.list == page && !m.whole && !m.leftInside() {
			return true
		}
	}
	return false
}
