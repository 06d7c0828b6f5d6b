package fresh

import (
	"maps"
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/job/life"
)

// A posting that a listing drops may be on another listing, on another page of this one, or nowhere. Nothing is recorded while other listings link to
// it. If none does, we wait for visits of the other pages of the listing. Then the absence is reported: the page of the posting is requested, and every
// later visit of the listing that still finds no link to it is reported, too. Package life counts these reports.

// settleEvery is how often the postings that wait for other pages of their listing are checked.
const settleEvery = time.Minute

// settle ends the waiting of postings that no longer have to wait for other pages of their listing.
func (s *Hosts) settle(now time.Time) {
	if now.Before(s.settleAt) {
		return
	}
	s.settleAt = now.Add(settleEvery)
	s.awaited = slices.DeleteFunc(s.awaited, func(a *absence) bool {
		switch r := s.records[a.id]; {
		case r.absence != a: // it has ended, or begun again
		case r.listings > 0 && !a.sitemap:
			s.endAbsence(a.id)
		case s.waits(a, now):
			return false
		default:
			s.reportUnlisted(a, now)
		}
		return true
	})
}

// waits reports whether a posting to which no listing links still waits for visits of the other pages of its listing. It waits at most an eighth of
// Fresh, or Fresh if it has probably moved to one of them. It does not wait if a sitemap has dropped it, or if it was removed from the listing.
func (s *Hosts) waits(a *absence, now time.Time) bool {
	patience := s.atOnce()
	if a.how == movedOn {
		patience = s.fresh
	}
	return !a.sitemap && !a.isRemoved() && now.Sub(a.since) < patience && !s.othersVisited(a)
}

// othersVisited reports whether all listings that may link to a posting were visited since the posting was dropped: the pages of the listing that dropped
// it, or all listings of the host if the posting may have fallen off the end of this one.
func (s *Hosts) othersVisited(a *absence) bool {
	return a.host.visitedSince(a.since, true) || !s.isByNewestOnly(a) && a.host.pagesVisited(a.from, a.since)
}

// reportUnlisted requests the page of a posting to which no listing links, and reports the posting as unlisted. While the host is to be doubted
// nothing is reported, because a missing link is then no reason to close the posting.
func (s *Hosts) reportUnlisted(a *absence, now time.Time) {
	a.reported = true
	listed, lasts := s.policy.Lack(a.id, now, a.newestOnly) // when a listing last linked to it, and how long it has to be unlisted until that closes it
	if !s.quality.DoubtsListings(a.host.name) {
		s.report(a.id, life.Observation{At: now, What: life.Unlisted, FellOff: a.newestOnly, Named: listed, Lasts: lasts})
	}
}

// longMissing is for how long we go on reporting a posting as unlisted. The posting is normally closed long before. It stays open only if its page
// still shows it and the listings may show their newest postings only.
const longMissing = 14 * 24 * time.Hour

// reportAgain runs after a visit of a listing. It reports again the unlisted postings that this listing or another page of it has dropped, once all
// listings that may link to them were visited. If it is not known which listing dropped a posting, all listings of the host have to be visited.
func (s *Hosts) reportAgain(list uint64, h *host, now time.Time) {
	for _, id := range slices.Sorted(maps.Keys(h.absent)) {
		a := h.absent[id]
		if !a.reported {
			continue
		}
		if !a.newestOnly && now.Sub(a.since) > longMissing {
			delete(h.absent, id)
			continue
		}
		var checked bool // by visits that were made at once
		switch {
		case a.from == 0:
			if checked = h.visitedSince(a.since, true); checked {
				a.since = now
			}
		case a.sitemap:
			checked = a.from == list
		default:
			checked = h.ofOneList(a.from, list) && s.othersVisited(a) && h.pagesVisited(list, now.Add(-s.atOnce()))
		}
		if !checked {
			continue
		}
		if a.newestOnly && !s.isByNewestOnly(a) { // only now we know, so its absence counts from now on
			a.newestOnly, a.since = false, now
		}
		if now.Sub(a.since) <= longMissing {
			s.reportUnlisted(a, now)
		}
	}
}

// compare records how the links of a listing have changed. It returns how many postings it has dropped that nothing spoke against before, which
// counts as changes of the listing. The order of the steps matters: what was dropped is judged by the order, the length and the links at the visit
// before, and the links that count from now on decide whether a posting is elsewhere.
func (s *Hosts) compare(x *Page, before, order []uint64, now time.Time) (changes int, err error) {
	list, h := x.ID(), s.host(x.Host())
	departures := s.departures(h, list, order)
	if order != nil {
		h.lists[list].order = order
	}
	if x.Kind == Listing {
		h.observeLength(list, before, x.Links)
		s.joinMoved(h, list, x.Links)
	}
	s.link(list, x.Kind == Sitemap, before, -1)
	s.link(list, x.Kind == Sitemap, x.Links, 1)
	if err := s.linked(x.Links, now); err != nil {
		return 0, err
	}
	var elsewhere []uint64 // dropped postings to which others still link
	for _, link := range without(before, x.Links) {
		r := s.records[link]
		if kind, watched := s.policy.Kind(link); !watched || kind != revisit.Posting || r.isUnlisted() || !SameSite(h.name, s.policy.Host(link)) {
			continue
		}
		how := departures[link]
		if r.listings > 0 && x.Kind != Sitemap {
			if how != movedOn {
				elsewhere = append(elsewhere, link)
				if r.listings == r.boxes && s.obeys(SimilarPostings) {
					s.policy.Suspect(link, now)
				}
			}
			continue
		}
		if !r.denied && how != movedOn {
			changes++
		}
		a := &absence{id: link, host: h, from: list, how: how, since: now, sitemap: x.Kind == Sitemap}
		a.newestOnly = s.isByNewestOnly(a)
		s.setAbsence(a)
		s.awaited = append(s.awaited, a)
	}
	if s.isGreat(elsewhere, before) {
		h.lists[list].loss = loss{elsewhere, now}
	}
	s.requestOtherPages(h, list, now)
	s.reportAgain(list, h, now)
	return changes, nil
}

// linked records that a listing links to pages. Those that were closed for Fresh are requested.
func (s *Hosts) linked(links []uint64, now time.Time) (err error) {
	for _, link := range links {
		s.seen(link, now)
		if r := s.records[link]; err == nil && r.isClosed() && now.Sub(time.Unix(0, r.closedAt)) >= s.fresh {
			err = s.reopen(link, now)
		}
	}
	return err
}

// seen records that a listing links to a page. A posting that was denied stays suspected until a visit shows it.
func (s *Hosts) seen(link uint64, now time.Time) {
	r := s.records[link]
	wasUnlisted := r.isUnlisted()
	s.endAbsence(link)
	if wasUnlisted {
		s.report(link, life.Observation{At: now, What: life.Listed})
	}
	if wasUnlisted || !r.denied {
		s.policy.Seen(link, now)
	}
	if wasUnlisted && r.denied {
		s.policy.Suspect(link, now)
	}
}

// reopen requests a closed posting, because a listing links to it. One visit that denies it is enough to close it again.
func (s *Hosts) reopen(id uint64, now time.Time) error {
	x, err := s.page(id)
	if err != nil {
		return err
	}
	r := s.reset(id)
	if x == nil {
		return nil
	}
	r.denied = true
	s.set(id, r)
	s.report(id, life.Observation{At: now, What: life.Listed})
	s.policy.Add(s.scheduled(x), now)
	s.policy.Suspect(id, now)
	return nil
}
