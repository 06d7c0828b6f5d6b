package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// doubt is what speaks against a posting.
type doubt uint8

const (
	unlisted   doubt = 1 << iota // no list names it any more
	deniedOnce                   // a look has denied it
)

// pageRecord is what a crawl has in memory of a page that shows a posting or is on topic. A page has one only while something speaks against
// it or after it has closed.
type pageRecord struct {
	doubt    doubt
	reopened reopening
	closed   bool
	closedAt time.Time // the latest look at a page that is closed
}

// reopening says what became of a page that had closed and that lists named again, until a look shows its posting.
type reopening uint8

const (
	notReopened reopening = iota
	unseenSince           // no look has found the page since
	pageIsThere           // the latest look found the page, and no posting on it
)

// setPage replaces the record of a page. One that says nothing is removed.
func (s *Hosts) setPage(id uint64, page pageRecord) {
	if page == (pageRecord{}) {
		delete(s.pages, id)
		return
	}
	s.pages[id] = page
}

func (s *Hosts) setDoubt(id uint64, d doubt) {
	page := s.pages[id]
	page.doubt = d
	s.setPage(id, page)
}

// Result says how a visit has ended.
type Result uint8

// The results.
const (
	Unanswered Result = iota // nothing was learned of the page
	Unchanged                // it is as it was
	Changed                  // it is there, and has changed
	NotShown                 // it is there, and shows no posting any more
	Denied                   // it is not there: 404, 410, or it leads elsewhere
	SaysClosed               // it shows postings, and says that all are closed
	Dropped                  // it is no longer recrawled
)

// Visit is what a request for a page has found.
type Visit struct {
	URL       string
	Page      *Page    // as it is after the visit; nil if it is no longer recrawled
	Before    []uint64 // its links before the visit
	Order     []uint64 // the links of a listing in their order on the page; nil: unknown
	At        time.Time
	Found     Result
	Changes   int  // see revisit.Visit
	AsListing bool // of a page that shows no posting any more: it looks like a listing
	Doubted   bool // the host does not give what it gave before, so that nothing of it counts as missing
}

// Observe records a visit. Pages has to return the page as it is after the visit.
func (s *Hosts) Observe(v Visit) error {
	id, x := weburl.Fingerprint(v.URL), v.Page
	if v.Found == Dropped || x == nil {
		s.Forget(id, weburl.Host(v.URL), v.Before)
		return s.uncoverHost(s.hosts[weburl.Host(v.URL)], v.At)
	}
	visit := revisit.Visit{At: v.At, Failed: v.Found == Unanswered, Doubted: v.Doubted, Changes: v.Changes}
	if x.Kind.scheduled() == revisit.Posting {
		s.observePage(id, v, visit)
		if h := s.hosts[x.Host()]; h.other(x.URL) != nil {
			h.looked = time.Time{} // it may be a listing by now
		}
		return nil
	}
	visit.Failed = visit.Failed || v.Doubted
	if v.Found == Denied {
		visit.Gone = 1
	}
	if err := s.observeList(id, x, v.Before, v.Order, visit); err != nil {
		return err
	}
	return s.findLists(s.host(x.Host()), v.At)
}

// observeList takes in what a visit of a list, sitemap or feed has found.
func (s *Hosts) observeList(id uint64, x *Page, before, order []uint64, visit revisit.Visit) (err error) {
	switch {
	case visit.Failed, visit.Gone > 0:
		s.name(id, newOf(x.Links, before)) // of a list that was cut: they stay with what it named before
	case x.IsGone() && x.Kind == Feed:
		s.goneList(id, x)
		return nil
	case x.Kind == Feed:
		s.beFeed(id, x, before)
	default:
		h := s.host(x.Host())
		last := h.visitList(id, visit.At)
		var gone int
		gone, err = s.compareLists(x, before, order, visit.At)
		visit.Changes += gone
		s.lookAtDropped(h, x, before, last, visit.At)
		s.settleAt = visit.At
		if x.IsGone() {
			s.goneList(id, x)
			if err == nil {
				err = s.uncoverHost(h, visit.At)
			}
			return err
		}
		s.cover(id, x, visit.At)
	}
	s.policy.Observe(id, visit)
	s.confirm(s.host(x.Host()), visit.At)
	return err
}

// observePage takes in what a visit of a posting, or of a page on topic, has found. A page that two looks deny is asked for no more until
// a list names it again, and so is a posting whose life says that it is closed, see closedBy.
func (s *Hosts) observePage(id uint64, v Visit, visit revisit.Visit) {
	x, what := v.Page, v.Found
	if what != Unanswered {
		s.lookedAt(id, x, what == Denied || what == NotShown || what == SaysClosed)
	}
	switch what {
	case Denied, NotShown:
		page := s.pages[id]
		if page.reopened != notReopened {
			page.reopened = unseenSince
			if what == NotShown {
				page.reopened = pageIsThere
			}
			s.setPage(id, page)
		}
		if what == NotShown {
			s.noteFirst(x, v.AsListing)
		}
		if page.doubt != 0 && x.Kind != Posting {
			s.Close(id, visit.At)
			return
		}
		if page.doubt == 0 {
			visit.Changes = 1
		}
		s.setDoubt(id, page.doubt|deniedOnce)
		visit.Suspected = true
	case SaysClosed:
		s.Close(id, visit.At)
		return
	case Unchanged, Changed:
		page := s.pages[id]
		page.reopened, page.doubt = notReopened, page.doubt&^deniedOnce
		s.setPage(id, page)
		visit.Suspected = page.doubt != 0
		s.policy.Add(s.scheduled(x), visit.At)
		if o := s.hosts[x.Host()].other(x.URL); o != nil && x.Links != nil {
			o.links = x.Links
		}
	}
	s.policy.Observe(id, visit)
}

// Unlisted reports whether no listing links to a page any more to which one linked.
func (s *Hosts) Unlisted(url string) bool {
	return s.pages[weburl.Fingerprint(url)].doubt&unlisted != 0
}

// DoubtListing records whether what a listing lacks, which had some links before, is to be doubted because its host is.
func (s *Hosts) DoubtListing(x *Page, before []uint64, doubted bool) {
	list := s.hosts[x.Host()].list(x.ID())
	if list == nil {
		return
	}
	if list.doubted = nil; !doubted {
		return
	}
	for _, link := range before {
		if x.lacks(link) {
			list.doubted = append(list.doubted, link)
		}
	}
}

// LackedInDoubt reports whether a listing lacks a page that was to be doubted when it was last visited.
func (s *Hosts) LackedInDoubt(url string) bool {
	h, id := s.hosts[weburl.Host(url)], weburl.Fingerprint(url)
	if h == nil {
		return false
	}
	for _, list := range h.lists {
		if _, lacks := slices.BinarySearch(list.doubted, id); lacks {
			return true
		}
	}
	return false
}
