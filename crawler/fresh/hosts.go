// Package fresh decides which postings may have ended, from what visits of listings, sitemaps, feeds and pages of postings show. It is
// pure: it does no I/O, has no clock, and is not safe for concurrent use. The crawl makes the requests and compares the answers with what
// it knows. Then it hands each visit to Hosts, and keeps the Facts that follow from it.
//
// Package revisit schedules the requests, package life counts what closes a posting, and package watch says whether a host is to be
// doubted. This package stands between them. It knows which listing links to which posting, and what it means that one no longer does.
package fresh

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
)

// Pages reads what a crawl has kept.
type Pages interface {
	// Page returns the page that is recrawled and has this fingerprint of its URL, or nil if there is none.
	Page(id uint64) (*Page, error)
	// Kept returns a page that was kept but is not recrawled yet, or nil if there is no such page.
	Kept(url string) (*Page, error)
	// Links returns the fingerprints of the links of a kept page, in ascending order.
	Links(id uint64) ([]uint64, error)
}

// Hosts is what a crawl knows of the listings and postings of all hosts that it recrawls.
type Hosts struct {
	kept    Pages
	jobs    bool // the crawl is for jobs
	fresh   time.Duration
	policy  *revisit.Policy
	quality *watch.Watch

	off      Rules             // that are switched off
	records  map[uint64]record // by fingerprint of a URL
	hosts    map[string]*host  // hosts that have listings
	awaited  []*absence        // in the order in which they began
	settleAt time.Time         // when these are gone through again, see settle
	facts    []Fact            // that Facts has not returned yet
}

// Fact is a conclusion from visits that the crawl has to store. Either Page is set, or Observed says what listings have shown about a
// posting.
type Fact struct {
	ID       uint64 // the fingerprint of the URL
	Observed life.Observation
	Page     *Page // it is recrawled as this from now on
	Keep     bool  // the crawl has to keep that it is, and not only with its next visit
}

// New returns Hosts that know no page. The schedule and the quality of hosts are shared with the crawl. fresh is the aim of
// revisit.Options, and jobs says that the crawl is for jobs.
func New(kept Pages, policy *revisit.Policy, quality *watch.Watch, fresh time.Duration, jobs bool) *Hosts {
	return &Hosts{
		kept: kept, jobs: jobs, fresh: fresh, policy: policy, quality: quality,
		records: make(map[uint64]record), hosts: make(map[string]*host),
	}
}

// Facts returns the conclusions from visits since it was last called.
func (s *Hosts) Facts() []Fact {
	facts := s.facts
	s.facts = nil
	return facts
}

// Next returns the page to request now. ok is false if none is due.
func (s *Hosts) Next(now time.Time) (id uint64, ok bool) {
	s.settle(now)
	id, _, ok = s.policy.Next(now)
	return id, ok
}

// Add begins to recrawl a page.
func (s *Hosts) Add(x *Page) {
	id := x.ID()
	if kind := x.Kind.scheduled(); kind == revisit.List || kind == revisit.Sitemap {
		h := s.host(x.Host())
		if h.lists[id] == nil {
			s.link(id, x.Links)
			for _, link := range x.Links {
				s.policy.Seen(link, x.Visited)
			}
		}
		h.visitList(id, x.Visited)
		h.learnOwnLink(x)
	}
	if x.IsGone() {
		s.policy.Add(s.scheduled(x), x.Visited)
		s.giveUp(id, x)
		return
	}
	r := s.records[id]
	if r.closed && x.Kind.scheduled() == revisit.Posting {
		return
	}
	s.policy.Add(s.scheduled(x), x.Visited)
	if r.isDoubted() {
		s.policy.Suspect(id, x.Visited)
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
		Covered: x.Kind == Feed, ValidThrough: job.EndOf(x.Ends),
		Failures: failures, Tried: x.Tried,
	}
}

// page returns the record of a page that is recrawled, or nil if the page no longer is. The caller may change the record.
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

// Forget stops recrawling a page of a host. If the page is a listing, its links no longer count, and no posting waits for a visit of it. links are
// the links that it had.
func (s *Hosts) Forget(id uint64, host string, links []uint64) {
	s.policy.Drop(id)
	h := s.hosts[host]
	if h == nil {
		return
	}
	if h.lists[id] != nil {
		s.unlink(id, links)
		s.leaveListing(h, id)
	}
}

// Close stops recrawling a posting until a listing links to it again.
func (s *Hosts) Close(id uint64, at time.Time) {
	r := s.reset(id)
	r.closed, r.closedAt = true, at.UnixNano()
	s.records[id] = r
	s.policy.Drop(id)
}

// IsListing reports whether a URL is a listing or sitemap that is recrawled.
func (s *Hosts) IsListing(url string) bool {
	return s.hosts[weburl.Host(url)].list(weburl.Fingerprint(url)) != nil
}
