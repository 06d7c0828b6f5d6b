package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// Result says what a visit of a recrawled page has found.
type Result uint8

// These are the results of a visit.
const (
	// Unanswered says that the visit has learned nothing about the page, for example because the server failed.
	Unanswered Result = iota
	// Unchanged says that the page is the same as at the visit before.
	Unchanged
	// Changed says that the page exists and has changed. It also stands for a listing that is gone for good, whose links no longer count.
	Changed
	// NotShown says that the page exists, but no longer shows a posting.
	NotShown
	// Denied says that the page was not found: the response was 404 or 410, or it led elsewhere. A listing is not given up after the first
	// such response.
	Denied
	// SaysClosed says that the page shows postings, and says that all of them are closed.
	SaysClosed
	// Forgotten says that the page is no longer recrawled.
	Forgotten
)

// Visit is one visit of a recrawled page, with its result.
type Visit struct {
	URL     string
	Page    *Page    // as it is after the visit; nil if it is no longer recrawled
	Before  []uint64 // its links before the visit
	Order   []uint64 // the links of a listing in their order on the page; nil: unknown
	At      time.Time
	Found   Result
	Changes int  // of a posting 1 if it has changed; of a listing the number of links that the crawl did not know
	Doubted bool // nothing that the visit did not find counts as dropped or denied, because the listing is truncated or the host is to be doubted
}

// Observe records the result of a visit. Before the call, the crawl must have stored the page as it is after the visit, because Observe
// reads it through Pages.
func (s *Hosts) Observe(v Visit) error {
	id, x := weburl.Fingerprint(v.URL), v.Page
	if v.Found == Forgotten || x == nil {
		s.Forget(id, weburl.Host(v.URL), v.Before)
		return nil
	}
	visit := revisit.Visit{At: v.At, Failed: v.Found == Unanswered, Doubted: v.Doubted, Changes: v.Changes}
	if x.Kind.scheduled() == revisit.Posting {
		s.observePage(id, v, visit)
		if h := s.hosts[x.Host()]; h != nil && slices.Contains(h.others, x.URL) {
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
	isFound := !visit.Failed && visit.Gone == 0
	switch kind, _ := s.policy.Kind(id); {
	case x.Kind == Feed:
		if isFound && kind != revisit.Feed { // an earlier version of the crawl took it for a sitemap
			s.Forget(id, x.Host(), before)
			s.policy.Add(s.scheduled(x), x.Visited)
		}
	case isFound:
		s.host(x.Host()).visitList(id, x.Kind, visit.At)
		var dropped int
		dropped, err = s.compare(x, before, order, visit.At)
		visit.Changes += dropped
		s.settleAt = visit.At
		if x.Kind == Sitemap { // not at its first visit, because the pages to which it links may not have been requested yet
			s.policy.Cover(id, !s.LinkToPosting(x.Links))
		}
	default:
		s.link(id, x.Kind == Sitemap, without(x.Links, before), 1) // of a truncated listing x has the links before, too, and these count already
	}
	if isFound && x.IsGone() {
		s.leaveGone(id, x)
		return err
	}
	s.policy.Observe(id, visit)
	return err
}

// observePage records a visit of a posting, or of a page on topic. A page on topic that two visits deny is not requested until a listing links to it
// again. The same holds for a posting that package life has closed, see Close.
func (s *Hosts) observePage(id uint64, v Visit, visit revisit.Visit) {
	denies := v.Found == Denied || v.Found == NotShown
	if denies {
		s.policy.Suspect(s.records[id].alsoAt, v.At)
	}
	r := s.records[id]
	switch {
	case denies:
		if r.isInQuestion() && v.Page.Kind != Posting {
			s.Close(id, v.At)
			return
		}
		if !r.isInQuestion() {
			visit.Changes = 1
		}
		r.denied, visit.Suspected = true, true
		s.set(id, r)
	case v.Found == SaysClosed:
		s.Close(id, v.At)
		return
	case v.Found == Unchanged, v.Found == Changed:
		r.denied = false
		s.set(id, r)
		visit.Suspected = r.isUnlisted()
		s.policy.Add(s.scheduled(v.Page), v.At)
	}
	s.policy.Observe(id, visit)
}

// AlsoAt records that the page moved shows the posting of the page old, and schedules a visit of old. This happens when a site is rebuilt
// without redirects from its old addresses. If old is gone, moved is requested as well, and if it still shows the posting, the posting has moved.
func (s *Hosts) AlsoAt(old, moved uint64, now time.Time) {
	if r, known := s.records[old]; known {
		r.alsoAt = moved
		s.set(old, r)
		s.policy.Suspect(old, now)
	}
}

// Unlisted reports whether listings used to link to a page, and none does any more.
func (s *Hosts) Unlisted(url string) bool {
	return s.records[weburl.Fingerprint(url)].isUnlisted()
}

// Modified records the lastmod time that a sitemap of host gives for the page at url. Pages of other sites are ignored.
func (s *Hosts) Modified(host, url string, modified, now time.Time) {
	if !modified.IsZero() && SameSite(host, weburl.Host(url)) {
		s.policy.Modified(weburl.Fingerprint(url), modified, now)
	}
}
