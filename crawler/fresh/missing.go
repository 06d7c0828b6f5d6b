package fresh

import (
	"maps"
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/job/life"
)

// A posting that a listing no longer links to may be on another listing, on another page of this one, or nowhere. So its absence goes through phases.
// It is elsewhere while other listings link to it. If none does, we wait for visits of the other pages of the listing. Then the absence is reported:
// the page of the posting is requested, and every later visit of the listing that still finds no link to it is reported, too. Package life counts
// these reports.

// settleEvery is how often the postings that wait for other pages of their listing are checked.
const settleEvery = time.Minute

// settle reports the postings to which no listing of their host links any more. Postings move from one page of a listing to another, so we first wait
// for visits of the other pages, but at most an eighth of Fresh. If the listing may be full, so that the posting may have fallen off its end, and its
// other pages are unknown, we wait for all listings of the host.
func (s *Hosts) settle(now time.Time) {
	if now.Before(s.settleAt) {
		return
	}
	s.settleAt = now.Add(settleEvery)
	s.awaited = slices.DeleteFunc(s.awaited, func(a *absence) bool { return s.isSettled(a, now) })
}

// isSettled reports whether the waiting for a posting is over. If it is over and no listing links to the posting, the posting is reported as
// unlisted.
func (s *Hosts) isSettled(a *absence, now time.Time) bool {
	r := s.records[a.id]
	switch {
	case r.absence != a:
		return true
	case a.whole:
	case r.listings > 0:
		s.found(a)
		return true
	case a.leftInside():
	case now.Sub(a.since) < s.patience(a) && !s.allVisited(a):
		return false
	}
	s.lack(a, now)
	return true
}

// patience returns how long a posting may wait for visits of the other pages of its listing: an eighth of Fresh, or Fresh if it has probably moved to
// one of them.
func (s *Hosts) patience(a *absence) time.Duration {
	if a.how == movedOn {
		return s.fresh
	}
	return s.fresh / 8
}

// found ends the absence of a posting to which a listing links again.
func (s *Hosts) found(a *absence) {
	if a.phase != elsewhere && a.how == fromInside && a.host != nil {
		a.host.inside.add(false)
	}
	s.endAbsence(a.id)
}

// allVisited reports whether the listings that may link to a posting have all been visited since the posting went missing.
func (s *Hosts) allVisited(a *absence) bool {
	return !s.mayHaveFallenOff(a) && a.host.pagesVisited(a.from, a.since) || a.host.visitedSince(a.since)
}

// lack reports that listings no longer link to a posting. While the host is to be doubted nothing is reported, because the missing link is then no
// reason to close the posting.
func (s *Hosts) lack(a *absence, now time.Time) {
	a.phase = reported
	named, enough := s.policy.Lack(a.id, now, a.fellOff)
	if !s.quality.Suspends(a.host.name) {
		s.report(a.id, life.Observation{At: now, What: life.Unlisted, FellOff: a.fellOff, Named: named, Lasts: enough})
	}
}

// Confirm requests the listing that has dropped a posting once more, because that visit may close the posting (see life.Life.Confirm) and the next
// visit would otherwise come much later.
func (s *Hosts) Confirm(id uint64, from time.Time) {
	if a := s.records[id].absence; a != nil && a.phase == reported && s.obeys(Confirm) {
		s.policy.Suspect(a.from, from.Add(confirmAfter))
	}
}

// confirmAfter is how long the confirming visit waits. It is long enough for a server to generate a listing again.
const confirmAfter = time.Hour

// longMissing is for how long we go on reporting that listings no longer link to a posting. The posting is normally closed long before. It stays open
// only if its page still shows it and the listings may show their newest postings only.
const longMissing = 14 * 24 * time.Hour

// lackAgain runs after a visit of a listing. It reports again the postings to which this listing still does not link, but only once all listings of
// the host were visited, since postings move from one to another.
func (s *Hosts) lackAgain(list uint64, h *host, now time.Time) {
	for _, id := range slices.Sorted(maps.Keys(h.absent)) {
		a := h.absent[id]
		switch {
		case a.phase != reported:
		case !a.fellOff && now.Sub(a.since) > longMissing:
			a.phase = givenUp
			delete(h.absent, id)
		case !a.told.IsZero():
			if h.visitedSince(a.told) {
				a.told = now
				s.lackOnce(a, now)
			}
		case a.whole && a.from == list, !a.whole && h.ofOneList(a.from, list) && s.allVisited(a) && h.pagesVisited(list, s.together(now)):
			s.lackOnce(a, now)
		}
	}
}

// lackOnce reports that a listing still does not link to a posting. Once we know that the posting has not fallen off the end of the listing, its
// absence counts from now on.
func (s *Hosts) lackOnce(a *absence, now time.Time) {
	if a.fellOff && !s.mayHaveFallenOff(a) {
		a.fellOff, a.since = false, now
	}
	if now.Sub(a.since) <= longMissing {
		s.lack(a, now)
	}
}

// visitedSince reports whether all listings and sitemaps of a host were visited at that time or later.
func (h *host) visitedSince(at time.Time) bool {
	for _, list := range h.lists {
		if list.visited.Before(at) {
			return false
		}
	}
	return true
}

// compare records how the links of a listing have changed. It returns how many postings have gone from it that were not suspected before. A posting
// that has gone from one page of a listing may be on another one. For a sitemap we need not wait for other pages, because it has all postings.
func (s *Hosts) compare(x *Page, before, order []uint64, now time.Time) (gone int, err error) {
	list, h, whole := x.ID(), s.host(x.Host()), x.Kind == Sitemap
	departures := s.departures(h, list, order)
	if order != nil {
		h.lists[list].order = order
	}
	if !whole {
		s.observeLength(h, list, before, x.Links)
	}
	s.unlink(list, before)
	s.link(list, x.Links)
	s.requestReturned(before, x.Links, now)
	for _, link := range x.Links {
		s.linked(list, link, now)
	}
	var dropped []uint64 // to which others still link
	for _, link := range before {
		r := s.records[link]
		if kind, watched := s.policy.Kind(link); !watched || kind != revisit.Posting || !x.lacks(link) || r.isUnlisted() || !SameSite(h.name, s.policy.Host(link)) {
			continue
		}
		how := departures[link]
		if r.listings > 0 && !whole {
			s.setAbsence(&absence{id: link, host: h, from: list, how: how})
			if how != movedOn {
				dropped = append(dropped, link)
				if s.onlyPostingsLink(r, h, list) {
					s.policy.Suspect(link, now)
				}
			}
			continue
		}
		if !r.denied && how != movedOn {
			gone++
		}
		a := &absence{id: link, host: h, phase: awaited, from: list, how: how, since: now, whole: whole}
		if b := r.absence; b != nil && b.phase == elsewhere {
			a.other, a.otherHow = b.from, b.how
		}
		a.fellOff = s.mayHaveFallenOff(a)
		s.setAbsence(a)
		s.awaited = append(s.awaited, a)
	}
	if s.isGreat(dropped, before) {
		h.lists[list].dropped = droppedLinks{dropped, now}
	}
	err = s.requestOtherPages(h, list, x.Links, now)
	s.lackAgain(list, h, now)
	return gone, err
}

// linked records that a listing links to a page. If the latest visit of that page denied its posting, the posting stays in doubt. A posting that has
// been closed for long enough is reopened.
func (s *Hosts) linked(list, link uint64, now time.Time) {
	r := s.records[link]
	was := r.isUnlisted()
	if a := r.absence; a != nil && (a.phase != elsewhere || a.from == list) {
		s.found(a)
	}
	if was {
		s.report(link, life.Observation{At: now, What: life.Listed})
	}
	if was || !r.denied {
		s.policy.Seen(link, now)
	}
	if was && r.denied {
		s.policy.Suspect(link, now)
	}
	if r.closed && now.Sub(time.Unix(0, r.closedAt)) >= closedRest*s.fresh {
		s.reopen(link, now)
	}
}

// closedRest, as a multiple of Fresh, is how long a closed posting is not requested although a listing links to it.
const closedRest = 1

// reopen requests a closed posting, because a listing links to it.
func (s *Hosts) reopen(id uint64, now time.Time) {
	x, err := s.page(id)
	r := s.reset(id)
	if err != nil || x == nil {
		return
	}
	r.denied, r.reopened = true, unseenSince // one visit is enough to close it again
	s.records[id] = r
	s.report(id, life.Observation{At: now, What: life.Listed})
	s.policy.Add(s.scheduled(x), now)
	s.policy.Suspect(id, now)
}
