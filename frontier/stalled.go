package frontier

import (
	"cmp"
	"slices"
	"time"
)

// promising is how many links of a host are queued or leased that may well be had: none where the host's latest request
// failed, and none that wait after Postpone.
func (h *host) promising() uint32 {
	if h.closed() || h.failures > 0 {
		return 0
	}
	return h.queued + h.leased - h.refused
}

// Stalled says whether all links that are queued or leased are of hosts whose latest requests failed, or wait after
// Postpone. It looks through the hosts until it finds a link that may well be had, first where it found the last one.
func (f *Frontier) Stalled(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return false
	}
	f.advance(now)
	hosts := f.sched.hosts
	for i := range hosts {
		at := (f.hopeful + i) % len(hosts)
		if hosts[at].promising() > 0 {
			f.hopeful = at
			return false
		}
	}
	return true
}

// A HostWait is what waits for a host whose latest requests failed.
type HostWait struct {
	Host  string        `json:"host"`
	Links int           `json:"links"` // queued
	After time.Duration `json:"after"` // until it may be asked again
}

// Waits tells of the hosts that links wait for, those with most links first, where Stalled.
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
		if h.closed() || h.queued == 0 {
			continue
		}
		at := h.free()
		if until, ok := first[uint32(number)]; ok && h.queued == until.links {
			at = max(at, until.at)
		}
		waits = append(waits, HostWait{h.name, int(h.queued), time.Duration(max(0, at-f.sched.now))})
	}
	slices.SortFunc(waits, func(a, b HostWait) int {
		return cmp.Or(cmp.Compare(b.Links, a.Links), cmp.Compare(a.Host, b.Host))
	})
	return waits
}

// sleepers are the links of a host in back-off: how many, and when the first one's ends.
type sleepers struct {
	links uint32
	at    int64
}

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
