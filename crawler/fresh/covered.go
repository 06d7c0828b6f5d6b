package fresh

import (
	"maps"
	"slices"
	"time"

	"gannet/crawler/revisit"
)

// isCovered reports whether others of its host have linked to all postings of a listing within Fresh, so that it need not be requested
// for them. Of two that link to the same postings one is covered. A listing that links to none may have the next one first.
func (s *Hosts) isCovered(list uint64, x *Page, h *host, now time.Time) bool {
	names := false
	for _, link := range x.Links {
		if kind, watched := s.policy.Kind(link); watched && kind == revisit.Posting {
			if names = true; !s.linkedByOther(link, list, h, now) {
				return false
			}
		}
	}
	return names || x.Kind != Listing
}

// linkedByOther reports whether a listing of the host links to a posting that may cover another one.
func (s *Hosts) linkedByOther(link, list uint64, h *host, now time.Time) bool {
	for _, other := range s.records[link].by {
		if s.mayCover(other, list, h, now) {
			return true
		}
	}
	return false
}

// mayCover reports whether a listing may cover another one of the host: it was requested within Fresh, and is not covered itself.
func (s *Hosts) mayCover(other, list uint64, h *host, now time.Time) bool {
	record := h.lists[other]
	return record != nil && other != list && !record.covered && now.Sub(record.visited) < s.fresh
}

// cover has the policy know whether a listing is covered.
func (s *Hosts) cover(list uint64, x *Page, now time.Time) {
	h := s.host(x.Host())
	if covered, record := s.isCovered(list, x, h, now), h.lists[list]; covered != record.covered && s.obeys(CoveredListing) {
		record.covered = covered
		s.policy.Add(s.scheduled(x), now)
	}
}

// uncover has listings be requested again that link to a page which is recrawled from now on. While its links were not recrawled such a listing seemed to
// link to nothing that others do not link to.
func (s *Hosts) uncover(id uint64, now time.Time) error {
	by := s.records[id].by
	return s.judgeCovers(by[:], now)
}

// uncoverHost is uncover for all listings of a host, since one is gone that may have covered others.
func (s *Hosts) uncoverHost(h *host, now time.Time) error {
	if h == nil {
		return nil
	}
	return s.judgeCovers(slices.Sorted(maps.Keys(h.lists)), now)
}

// judgeCovers judges again which of some listings are covered, of those that are.
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

// giveUp records that a listing is gone. It is requested seldom, and nothing waits for it.
func (s *Hosts) giveUp(list uint64, x *Page) {
	s.leaveListing(s.host(x.Host()), list)
	s.policy.Observe(list, revisit.Visit{At: x.Tried, Gone: x.Failures - EnoughDenials + 1})
}

// leaveListing has nothing wait for a listing.
func (s *Hosts) leaveListing(h *host, list uint64) {
	h.leave(list)
	delete(h.lists, list)
}

// requestReturned has listings requested that were gone and that another listing links to again.
func (s *Hosts) requestReturned(before, after []uint64, now time.Time) {
	for _, link := range newOf(after, before) {
		if s.policy.Gone(link) && s.obeys(Returned) {
			s.policy.Suspect(link, now)
		}
	}
}
