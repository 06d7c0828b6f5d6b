package frontier

import (
	"cmp"
	"slices"
	"time"
)

// reachable returns how many links and revisits of a host can probably be fetched: links that are queued or leased, and queued revisits. There are
// none if the host's latest request failed or the host is held. It does not count links in back-off whose host did not fail.
func (h *host) reachable() uint32 {
	switch {
	case h.failures > 0 || h.held:
		return 0
	case h.closed():
		return uint32(h.revisits.n)
	}
	return h.queued + h.leased - h.postponed + uint32(h.revisits.n)
}

// Stalled reports whether no link can be fetched at present, because every queued or leased link has failed or belongs to a host whose
// latest request failed. The search begins with the host at which the last call found a link that could be fetched.
func (f *Frontier) Stalled(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return false
	}
	f.advance(now)
	hosts := f.sched.hosts
	for i := range hosts {
		at := (f.lastReachable + i) % len(hosts)
		if hosts[at].reachable() > 0 {
			f.lastReachable = at
			return false
		}
	}
	return true
}

// A HostWait says how many links of a host wait, and for how long.
type HostWait struct {
	Host  string        `json:"host"`
	Links int           `json:"links"` // queued
	After time.Duration `json:"after"` // until it may be requested again
	Fails bool          `json:"fails"` // the host fails, and not its links alone
}

// Waits returns the hosts whose links wait, those with the most waiting links first. Call it when Stalled returns true.
func (f *Frontier) Waits(now time.Time) []HostWait {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return nil
	}
	f.advance(now)
	first := f.firstAwake()
	var waits []HostWait
	for number, h := range f.sched.hosts {
		if h.closed() || h.held || h.queued == 0 {
			continue
		}
		at := h.freeAt()
		if until, ok := first[uint32(number)]; ok && h.queued == until.links {
			at = max(at, until.at)
		}
		waits = append(waits, HostWait{h.name, int(h.queued), timeUntil(at, f.sched.now), h.failures > 0})
	}
	slices.SortFunc(waits, func(a, b HostWait) int {
		return cmp.Or(cmp.Compare(b.Links, a.Links), cmp.Compare(a.Host, b.Host))
	})
	return waits
}

// sleepers are the links of a host in back-off: how many, and when the first back-off ends.
type sleepers struct {
	links uint32
	at    int64
}

// firstAwake returns the sleepers of each host.
func (f *Frontier) firstAwake() map[uint32]sleepers {
	first := make(map[uint32]sleepers)
	for record, until := range f.retry.until {
		host := f.links.host(record)
		if s, ok := first[host]; !ok || until < s.at {
			first[host] = sleepers{s.links + 1, until}
		} else {
			first[host] = sleepers{s.links + 1, s.at}
		}
	}
	return first
}
