package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
)

// leastChance is that of the most improbable loss of a listing that is believed at once: 1 visit in 1,000 may be doubted wrongly.
const leastChance = .001

// longDrop is how long a greater loss has to last until it is believed. Lists are cut for a day at most as a rule, which Fresh usually
// is.
func (s *Hosts) longDrop() time.Duration { return s.fresh * 3 / 2 }

// truncation is what is known of a listing that lacks more than it loses by itself; it is zero while the listing does not.
type truncation struct {
	since  time.Time
	visits int
}

const (
	mostProbes = 3 // postings that a cut listing lacks are requested at once, since they may show that their host is broken
	cutVisits  = 2 // of a cut listing are facts about its host. More would make them usual for it.
)

// IsTruncated reports whether a listing no longer links to more than it would lose by itself, so that it was probably cut. before is what it linked to before.
// news says that this was not known for long.
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

// isGreat reports whether a listing no longer links to several postings, and more than a third of what it linked to. A short listing is then requested again, since its
// losses are never improbable.
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

// droppedLinks are more than a third of what a listing linked to. They are gone from it, but others of its host link to them.
type droppedLinks struct {
	links []uint64
	since time.Time
}

// Contradicts returns to how many postings a sitemap links that are gone from a listing, if these are most of those that the listing has dropped. So
// the listing was cut, though nothing is missing. All listings of the host are waited for, since postings move from one page to another, but not for
// long. A listing that may be full tells nothing.
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

// allListsVisited reports whether all listings of a host, covered or not, were visited at that time or later.
func (s *Hosts) allListsVisited(h *host, since time.Time) bool {
	for id, list := range h.lists {
		if kind, _ := s.policy.Kind(id); kind == revisit.List && list.visited.Before(since) {
			return false
		}
	}
	return true
}

// onlySitemapsLink reports whether no listing links to a page.
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

// lost returns the pages to which a listing no longer links and linked before, if no other listing links to them and they have not moved. Suspected ones
// are known already.
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
