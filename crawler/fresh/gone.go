package fresh

import (
	"time"

	"gannet/crawler/revisit"
)

// A listing that is gone is requested more and more seldom, and at once when another listing links to it again.

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
