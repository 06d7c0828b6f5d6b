package fresh

import (
	"slices"
	"time"
)

// record holds the state of a URL to which a listing links, or whose page is recrawled.
type record struct {
	listings   int32    // how many listings and sitemaps link to it
	sitemaps   int32    // how many of the listings are sitemaps
	boxes      int32    // how many of these have shown a posting themselves, so that their links may be boxes of similar postings
	led        int32    // how many recrawled pages its page was the first to link to
	wasPosting bool     // its page was recrawled as that of a posting before it counted as a listing
	denied     bool     // its latest visit did not show its posting
	closedAt   int64    // when its posting was closed, in Unix nanoseconds; 0: it is not closed
	alsoAt     uint64   // another page that shows its posting, see AlsoAt; 0: none
	absence    *absence // from listings; nil: a listing links to it, or none has dropped it
}

// absence records that a listing has dropped a posting to which no other listing links, or that a sitemap has dropped it. It ends when a listing links
// to the posting again.
type absence struct {
	id         uint64
	host       *host     // of the listing
	reported   bool      // as unlisted; until then, other pages of the listing may have it
	from       uint64    // the listing that dropped it; 0: not known, as after a restart
	how        departure // from that listing
	since      time.Time // when it was dropped; later if only then it was clear that its absence counts; if from is 0, when it was last reported
	newestOnly bool      // the listing that dropped it may show its newest postings only
	sitemap    bool      // a sitemap dropped it, which links to all postings, so no other page has to be waited for
}

func (r record) isClosed() bool { return r.closedAt != 0 }

// isUnlisted reports whether the posting was reported as unlisted.
func (r record) isUnlisted() bool { return r.absence != nil && r.absence.reported }

// isInQuestion reports whether the posting is denied or unlisted.
func (r record) isInQuestion() bool { return r.denied || r.isUnlisted() }

// set replaces the record of a URL. An empty record is removed.
func (s *Hosts) set(id uint64, r record) {
	if r == (record{}) {
		delete(s.records, id)
		return
	}
	s.records[id] = r
}

// reset forgets the results of visits of a page. It keeps which listings link to the page, and to how many pages it has led.
func (s *Hosts) reset(id uint64) record {
	s.endAbsence(id)
	r := s.records[id]
	r.denied, r.closedAt, r.alsoAt = false, 0, 0
	s.set(id, r)
	return r
}

// setAbsence starts the absence of a posting. It replaces an earlier absence.
func (s *Hosts) setAbsence(a *absence) {
	s.endAbsence(a.id)
	r := s.records[a.id]
	r.absence = a
	s.set(a.id, r)
	a.host.absent[a.id] = a
}

func (s *Hosts) endAbsence(id uint64) {
	r := s.records[id]
	if r.absence == nil {
		return
	}
	delete(r.absence.host.absent, id)
	r.absence = nil
	s.set(id, r)
}

// link records that a listing or sitemap links to further pages, with n = 1, or no longer links to them, with n = -1.
func (s *Hosts) link(list uint64, isSitemap bool, links []uint64, n int32) {
	isBox := s.records[list].wasPosting
	for _, link := range links {
		r := s.records[link]
		r.listings = max(r.listings+n, 0)
		if isBox {
			r.boxes = max(r.boxes+n, 0)
		}
		if isSitemap {
			r.sitemaps = max(r.sitemaps+n, 0)
		}
		s.set(link, r)
	}
}

// without returns the links that are not among others. Both sets are in ascending order.
func without(links, others []uint64) (list []uint64) {
	for _, link := range links {
		if _, known := slices.BinarySearch(others, link); !known {
			list = append(list, link)
		}
	}
	return list
}

// host holds the listings of a host and the postings that are missing from them.
type host struct {
	name   string
	lists  map[uint64]*listing // listings and sitemaps, by fingerprint
	absent map[uint64]*absence // postings that listings of the host have dropped
	others []string            // URLs of pages that are no listings, see findListings
	looked time.Time           // when these were gone through
}

// listing is the state of a page of a listing, or of a sitemap, that is recrawled.
type listing struct {
	sitemap bool
	visited time.Time  // the latest visit
	order   []uint64   // its links as they stand on the page; nil: this run has not read it
	loss    loss       // the postings that it has dropped at once though other listings link to them
	cut     truncation // that it has dropped improbably many postings
	pages   *pages     // of the listing to which it belongs; nil: it is the only one
	length  length     // how its length has changed
}

func (s *Hosts) host(name string) *host {
	h := s.hosts[name]
	if h == nil {
		h = &host{name: name, lists: make(map[uint64]*listing), absent: make(map[uint64]*absence)}
		s.hosts[name] = h
	}
	return h
}

// list returns the record of a listing, or nil if the listing has none, as after it was given up.
func (h *host) list(id uint64) *listing {
	if h == nil {
		return nil
	}
	return h.lists[id]
}

// visitList notes a visit of a listing or sitemap.
func (h *host) visitList(id uint64, kind Kind, at time.Time) {
	list := h.lists[id]
	if list == nil {
		list = &listing{sitemap: kind == Sitemap}
		h.lists[id] = list
	}
	list.visited = at
}

// visitedSince reports whether all listings of a host were visited at that time or later, and its sitemaps, too, if they count.
func (h *host) visitedSince(at time.Time, sitemaps bool) bool {
	for _, list := range h.lists {
		if list.visited.Before(at) && (sitemaps || !list.sitemap) {
			return false
		}
	}
	return true
}
