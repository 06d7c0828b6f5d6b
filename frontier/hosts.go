package frontier

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Standing says in one word where a host stands.
type Standing string

// The standings of a host. The first that holds is its own.
const (
	HostBlocked Standing = "blocked"  // it is held
	HostGivenUp Standing = "given up" // HostFailures failures in a row
	HostFull    Standing = "full"     // PerHost pages are fetched
	HostBusy    Standing = "busy"     // a request is under way
	HostIdle    Standing = "idle"     // nothing waits for it
	HostFails   Standing = "fails"    // its latest request failed
	HostPauses  Standing = "pauses"   // it, or its address, may not be asked yet
	HostReady   Standing = "ready"    // it may be asked now
)

// Standings returns all standings, in the order in which they are shown.
func Standings() []Standing {
	return []Standing{HostReady, HostBusy, HostPauses, HostFails, HostBlocked, HostGivenUp, HostFull, HostIdle}
}

// HostOrder says by what hosts are sorted.
type HostOrder string

// The orders of hosts. Hosts that are equal are sorted by name.
const (
	ByQueued   HostOrder = "queued"   // most links first
	ByFetched  HostOrder = "fetched"  // most pages first
	ByFailures HostOrder = "failures" // most failures in a row first
	ByNext     HostOrder = "next"     // the host that may be asked last comes first
	ByName     HostOrder = "name"
)

// HostOrders returns all orders; the first is the default.
func HostOrders() []HostOrder { return []HostOrder{ByQueued, ByFetched, ByFailures, ByNext, ByName} }

// HostQuery says which hosts Hosts gives. The zero value asks for all.
type HostQuery struct {
	Name  string    // a part of the name
	State Standing  // "": any
	Order HostOrder // "": ByQueued
	Skip  int       // so many of the first
	Limit int       // at most so many; 0: all
}

// HostRow is a host and where it stands.
type HostRow struct {
	FoundHost
	State Standing      `json:"state"`
	After time.Duration `json:"after,omitempty"` // until it may be asked again
}

// Hosts returns hosts, and how many meet the query. It holds the frontier for as long as it reads them.
func (f *Frontier) Hosts(now time.Time, q HostQuery) (rows []HostRow, total int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := f.seen(now)
	compare, most := hostOrder(q.Order), 0
	if q.Limit > 0 {
		most = 2 * (q.Skip + q.Limit)
	}
	for _, h := range f.sched.hosts {
		state := f.sched.standing(h, at)
		if q.State != "" && q.State != state || !strings.Contains(h.name, q.Name) {
			continue
		}
		total++
		rows = append(rows, HostRow{describe(h), state, time.Duration(max(0, f.sched.wakeOf(h)-at))})
		if most > 0 && len(rows) == max(most, 1024) { // half of them cannot be on the page
			slices.SortFunc(rows, compare)
			rows = rows[:q.Skip+q.Limit]
		}
	}
	slices.SortFunc(rows, compare)
	rows = rows[min(q.Skip, len(rows)):]
	if q.Limit > 0 {
		rows = rows[:min(q.Limit, len(rows))]
	}
	return rows, total
}

// hostOrder returns what sorts rows.
func hostOrder(o HostOrder) func(a, b HostRow) int {
	by := func(HostRow) int { return 0 }
	switch o {
	case ByFetched:
		by = func(r HostRow) int { return r.Fetched }
	case ByFailures:
		by = func(r HostRow) int { return r.Failures }
	case ByNext:
		by = func(r HostRow) int { return int(r.After) }
	case ByQueued, "":
		by = func(r HostRow) int { return r.Queued }
	}
	return func(a, b HostRow) int { return cmp.Or(cmp.Compare(by(b), by(a)), cmp.Compare(a.Name, b.Name)) }
}

// HostCounts counts hosts by where they stand. It holds the frontier for as long as it reads them.
func (f *Frontier) HostCounts(now time.Time) map[Standing]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := f.seen(now)
	counts := make(map[Standing]int)
	for _, h := range f.sched.hosts {
		counts[f.sched.standing(h, at)]++
	}
	return counts
}

// seen returns the time as the frontier counts it. A reader changes nothing, so that crawls in virtual time are repeatable.
func (f *Frontier) seen(now time.Time) int64 { return max(f.sched.now, now.UnixNano()+f.skew) }

// standing returns where a host stands at a time.
func (s *schedule) standing(h *host, at int64) Standing {
	switch {
	case h.held:
		return HostBlocked
	case h.dead:
		return HostGivenUp
	case h.full:
		return HostFull
	case h.busy || h.leased > 0:
		return HostBusy
	case h.queued == 0 && h.revisits.n == 0:
		return HostIdle
	case h.failures > 0:
		return HostFails
	case s.slots[h.slot].busy || s.wakeOf(h) > at:
		return HostPauses
	}
	return HostReady
}

// wakeOf returns when a host and its address may be asked again.
func (s *schedule) wakeOf(h *host) int64 { return max(h.freeAt(), s.slots[h.slot].next) }
