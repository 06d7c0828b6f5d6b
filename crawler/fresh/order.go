package fresh

import (
	"slices"

	"gannet/crawler/revisit"
)

// Listings have an order. If a posting has gone from between two others that are still there, it has not moved to another page of its listing, and
// has not fallen off the end. If it has gone from an end, it has probably moved if as many new postings have come in at the other end.

// departure says from where in a listing a posting has gone.
type departure uint8

const (
	unknownDeparture departure = iota
	fromInside                 // others before it and after it stay, in their order
	movedOn                    // it has probably moved to another page of the listing
)

// departures returns how each missing posting has gone from a listing, from the order of its links before and now. It returns nil if the remaining
// links have not kept their order. paged says that other pages of the listing are known, and posting reports which links are known postings.
func departures(before, after []uint64, paged bool, posting func(uint64) bool) map[uint64]departure {
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
	var moved []uint64
	if paged && len(tail) <= countOthers(after[:first], was) {
		moved = append(moved, tail...)
	}
	if paged && len(head) <= countOthers(after[last+1:], was) {
		moved = append(moved, head...)
	}
	for _, link := range moved {
		gone[link] = movedOn
	}
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

// SetOrder records the order of the links of a listing that is visited for the first time.
func (s *Hosts) SetOrder(x *Page, order []uint64) {
	if list := s.hosts[x.Host()].list(x.ID()); list != nil && x.Kind == Listing {
		list.order = order
	}
}

// misled is how far wrong conclusions from the order may outnumber right ones. A conclusion is wrong if a listing links to the posting again, and
// right if the posting has ended.
const misled = 2

// trustsOrder reports whether the order of a host's listings says reliably what has ended. It does not if listings often link again to postings that
// were gone from inside of them, as with a box of changing other postings below a listing.
func (h *host) trustsOrder() bool { return h.inside.no <= h.inside.yes+misled }

// leftInside reports whether a posting has gone from inside of its listing, and the order of the host's listings can be trusted.
func (a *absence) leftInside() bool { return a.how == fromInside && a.host.trustsOrder() }

// departures returns how postings have gone from a listing since its latest visit that was believed, or nil if that is not known.
func (s *Hosts) departures(h *host, list uint64, order []uint64) map[uint64]departure {
	record := h.lists[list]
	if order == nil || record == nil || record.order == nil || !s.obeys(Order) {
		return nil
	}
	return departures(record.order, order, h.next(list) != list, s.isPosting)
}

// isPosting reports whether a URL shows a posting that is recrawled.
func (s *Hosts) isPosting(link uint64) bool {
	kind, watched := s.policy.Kind(link)
	return watched && kind == revisit.Posting && !s.policy.Rare(link)
}

// LinkToPosting reports whether any of the links leads to a page that is recrawled as that of a posting.
func (s *Hosts) LinkToPosting(links []uint64) bool {
	return slices.ContainsFunc(links, s.isPosting)
}
