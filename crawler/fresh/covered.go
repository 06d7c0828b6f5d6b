package fresh

import (
	"maps"
	"slices"
	"time"

	"gannet/crawler/revisit"
)

// isCovered reports whether other listings of the host have linked to all postings of this listing within Fresh, so that it need not be requested for
// these postings. Of two listings that link to the same postings, only one is covered. A listing without postings, unlike such a sitemap, is not
// covered, because the next posting may appear there first.
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

// linkedByOther reports whether a posting is also linked from a listing of the host that may cover the given one.
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

// cover tells the policy when a listing has become covered, or no longer is.
func (s *Hosts) cover(list uint64, x *Page, now time.Time) {
	h := s.host(x.Host())
	if covered, record := s.isCovered(list, x, h, now), h.lists[list]; covered != record.covered && s.obeys(CoveredListing) {
		record.covered = covered
		s.policy.Add(s.scheduled(x), now)
	}
}

// uncover checks again whether the listings that link to a page are covered, because this page is recrawled from now on. Before, such a listing
// seemed to have no link that other listings do not have, too.
func (s *Hosts) uncover(id uint64, now time.Time) error {
	by := s.records[id].by
	return s.judgeCovers(by[:], now)
}

// uncoverHost checks again which listings of a host are covered, because a listing is gone that may have covered others.
func (s *Hosts) uncoverHost(h *host, now time.Time) error {
	if h == nil {
		return nil
	}
	return s.judgeCovers(slices.Sorted(maps.Keys(h.lists)), now)
}

// judgeCovers checks whether those of the given listings that are covered still are.
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

// giveUp records that a listing is gone. From now on it is requested seldom, and no posting waits for a visit of it.
func (s *Hosts) giveUp(list uint64, x *Page) {
	s.leaveListing(s.host(x.Host()), list)
	s.policy.Observe(list, revisit.Visit{At: x.Tried, Gone: x.Failures - EnoughDenials + 1})
}

// leaveListing removes a listing from its host, so that no posting waits for a visit of it.
func (s *Hosts) leaveListing(h *host, list uint64) {
	h.leave(list)
	delete(h.lists, list)
}

// requestReturned requests listings that were gone and to which another listing links again.
func (s *Hosts) requestReturned(before, after []uint64, now time.Time) {
	for _, link := range newOf(after, before) {
		if s.policy.Gone(link) && s.obeys(Returned) {
			s.policy.Suspect(link, now)
		}
	}
}
