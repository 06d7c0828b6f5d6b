package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
)

// leastChance is the probability below which a loss of links is not believed at once. With it, 1 visit in 1,000 may be doubted wrongly.
const leastChance = .001

// longDrop is how long such an improbable loss has to last until it is believed. As a rule listings are cut off for a day at most, and Fresh is
// usually a day.
func (s *Hosts) longDrop() time.Duration { return s.fresh * 3 / 2 }

// truncation is the state of a listing that has lost more links than it loses by itself. It is zero for all other listings.
type truncation struct {
	since  time.Time
	visits int
}

const (
	mostProbes = 3 // postings that a cut listing lacks are requested at once, since they may show that their host is broken
	cutVisits  = 2 // so many visits of a cut listing are reported as facts about its host; more would make cuts seem usual there
)

// IsTruncated reports whether a listing has lost more links than it would lose by itself, so that it was probably cut off. before are the links that
// it had. news says that this has been known for a few visits at most.
func (s *Hosts) IsTruncated(x *Page, before, order []uint64, now time.Time) (cut, news bool) {
	id, lost := x.ID(), s.lost(x, before, order)
	list := s.hosts[x.Host()].list(id)
	if list == nil || !s.obeys(TruncatedListing) {
		return false, false
	}
	c, known := list.cut, list.cut.visits > 0
	improbable := s.policy.Chance(id, now, len(lost)) < leastChance
	if !improbable && (known || !s.isGreat(lost, before)) {
		list.cut = truncation{}
		return false, false
	}
	if !known {
		c.since = now
		for _, probe := range lost[:min(len(lost), mostProbes)] {
			s.policy.Suspect(probe, now)
		}
	}
	c.visits++
	list.cut = c
	return now.Sub(c.since) < s.longDrop(), improbable && c.visits <= cutVisits
}

// isGreat reports whether a listing has lost at least two postings, and more than a third of those it had. Then it is requested again even if it is
// short: the losses of a short listing are never improbable.
func (s *Hosts) isGreat(lost, before []uint64) bool {
	if len(lost) < 2 {
		return false
	}
	named := 0
	for _, link := range before {
		if s.isPosting(link) {
			named++
		}
	}
	return 3*len(lost) > named
}

// droppedLinks holds more than a third of the postings of a listing. They have gone from this listing, but other listings of its host still link to
// them.
type droppedLinks struct {
	links []uint64
	since time.Time
}

// Contradicts returns how many of the postings that have gone from listings are still in the sitemap, counting only listings for which these are most
// of the postings that they have dropped. Such a listing was cut off, although nothing is missing. First all listings of the host have to be visited,
// since postings move from one page to another, but we do not wait for that for long. A listing that may be full is ignored.
func (s *Hosts) Contradicts(sitemap *Page, now time.Time) (n int) {
	h := s.hosts[sitemap.Host()]
	if h == nil || !s.obeys(SitemapContradicts) {
		return 0
	}
	for id, list := range h.lists {
		d := list.dropped
		late := now.Sub(d.since) >= s.longDrop()
		if len(d.links) == 0 || !late && !s.allListsVisited(h, d.since) {
			continue
		}
		list.dropped = droppedLinks{}
		if late || s.isFull(h, id) {
			continue
		}
		named := 0
		for _, link := range d.links {
			if _, here := slices.BinarySearch(sitemap.Links, link); here && s.isPosting(link) && s.onlySitemapsLink(link) {
				named++
			}
		}
		if 2*named > len(d.links) {
			n += named
		}
	}
	return n
}

// allListsVisited reports whether all listings of a host were visited at that time or later, whether its sitemaps were or not.
func (s *Hosts) allListsVisited(h *host, since time.Time) bool {
	for id, list := range h.lists {
		if kind, _ := s.policy.Kind(id); kind == revisit.List && list.visited.Before(since) {
			return false
		}
	}
	return true
}

// onlySitemapsLink reports whether only sitemaps link to a page, and no listing.
func (s *Hosts) onlySitemapsLink(link uint64) bool {
	r := s.records[link]
	sitemaps := uint16(0)
	for _, by := range r.by {
		if kind, watched := s.policy.Kind(by); watched && kind == revisit.Sitemap {
			sitemaps++
		}
	}
	return sitemaps == r.listings
}

// lost returns the pages that have gone from a listing, if no other listing links to them and they have not moved. Pages that were suspected before
// are left out, because their absence is no news.
func (s *Hosts) lost(x *Page, before, order []uint64) (list []uint64) {
	gone := s.departures(s.host(x.Host()), x.ID(), order)
	for _, link := range before {
		r := s.records[link]
		elsewhere := r.listings > 1 && x.Kind != Sitemap
		if x.lacks(link) && !elsewhere && gone[link] != movedOn && !r.isDoubted() && s.policy.Rate(link) > 0 && SameSite(x.Host(), s.policy.Host(link)) {
			list = append(list, link)
		}
	}
	return list
}
