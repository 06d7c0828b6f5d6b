package crawler

import "time"

const (
	// Sites of copies have copyShare of the requests that give other pages, while other sites have links.
	copyShare = 1.0 / 16
	// Turns are saved up to mostTurns. Copies on sites that give others cost turns as well, down to leastTurns.
	mostTurns, leastTurns = 8, -16
	// othersGone is how long no other site had a link, if none has one.
	othersGone = 10 * time.Second
)

// copyTurns are the copies that may be requested. The zero value has none yet.
type copyTurns struct {
	turns  float64
	taken  map[uint64]float64 // what leases took of them
	others time.Time          // when a site was requested last that takes none
}

// take takes the part of a turn that a lease is expected to need, if it is there or if no other site has links.
func (t *copyTurns) take(lease uint64, part float64, now time.Time) bool {
	if part <= copyShare {
		t.others = now
		return true
	}
	if t.turns < part && now.Sub(t.others) < othersGone {
		return false
	}
	if t.taken == nil {
		t.taken = make(map[uint64]float64)
	}
	t.taken[lease] = part
	t.turns -= part
	return true
}

// endTurn records the page of a lease. A copy costs a turn. A page like no other gives turns, unless its site was expected to give copies: its
// original may not be known.
func (t *copyTurns) endTurn(lease uint64, copied bool) {
	part := t.taken[lease]
	if copied {
		t.turns -= 1 - part
	} else {
		t.turns += (1 - part) * copyShare / (1 - copyShare)
	}
	delete(t.taken, lease)
	t.turns = max(leastTurns, min(mostTurns, t.turns))
}

// giveBack ends a lease whose page was not recorded. If nothing was requested, its part of a turn is free again.
func (t *copyTurns) giveBack(lease uint64, asked bool) {
	if !asked {
		t.turns += t.taken[lease]
	}
	delete(t.taken, lease)
}
