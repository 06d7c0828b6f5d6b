package crawler

import (
	"sync"

	"gannet/features"
)

const (
	similarPages = 16 // fingerprints remembered of one host
	maxSlow      = 64
)

// similar remembers the last pages of each host by their fingerprints. The zero value is ready.
type similar struct {
	mu    sync.Mutex // guards hosts
	hosts map[string]*recent
}

type recent struct {
	prints [similarPages]uint64
	n      int // pages seen
	run    int // near-identical pages one after the other
}

// see notes a page and gives the factors by which its host's pauses should be longer, before and after it: 1 for a
// page that is new, doubled with every near-identical page in a row. Pages without words are all alike and say
// nothing.
func (s *similar) see(host string, print uint64) (before, now float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts == nil {
		s.hosts = make(map[string]*recent)
	}
	r := s.hosts[host]
	if r == nil {
		r = &recent{}
		s.hosts[host] = r
	}
	before = slowing(r.run)
	if print == 0 {
		return before, before
	}
	near := false
	for _, seen := range r.prints[:min(r.n, similarPages)] {
		near = near || features.Distance(seen, print) <= features.Near
	}
	r.prints[r.n%similarPages] = print
	r.n++
	if r.run++; !near {
		r.run = 0
	}
	return before, slowing(r.run)
}

// slowing is the factor after so many near-identical pages in a row.
func slowing(run int) float64 { return float64(min(maxSlow, 1<<min(run, 30))) }
