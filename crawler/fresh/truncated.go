package fresh

import (
	"slices"
	"time"

	"gannet/crawler/watch"
)

// leastChance is the probability below which a loss of links is not believed at once. With it, 1 visit in 1,000 may be doubted wrongly.
const leastChance = .001

// longDrop is how long such an improbable loss has to last until it is believed. As a rule listings are cut off for a day at most.
func (s *Hosts) longDrop() time.Duration { return s.fresh * 3 / 2 }

// truncation is the state of a listing that has lost more links than it loses by itself. It is zero for all other listings.
type truncation struct {
	since  time.Time
	visits int
}

const (
	mostProbes = 3 // postings that a cut listing has dropped are requested at once, since they may show that their host is broken
	cutVisits  = 2 // so many visits of a truncated listing are facts about its host; with more, package watch would take cuts for usual there
)

// ReadListing judges whether a listing or sitemap was read in full, from the links that it has lost since the visit before, and records
// this as a fact about the quality of its host. Call it before Observe. keep is true if the listing was truncated or its host is doubtful;
// the crawl then keeps the lost links as if they were still there. changed has the alarms that begin or end.
func (s *Hosts) ReadListing(x *Page, before, order []uint64, now time.Time) (keep bool, changed []watch.Alarm) {
	list := s.hosts[x.Host()].list(x.ID())
	cut, news := s.truncate(list, x, before, order, now)
	fact := watch.Fact{Signal: watch.Lists}
	switch {
	case !cut:
		fact.Good = len(before)
	case news:
		fact.Bad = len(without(before, x.Links))
		fact.Good = len(before) - fact.Bad
	}
	facts := []watch.Fact{fact}
	if n := s.contradictions(x, now); n > 0 {
		facts = append(facts, watch.Fact{Signal: watch.Lists, Bad: n})
	}
	changed = s.quality.Record(x.Host(), now, facts...)
	return cut || s.quality.DoubtsPages(x.Host()), changed
}

// truncate records whether a listing was truncated at a visit, and requests some of the postings that it has dropped. list may be nil. news says that
// the loss is improbable and was so for cutVisits visits at most.
func (s *Hosts) truncate(list *listing, x *Page, before, order []uint64, now time.Time) (cut, news bool) {
	if list == nil || !s.obeys(TruncatedListing) {
		return false, false
	}
	c, lost := &list.cut, s.unlinked(x, before, order)
	improbable := s.policy.Chance(x.ID(), now, len(lost)) < leastChance
	if !improbable && (c.visits > 0 || !s.isGreat(lost, before)) {
		*c = truncation{}
		return false, false
	}
	if c.visits == 0 {
		c.since = now
		for _, probe := range lost[:min(len(lost), mostProbes)] {
			s.policy.Suspect(probe, now)
		}
	}
	c.visits++
	return now.Sub(c.since) < s.longDrop(), improbable && c.visits <= cutVisits
}

// unlinked returns the pages that a listing has dropped and to which no other listing links. Those that have moved to another page, and those that
// something spoke against before, are left out.
func (s *Hosts) unlinked(x *Page, before, order []uint64) (list []uint64) {
	gone := s.departures(s.hosts[x.Host()], x.ID(), order)
	for _, link := range without(before, x.Links) {
		r := s.records[link]
		others := r.listings > 1 && x.Kind != Sitemap
		if !others && gone[link] != movedOn && !r.isInQuestion() && s.policy.Rate(link) > 0 && SameSite(x.Host(), s.policy.Host(link)) {
			list = append(list, link)
		}
	}
	return list
}

// isGreat reports whether a listing has dropped at least two postings, and more than a third of those it had.
func (s *Hosts) isGreat(dropped, before []uint64) bool {
	had := 0
	for _, link := range before {
		if s.isPosting(link) {
			had++
		}
	}
	return len(dropped) >= 2 && 3*len(dropped) > had
}

// loss holds more than a third of the postings of a listing, which it has dropped at once, although other listings of its host still link to them.
type loss struct {
	links []uint64
	since time.Time
}

// contradictions returns, at a visit of a sitemap, how many postings that listings have dropped are in this sitemap and on no listing by now. Only
// losses count of which most postings are. We wait until all listings of the host were visited, since postings move from one page to another, but not
// for longer than longDrop: then the loss is discarded. A sitemap that has none of the postings leaves the loss to the other sitemaps.
func (s *Hosts) contradictions(sitemap *Page, now time.Time) (n int) {
	h := s.hosts[sitemap.Host()]
	if h == nil || sitemap.Kind != Sitemap || !s.obeys(SitemapContradicts) {
		return 0
	}
	for id, list := range h.lists {
		d := list.loss
		late := now.Sub(d.since) >= s.longDrop()
		if !late && !h.visitedSince(d.since, false) {
			continue
		}
		inSitemap, onNoListing := 0, 0
		for _, link := range d.links {
			if _, here := slices.BinarySearch(sitemap.Links, link); here && s.isPosting(link) {
				inSitemap++
				if r := s.records[link]; r.listings == r.sitemaps {
					onNoListing++
				}
			}
		}
		if late || inSitemap > 0 {
			list.loss = loss{}
		}
		if !late && !s.mayBeNewestOnly(h, id) && 2*onNoListing > len(d.links) {
			n += onNoListing
		}
	}
	return n
}
