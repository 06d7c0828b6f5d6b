package cluster

import (
	"strings"
	"sync"
	"time"
)

// addresses gives turns at the IP addresses whose partitions this machine owns. Hosts of several machines may share an address; whoever
// wants to ask one needs a turn. A turn ends by itself, so that a machine that dies holds no address for long.
//
// A turn is for request after request, until another machine wants one. So where one machine alone has the hosts of an address, few requests
// need a question. Of an address that several want each has a slice of time.
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
	holder string    // the take that the turn was given for; "": nobody, and the address rests
	began  time.Time // the turn
	until  time.Time // the turn or the rest ends
	next   string    // the session that should have the next turn, as long as nextBy has not passed
	nextBy time.Time
}

// leastSweep is the number of addresses from which on those without a pause are removed from memory.
const leastSweep = 4096

// sessionOf returns the session of the machine that asked for a turn.
func sessionOf(holder string) string {
	session, _, _ := strings.Cut(holder, "-")
	return session
}

// turnAnswer says whether there is a turn.
type turnAnswer struct {
	ok     bool
	wait   time.Duration // when to ask again, if there is none
	giveUp string        // the holder of a turn that should end it, because another machine wants one
}

// Where several machines want an address, these say how they share it: in pauses of the address, and at least so long, since a question takes
// more than a very short pause.
const (
	slicePauses, leastSlice = 8, time.Second            // a turn that others wait for
	askPauses, leastAsk     = 4, 500 * time.Millisecond // between two questions of those who wait
	idlePauses, leastIdle   = 2, 50 * time.Millisecond  // how long a turn that others wait for may be without a request
)

// slice is how long a machine has an address that another one wants.
func (a *addresses) slice() time.Duration {
	return min(max(slicePauses*a.pause(0), leastSlice), a.turn/4)
}

// askAgain is the longest time after which a machine that waits for such an address asks for it again.
func (a *addresses) askAgain() time.Duration { return max(askPauses*a.pause(0), leastAsk) }

// idle is the time without a request after which such a turn ends.
func (a *addresses) idle() time.Duration { return max(idlePauses*a.pause(0), leastIdle) }

// take grants a turn.
func (a *addresses) take(now time.Time, partition int, ip, holder string) (t turnAnswer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if rest := a.resting[partition].Sub(now); rest > 0 {
		return turnAnswer{wait: rest}
	}
	c, session := a.clock(now, ip), sessionOf(holder)
	if c.next == session || now.After(c.nextBy) {
		c.next = ""
	}
	rest, own := c.until.Sub(now), sessionOf(c.holder) == session
	switch {
	case own, rest <= 0 && c.next == "":
		if !own {
			c.began = now
		}
		c.holder, c.until = holder, now.Add(a.turn)
		t.ok = true
	case c.holder != "":
		t.giveUp = c.holder
		t.wait = min(rest, max(min(c.began.Add(a.slice()).Sub(now), a.askAgain()), a.pause(0), shortestWait))
	case rest > 0:
		t.wait = rest
	default:
		t.wait = min(c.nextBy.Sub(now), a.askAgain())
	}
	if !t.ok && c.next == "" { // who asks first is served first
		c.next, c.nextBy = session, now.Add(t.wait+a.slice())
	}
	a.clocks[ip] = c
	return t
}

// shortestWait is the shortest time after which a machine tries again to get a turn that another one has.
const shortestWait = 10 * time.Millisecond

// clock returns the state of an address. If a turn has expired without being ended, the address rests first. a.mu is held.
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
		c.holder, c.until = "", c.until.Add(a.pause(0))
	}
	return c
}

// keep extends a turn. While its partition rests, a new owner believes the holder that it has the turn.
func (a *addresses) keep(now time.Time, partition int, ip, holder string) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.clock(now, ip)
	if c.holder != holder && (c.holder != "" || !now.Before(a.resting[partition])) {
		return false
	}
	if c.holder != holder {
		c.began = now
	}
	c.holder, c.until = holder, now.Add(a.turn)
	a.clocks[ip] = c
	return true
}

// end ends a turn. took is how long the request took, negative if there was none.
func (a *addresses) end(now time.Time, ip, holder string, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.clocks[ip]
	if c.holder != holder {
		return
	}
	c.holder, c.until = "", now
	if took >= 0 {
		c.until = now.Add(a.pause(took))
	}
	a.clocks[ip] = c
}

// rest lets all addresses of a partition rest: for a pause, or, if the last owner may have died, until all turns that it granted must have ended.
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

// holders returns who has turns at the addresses of a partition, by address.
func (a *addresses) holders(now time.Time, partition int, partitionOf func(host string) int) map[string]string {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := make(map[string]string)
	for ip, c := range a.clocks {
		if c.holder != "" && now.Before(c.until) && partitionOf(ip) == partition {
			list[ip] = c.holder
		}
	}
	return list
}

// open returns the partitions that have turns now, and those in which turns of an earlier owner may still be valid.
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
