package cluster

import (
	"sync"
	"time"
)

// addresses gives turns at the IP addresses whose partitions this machine owns. Hosts of several machines may share an address; whoever
// wants to ask one needs a turn. A turn ends by itself, so that a machine that dies holds no address for long.
//
// When an owner dies, nobody knows which turns it has given. So the next one gives none in that partition until all of them have ended.
type addresses struct {
	turn  time.Duration                          // how long a turn lasts that is not kept
	pause func(took time.Duration) time.Duration // how long an address rests after a request

	mu      sync.Mutex // guards the fields below
	clocks  map[string]addressClock
	resting [Partitions]time.Time // until then there are no turns
	died    [Partitions]bool      // they rest for that
	sweepAt int                   // length of clocks
}

// addressClock is the state of one address.
type addressClock struct {
	holder string    // "": nobody; the address rests
	until  time.Time // the turn or the rest ends
}

// leastSweep is the least number of addresses at which those are dropped that rest no longer.
const leastSweep = 4096

// take gives a turn. If it cannot, wait is when to ask again.
func (a *addresses) take(now time.Time, partition int, ip, holder string) (wait time.Duration, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if rest := a.resting[partition].Sub(now); rest > 0 {
		return rest, false
	}
	c := a.clock(now, ip)
	if rest := c.until.Sub(now); rest > 0 && c.holder != holder {
		if c.holder != "" {
			rest = min(rest, max(a.pause(0), shortestWait)) // it mostly ends much earlier
		}
		return rest, false
	}
	a.clocks[ip] = addressClock{holder, now.Add(a.turn)}
	return 0, true
}

// shortestWait is how soon a machine asks again for a turn that another one has.
const shortestWait = 10 * time.Millisecond

// clock returns the state of an address. After a turn that nobody has ended there is a rest. a.mu is held.
func (a *addresses) clock(now time.Time, ip string) addressClock {
	if len(a.clocks) >= max(a.sweepAt, leastSweep) {
		for other, c := range a.clocks {
			if now.Sub(c.until) > a.pause(0) {
				delete(a.clocks, other)
			}
		}
		a.sweepAt = 2 * len(a.clocks)
	}
	c := a.clocks[ip]
	if c.holder != "" && now.After(c.until) {
		c = addressClock{until: c.until.Add(a.pause(0))}
	}
	return c
}

// keep makes a turn longer. A new owner takes the word of the holder for it while its partition rests.
func (a *addresses) keep(now time.Time, partition int, ip, holder string) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.clock(now, ip)
	if c.holder != holder && (c.holder != "" || !now.Before(a.resting[partition])) {
		return false
	}
	a.clocks[ip] = addressClock{holder, now.Add(a.turn)}
	return true
}

// end ends a turn. took is how long the request took, negative if there was none.
func (a *addresses) end(now time.Time, ip, holder string, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.clocks[ip]; c.holder != holder {
		return
	}
	until := now
	if took >= 0 {
		until = now.Add(a.pause(took))
	}
	a.clocks[ip] = addressClock{until: until}
}

// rest lets all addresses of a partition rest: for a pause, or, if its last owner may have died, until no turn of its is left.
func (a *addresses) rest(now time.Time, partition int, died bool) {
	until := now.Add(a.pause(0))
	if died {
		until = until.Add(a.turn)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.resting[partition].Before(until) {
		a.resting[partition], a.died[partition] = until, died
	}
}

// open returns the partitions that have turns now, and those of which turns of an earlier owner may be left.
func (a *addresses) open(now time.Time, partitionOf func(host string) int) (given, earlier [Partitions]bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for ip, c := range a.clocks {
		if c.holder != "" && now.Before(c.until) {
			given[partitionOf(ip)] = true
		}
	}
	for p, until := range a.resting {
		earlier[p] = a.died[p] && now.Before(until)
	}
	return given, earlier
}
