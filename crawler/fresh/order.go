package fresh

import (
	"slices"

	"gannet/crawler/revisit"
)

// Listings have an order. If a listing drops a posting between two others that are still there, the posting has not moved to another page of it, and
// has not fallen off the end. If it drops one at an end, that one has probably moved if as many new links have come in at the other end.

// departure says from where a listing has dropped a posting.
type departure uint8

const (
	unknownDeparture departure = iota
	fromInside                 // others before it and after it stay, in their order
	movedOn                    // it has probably moved to another page of the listing
)

// departuresBetween returns how a listing has dropped postings, from the order of its links before and now. It returns nil if the links that stay have
// another order. paged says that other pages of the listing are known, and posting reports which links are known postings.
//
// What stood before the first link that stays is the head, and what stood after the last one is the tail. Until another link that stays is found,
// all that was dropped since the last one belongs to the tail.
func departuresBetween(before, after []uint64, paged bool, posting func(uint64) bool) map[uint64]departure {
	place, was := placesOf(after), placesOf(before)
	var head, inside, tail []uint64
	first, last := -1, -1
	for _, link := range before {
		if !posting(link) {
			continue
		}
		at, stays := place[link]
		switch {
		case !stays && last < 0:
			head = append(head, link)
		case !stays:
			tail = append(tail, link)
		case at < last:
			return nil
		default:
			if last < 0 {
				first = at
			}
			last, inside, tail = at, append(inside, tail...), tail[:0]
		}
	}
	if last < 0 {
		return nil
	}
	gone := make(map[uint64]departure, len(inside))
	for _, link := range inside {
		gone[link] = fromInside
	}
	move := func(end []uint64, otherEnd []uint64) {
		if paged && len(end) <= countOthers(otherEnd, was) {
			for _, link := range end {
				gone[link] = movedOn
			}
		}
	}
	move(tail, after[:first])
	move(head, after[last+1:])
	return gone
}

func placesOf(links []uint64) map[uint64]int {
	place := make(map[uint64]int, len(links))
	for i, link := range links {
		place[link] = i
	}
	return place
}

// countOthers returns how many of the links have no entry in place.
func countOthers(links []uint64, place map[uint64]int) (n int) {
	for _, link := range links {
		if _, has := place[link]; !has {
			n++
		}
	}
	return n
}

// isRemoved reports whether a posting was dropped from inside of a listing, so that it is on no other page.
func (a *absence) isRemoved() bool { return a.how == fromInside }

// departures returns how a listing has dropped postings since its latest visit that was believed, or nil if that is not known.
func (s *Hosts) departures(h *host, list uint64, order []uint64) map[uint64]departure {
	record := h.list(list)
	if order == nil || record == nil || record.order == nil || !s.obeys(Order) {
		return nil
	}
	return departuresBetween(record.order, order, len(h.pagesOf(list)) > 1, s.isPosting)
}

// isPosting reports whether a URL shows a posting that is recrawled.
func (s *Hosts) isPosting(link uint64) bool {
	kind, watched := s.policy.Kind(link)
	return watched && kind == revisit.Posting && !s.policy.Rare(link)
}

// LinkToPosting reports whether at least one of the links leads to a page that is recrawled because it shows a posting.
func (s *Hosts) LinkToPosting(links []uint64) bool {
	return slices.ContainsFunc(links, s.isPosting)
}
