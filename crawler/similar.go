package crawler

import (
	"math/bits"
	"sync"
)

const (
	similarPages = 16 // fingerprints remembered of one host
	similarBits  = 3  // bits in which near-identical pages may differ (Manku et al., WWW 2007, for 64-bit simhash)
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

// see notes a page and gives the factor by which its host's pauses should be longer: 1 for a page that is new,
// doubled with every near-identical page in a row. near says whether this one was. Pages without words are all alike
// and say nothing.
func (s *similar) see(host string, print uint64) (factor float64, near bool) {
	if print == 0 {
		return 1, false
	}
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
	for _, seen := range r.prints[:min(r.n, similarPages)] {
		near = near || bits.OnesCount64(seen^print) <= similarBits
	}
	r.prints[r.n%similarPages] = print
	r.n++
	if !near {
		r.run = 0
		return 1, false
	}
	r.run++
	return float64(min(maxSlow, 1<<min(r.run, 30))), true
}
