package crawler

import (
	"slices"
	"time"
)

const (
	// Sites of copies have copyShare of the requests that give other pages, while other sites have links.
	copyShare = 1.0 / 16
	// Turns are saved up to mostTurns. Copies on sites that give others cost turns as well, down to leastTurns.
	mostTurns, leastTurns = 2, -16
	// othersGone is how long no other site had a link, if none has one.
	othersGone = 10 * time.Second
	// Without turns the suspects go first that are least probable to give copies, by so many levels.
	suspectLevels = 8
)

// copyTurns are the copies that may be requested. The zero value has none yet.
type copyTurns struct {
	turns  float64
	taken  map[uint64]float64           // what leases took of them
	wanted [suspectLevels + 2]time.Time // when a link was to be requested last, by the level of its site; 0: no suspect
}

// take takes the part of a turn that a lease is expected to need, if it is there or if no site of a lower level has links.
func (t *copyTurns) take(lease uint64, part float64, now time.Time) bool {
	level := 0
	if part > copyShare {
		level = 1 + int(part*suspectLevels)
	}
	t.wanted[level] = now
	if level == 0 {
		return true
	}
	if t.turns < part && slices.ContainsFunc(t.wanted[:level], func(last time.Time) bool { return now.Sub(last) < othersGone }) {
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

// charge takes the turns of pages that turn out to be copies. They have given turns as pages like no other.
func (t *copyTurns) charge(copies float64) {
	t.turns = max(leastTurns, t.turns-copies/(1-copyShare))
}

// giveBack ends a lease whose page was not recorded. If nothing was requested, its part of a turn is free again.
func (t *copyTurns) giveBack(lease uint64, asked bool) {
	if !asked {
		t.turns += t.taken[lease]
	}
	delete(t.taken, lease)
}
