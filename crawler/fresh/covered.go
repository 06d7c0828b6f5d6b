package fresh

import (
	"maps"
	"slices"
	"time"

	"gannet/crawler/revisit"
)

// isCovered reports whether others of its host have named all postings of a list within Fresh, so that it need not be asked for
// them. Of two that name the same one is covered. A list that names none is covered if the host has another one, which may name what is new.
func (s *Hosts) isCovered(list uint64, x *Page, h *host, now time.Time) bool {
	names := false
	for _, link := range x.Links {
		if kind, watched := s.policy.Kind(link); watched && kind == revisit.Posting {
			if names = true; !s.namedByOther(link, list, h, now) {
				return false
			}
		}
	}
	return names || x.Kind != Listing || s.hasOther(list, h, now)
}

// hasOther reports whether a list of a host may cover another one.
func (s *Hosts) hasOther(list uint64, h *host, now time.Time) bool {
	for other := range h.lists {
		if s.mayCover(other, list, h, now) {
			return true
		}
	}
	return false
}

// namedByOther reports whether a list of the host names a posting that may cover another one.
func (s *Hosts) namedByOther(link, list uint64, h *host, now time.Time) bool {
	for _, other := range s.records[link].by {
		if s.mayCover(other, list, h, now) {
			return true
		}
	}
	return false
}

// mayCover reports whether a list may cover another one of the host: it was asked within Fresh, and is not covered itself.
func (s *Hosts) mayCover(other, list uint64, h *host, now time.Time) bool {
	record := h.lists[other]
	return record != nil && other != list && !record.covered && now.Sub(record.visited) < s.fresh
}

// cover has the policy know whether a list is covered.
func (s *Hosts) cover(list uint64, x *Page, now time.Time) {
	h := s.host(x.Host())
	if covered, record := s.isCovered(list, x, h, now), h.lists[list]; covered != record.covered && s.obeys(CoveredListing) {
		record.covered = covered
		s.policy.Add(s.scheduled(x), now)
	}
}

// uncover has lists be asked again that name a page which is watched from now on. While its links were not watched such a list seemed to
// name nothing that others do not name.
func (s *Hosts) uncover(id uint64, now time.Time) error {
	by := s.records[id].by
	return s.judgeCovers(by[:], now)
}

// uncoverHost is uncover for all lists of a host, since one is gone that may have covered others.
func (s *Hosts) uncoverHost(h *host, now time.Time) error {
	if h == nil {
		return nil
	}
	return s.judgeCovers(slices.Sorted(maps.Keys(h.lists)), now)
}

// judgeCovers judges anew which of some lists are covered, of those that are.
func (s *Hosts) judgeCovers(lists []uint64, now time.Time) error {
	for _, list := range lists {
		if record := s.hosts[s.policy.Host(list)].list(list); record == nil || !record.covered {
			continue
		}
		x, err := s.page(list)
		if err != nil {
			return err
		}
		if x != nil {
			s.cover(list, x, now)
		}
	}
	return nil
}

// goneList takes in that a list is gone. It is asked seldom, and nothing waits for it.
func (s *Hosts) goneList(list uint64, x *Page) {
	s.leaveList(s.host(x.Host()), list)
	s.policy.Observe(list, revisit.Visit{At: x.Tried, Gone: x.Failures - EnoughDenials + 1})
}

// lookAtDropped has postings looked at that a list lacks and named at its last visit, if all that others tell of them is older. These may
// be asked seldom, since the list covers them.
func (s *Hosts) lookAtDropped(h *host, x *Page, before []uint64, last, now time.Time) {
	for _, link := range before {
		kind, watched := s.policy.Kind(link)
		r, older := s.records[link], uint16(0)
		if !x.lacks(link) || !watched || kind != revisit.Posting || r.isDoubted() {
			continue
		}
		for _, other := range r.by {
			if record := h.lists[other]; record != nil && record.visited.Before(last) {
				older++
			}
		}
		if r.listings > 0 && older == r.listings && s.obeys(DroppedByCovering) {
			s.policy.Suspect(link, now)
		}
	}
}

// leaveList has nothing wait for a list.
func (s *Hosts) leaveList(h *host, list uint64) {
	h.leave(list)
	delete(h.lists, list)
}

// requestReturned has lists asked that were gone and that another list names anew.
func (s *Hosts) requestReturned(before, after []uint64, now time.Time) {
	for _, link := range newOf(after, before) {
		if s.policy.Gone(link) && s.obeys(Returned) {
			s.policy.Suspect(link, now)
		}
	}
}
