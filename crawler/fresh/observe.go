package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// Result says how a visit ended.
type Result uint8

// These are the results of a visit.
const (
	Unanswered Result = iota // nothing was learned of the page
	Unchanged                // it is as it was
	Changed                  // it is there, and has changed
	NotShown                 // it is there, and shows no posting any more
	Denied                   // it is not there: 404, 410, or it leads elsewhere
	SaysClosed               // it shows postings, and says that all are closed
	Dropped                  // it is no longer recrawled
)

// Visit is a visit of a page with its result.
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
		return nil
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
	return s.findListings(s.host(x.Host()), v.At)
}

// observeList records what a visit of a listing, sitemap or feed has found.
func (s *Hosts) observeList(id uint64, x *Page, before, order []uint64, visit revisit.Visit) (err error) {
	switch {
	case visit.Failed, visit.Gone > 0:
		s.link(id, newOf(x.Links, before)) // of a listing that was cut: they stay with what it linked to before
	case x.IsGone() && x.Kind == Feed:
		s.giveUp(id, x)
		return nil
	case x.Kind == Feed:
		s.beFeed(id, x, before)
	default:
		h := s.host(x.Host())
		h.visitList(id, visit.At)
		var gone int
		gone, err = s.compare(x, before, order, visit.At)
		visit.Changes += gone
		s.settleAt = visit.At
		if x.IsGone() {
			s.giveUp(id, x)
			return err
		}
		if x.Kind == Sitemap {
			s.cover(id, x.Links)
		}
	}
	s.policy.Observe(id, visit)
	return err
}

// observePage records a visit of a posting, or of a page on topic. A page that two visits deny is not requested until a listing links to it again.
// The same holds for a posting that package life has closed, see Close.
func (s *Hosts) observePage(id uint64, v Visit, visit revisit.Visit) {
	denies := v.Found == Denied || v.Found == NotShown
	if denies {
		s.policy.Suspect(s.records[id].alsoAt, v.At)
	}
	if v.Found != Unanswered {
		s.visitAbsent(id, denies || v.Found == SaysClosed)
	}
	r := s.records[id]
	switch {
	case denies:
		if r.reopened != notReopened {
			r.reopened = unseenSince
			if v.Found == NotShown {
				r.reopened = pageIsThere
			}
			s.set(id, r)
		}
		if v.Found == NotShown {
			s.noteFirst(v.Page, v.AsListing)
		}
		if r.isDoubted() && v.Page.Kind != Posting {
			s.Close(id, v.At)
			return
		}
		if !r.isDoubted() {
			visit.Changes = 1
		}
		r.denied, visit.Suspected = true, true
		s.set(id, r)
	case v.Found == SaysClosed:
		s.Close(id, v.At)
		return
	case v.Found == Unchanged, v.Found == Changed:
		r.reopened, r.denied = notReopened, false
		s.set(id, r)
		visit.Suspected = r.isUnlisted()
		s.policy.Add(s.scheduled(v.Page), v.At)
		if o := s.hosts[v.Page.Host()].other(v.URL); o != nil && v.Page.Links != nil {
			o.links = v.Page.Links
		}
	}
	s.policy.Observe(id, visit)
}

// AlsoAt records that the page other shows the posting of this page, too, and requests this page. A site that was rebuilt need not redirect from its
// old addresses. If the old page is not found, the new one is requested, which shows that the posting has moved.
func (s *Hosts) AlsoAt(id, other uint64, now time.Time) {
	if r, known := s.records[id]; known {
		r.alsoAt = other
		s.records[id] = r
		s.policy.Suspect(id, now)
	}
}

// visitAbsent records the first visit of a posting after listings stopped linking to it: whether the posting is gone.
func (s *Hosts) visitAbsent(id uint64, gone bool) {
	r := s.records[id]
	a := r.absence
	if a == nil || a.phase != reported || a.looked || a.host == nil {
		return
	}
	a.looked = true
	if gone && a.how == fromInside {
		a.host.inside.add(true)
	}
	a.host.gone.add(gone)
}

// Unlisted reports whether no listing links any more to a page to which one linked before.
func (s *Hosts) Unlisted(url string) bool {
	r := s.records[weburl.Fingerprint(url)]
	return r.isUnlisted()
}

// DoubtListing records which links a listing has lost if its host is to be doubted, or that none of its losses is to be doubted. before are the links
// that it had.
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

// LackedInDoubt reports whether a page has gone from a listing whose latest visit was to be doubted.
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

// A feed links only to the newest pages of a host, so it shows new pages, but a page that is not on it need not be gone. A sitemap links to all
// pages, and may state when each was last modified.

// beFeed switches to recrawling a URL as a feed that an earlier version treated as a sitemap.
func (s *Hosts) beFeed(id uint64, x *Page, before []uint64) {
	if kind, _ := s.policy.Kind(id); kind == revisit.Feed {
		return
	}
	h := s.host(x.Host())
	if h.lists[id] != nil {
		s.unlink(id, before)
		delete(h.lists, id)
	}
	s.policy.Drop(id)
	s.policy.Add(s.scheduled(x), x.Visited)
}

// Modified records the time at which a page was modified according to a sitemap of the host. It is ignored for pages of other sites.
func (s *Hosts) Modified(host, url string, modified, now time.Time) {
	if !modified.IsZero() && SameSite(host, weburl.Host(url)) {
		s.policy.Modified(weburl.Fingerprint(url), modified, now)
	}
}
