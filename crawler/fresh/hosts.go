// Package fresh decides which postings may have ended, from what visits of listings, sitemaps, feeds and pages of postings show. It is
// pure: it does no I/O, has no clock, and is not safe for concurrent use. The crawl makes the requests and keeps what follows.
//
// Package revisit schedules the requests, package life counts what closes a posting, and package watch says whether a host is to be
// doubted. This package stands between them. It knows which listing links to which posting, and what it means that one no longer does.
//
// # The walk of a visit
//
// A page that is read for the first time is passed to [Hosts.Begin]. Then [Hosts.Next] names the page that is due, the crawl requests it, and
//
//  1. [Hosts.ReadListing] says of a listing or sitemap whether the links that it has lost are to be believed. If they are not, the crawl keeps
//     them as if they were still there.
//  2. [Hosts.ReadLinks] finds pagination among the links of a listing, which joins its pages.
//  3. [Hosts.Observe] records the visit. What a listing has dropped is waited for, or requested; the next visit is scheduled.
//  4. [Hosts.Facts] returns what follows, and the crawl keeps it: what listings show of postings, and which pages are listings by now.
//  5. With these facts package life decides whether the posting is closed. If it is, the crawl calls [Hosts.Close].
//
// # Words
//
// A URL is known by its fingerprint, and a link is the fingerprint of its target. Fresh is the aim of [revisit.Options], usually a day: nothing
// that is said of an open posting is to be older. A listing is a page that links to postings; unless something else is said, sitemaps are
// listings, too.
//
//   - dropped: a page of a listing linked to a posting at its visit before, and at its latest visit it does not
//   - absent: dropped, and no other listing links to it; see absence
//   - unlisted: no listing links to it, or a sitemap has dropped it, and this was reported to package life
//   - orphan: a posting to which no listing has linked yet
//   - denied: the latest visit of its own page did not show the posting, because the page was not found (Denied) or no longer shows it (NotShown)
//   - in question: denied or unlisted
//   - suspected: said of a page, that the schedule requests it soon (revisit.Policy.Suspect)
//   - closed: package life has decided that it has ended; it is not requested until a listing links to it again
//   - gone: of a listing, that it was answered with 404 twice; it is requested ever more seldom
//   - truncated: of a listing, that it was cut off, so that what it dropped may be open
//   - doubted: of a host, that package watch has an alert for it, so that nothing of it counts as dropped or denied
package fresh

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
)

// Pages reads the pages that a crawl has stored, for Hosts.
type Pages interface {
	// Page returns the page that is recrawled and has this fingerprint of its URL, or nil if there is none.
	Page(id uint64) (*Page, error)
	// Kept returns a page that was kept but is not recrawled yet, or nil if there is no such page.
	Kept(url string) (*Page, error)
	// Links returns the fingerprints of the links of a kept page, in ascending order.
	Links(id uint64) ([]uint64, error)
}

// Hosts knows the listings and postings of all hosts whose pages are recrawled, and decides which postings may have ended.
type Hosts struct {
	kept    Pages
	jobs    bool // the crawl is for jobs
	fresh   time.Duration
	policy  *revisit.Policy
	quality *watch.Watch

	off      Rules             // that are switched off
	records  map[uint64]record // by URL
	hosts    map[string]*host  // hosts that have listings
	awaited  []*absence        // in the order in which they began
	settleAt time.Time         // when these are gone through again, see settle
	facts    []Fact            // that Facts has not returned yet
}

// Fact is a conclusion from visits that the crawl has to store. There are two kinds. If Page is nil, Observed is what the listings showed
// of a posting. Otherwise Page begins to be recrawled, or is recrawled as another kind of page from now on.
type Fact struct {
	ID       uint64 // the fingerprint of the URL
	Observed life.Observation
	Page     *Page
}

// New returns Hosts that know no page yet. The crawl uses the same policy and quality. fresh is how old the known state of an open posting
// may become. jobs says that the crawl looks for job postings.
func New(kept Pages, policy *revisit.Policy, quality *watch.Watch, fresh time.Duration, jobs bool) *Hosts {
	return &Hosts{
		kept: kept, jobs: jobs, fresh: fresh, policy: policy, quality: quality,
		records: make(map[uint64]record), hosts: make(map[string]*host),
	}
}

// Facts returns the conclusions that were drawn since the last call of Facts.
func (s *Hosts) Facts() []Fact {
	facts := s.facts
	s.facts = nil
	return facts
}

// Next returns the id of the page to recrawl now. ok is false if no page is due.
func (s *Hosts) Next(now time.Time) (id uint64, ok bool) {
	s.settle(now)
	id, _, ok = s.policy.Next(now)
	return id, ok
}

// Add adds a page to those that are recrawled.
func (s *Hosts) Add(x *Page) {
	id, gone := x.ID(), x.IsGone()
	if (x.Kind == Listing || x.Kind == Sitemap) && !gone {
		h := s.host(x.Host())
		if h.lists[id] == nil {
			s.link(id, x.Kind == Sitemap, x.Links, 1)
			for _, link := range x.Links {
				s.policy.Seen(link, x.Visited)
			}
		}
		h.visitList(id, x.Kind, x.Visited)
	}
	r := s.records[id]
	if r.isClosed() && x.Kind.scheduled() == revisit.Posting {
		return
	}
	s.policy.Add(s.scheduled(x), x.Visited)
	switch {
	case gone:
		s.leaveGone(id, x)
	case r.isInQuestion():
		s.policy.Suspect(id, x.Visited)
	}
}

// Restore adds a page that an earlier run has visited to those that are recrawled. shown is what that run concluded about the postings of the page, nil
// if it has shown none. rates is how often the page changes, as revisit.Policy.AppendPage has written it. A posting that was both denied and unlisted is
// restored as denied only: its page is requested soon, and that visit decides.
func (s *Hosts) Restore(x *Page, shown *life.PageState, rates []byte) {
	id := x.ID()
	if shown != nil {
		r := s.records[id]
		r.wasPosting, r.denied = true, shown.Denied && !shown.Closed
		if shown.Closed {
			r.closedAt = shown.Checked.UnixNano()
		}
		s.set(id, r)
		if shown.Missing && !shown.Closed && !shown.Denied {
			s.setAbsence(&absence{id: id, host: s.host(x.Host()), reported: true, since: shown.Checked, newestOnly: shown.FellOff})
		}
	}
	s.Add(x)
	if x.Kind != Posting {
		s.policy.SetPage(id, rates)
	}
}

// scheduled returns the page in the form that the schedule needs. In a crawl for jobs, a page without a posting is requested seldom. A posting counts
// as valid until its last day is over.
func (s *Hosts) scheduled(x *Page) revisit.Page {
	id := x.ID()
	failures := 0
	if x.Tried.After(x.Visited) {
		failures = x.Failures
	}
	return revisit.Page{
		ID: id, Host: x.Host(), Kind: x.Kind.scheduled(), Listed: s.records[id].listings > 0, Rare: s.jobs && x.Kind == OnTopic,
		Covered:      x.Kind == Feed, // it only shows what is new, so it need not be visited within Fresh
		ValidThrough: job.EndOf(x.Ends),
		Failures:     failures, Tried: x.Tried,
	}
}

// page returns a page that is recrawled, or nil if it no longer is. A fact that the crawl has not taken yet is newer than what it has kept. The
// caller may change the page.
func (s *Hosts) page(id uint64) (*Page, error) {
	for i := len(s.facts) - 1; i >= 0; i-- {
		if x := s.facts[i].Page; x != nil && s.facts[i].ID == id {
			own := *x
			return &own, nil
		}
	}
	return s.kept.Page(id)
}

// report adds a fact: what listings have shown about a posting.
func (s *Hosts) report(id uint64, o life.Observation) {
	s.facts = append(s.facts, Fact{ID: id, Observed: o})
}

// Forget removes a page from those that are recrawled. If it is a listing, its links, which the caller gives, no longer count as links to
// postings, and no posting waits for the next visit of this listing.
func (s *Hosts) Forget(id uint64, host string, links []uint64) {
	s.policy.Drop(id)
	if list := s.hosts[host].list(id); list != nil {
		s.link(id, list.sitemap, links, -1)
		s.hosts[host].leave(id)
	}
}

// leaveGone records that a listing or feed is gone. From now on it is requested ever more seldom, and no posting waits for a visit of it.
func (s *Hosts) leaveGone(id uint64, x *Page) {
	s.hosts[x.Host()].leave(id)
	s.policy.Observe(id, revisit.Visit{At: x.Tried, Gone: x.Failures - EnoughDenials + 1})
}

// Close ends the recrawling of a posting that has been closed. If a listing links to the posting again, it is recrawled again.
func (s *Hosts) Close(id uint64, at time.Time) {
	r := s.reset(id)
	r.closedAt = at.UnixNano()
	s.set(id, r)
	s.policy.Drop(id)
}

// IsListing reports whether a URL is a listing or sitemap that is recrawled.
func (s *Hosts) IsListing(url string) bool {
	return s.hosts[weburl.Host(url)].list(weburl.Fingerprint(url)) != nil
}
