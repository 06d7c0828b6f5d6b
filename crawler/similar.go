package crawler

import (
	"sync"

	"github.com/zeebo/xxh3"

	"gannet/features"
)

const (
	similarPages = 16 // fingerprints remembered of one host
	similarPaths = 1 << 16
	maxSlow      = 64
	// honestRun makes pauses eight times as long at most, for copies that need not be a trap: a page that names the
	// other one as canonical, or a mirror, since the host met first may be the copy.
	honestRun = 3
	// missesBorne is the number of missing pages in a row that are no sign of a host whose links lead nowhere: sites
	// that were rebuilt have long lists of them.
	missesBorne = 16
)

// Reasons to slow a host.
const (
	nearIdentical = "near-identical page (kept, host slowed)"
	mirrored      = "page of another host again (kept, host slowed)"
)

// similar remembers the last pages of each host, and of each path, by their fingerprints, and what hosts give. The zero
// value is ready.
type similar struct {
	mu     sync.Mutex // guards the fields below
	hosts  lately[*recent]
	born   uint32  // hosts met
	paths  []place // by hash of the path
	yields yields
}

type recent struct {
	born   uint32 // hosts met before
	prints [similarPages]uint64
	n      int // pages seen
	run    int // near-identical pages one after the other
	misses int // missing pages one after the other
	slow   float64
	yield
}

// slowing is the factor by which a host's pauses should be longer: doubled with every page in a row that is no new one,
// but no more than what others give is more than what it still gives.
func (s *similar) slowing(r *recent) float64 {
	return min(slowing(r.run+max(0, r.misses-missesBorne)), s.yields.over(&r.yield))
}

// weigh notes what an answer of a host gave, which counts for so many, and gives the factors of its pauses before and
// after it.
func (s *similar) weigh(r *recent, gave bool, times float64) (before, now float64) {
	s.yields.add(&r.yield, gave, times)
	before, r.slow = r.slow, s.slowing(r)
	return before, r.slow
}

// place is a page of the host that was met first of those that have one under its path.
type place struct {
	path, print uint64
	born        uint32 // of the host
}

// see notes a page and gives the factors by which its host's pauses should be longer, before and after it: 1 for a
// page that is new, at most doubled with every page in a row that is near-identical to one of the host's last, or to the one
// that a host met before has under the same path: a mirror is slowed, and the host that it mirrors is not. A copy is a
// page that says itself that another page of its host stands for it. why is empty for a page that is new. Pages
// without words are all alike and say nothing.
func (s *similar) see(host, path string, print uint64, copy, relevant bool) (why string, before, now float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.recent(host)
	r.misses = 0
	if print == 0 {
		before, now = s.weigh(r, relevant, 1)
		return "", before, now
	}
	for _, seen := range r.prints[:min(r.n, similarPages)] {
		if features.Distance(seen, print) <= features.Near {
			why = nearIdentical
		}
	}
	if s.elsewhere(r.born, path, print) && why == "" {
		why = mirrored
	}
	r.prints[r.n%similarPages] = print
	r.n++
	switch {
	case why == "":
		r.run = 0
	case why == nearIdentical && !copy || r.run < honestRun:
		r.run++
	}
	times := 1.0
	if why != "" {
		times = yieldCopies
	}
	before, now = s.weigh(r, relevant && why == "", times)
	return why, before, now
}

// miss notes that a host does not have a page which it links to, and gives the factors before and after it.
func (s *similar) miss(host string) (before, now float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.recent(host)
	r.misses++
	return s.weigh(r, false, 1)
}

func (s *similar) recent(host string) *recent {
	if s.paths == nil {
		s.paths = make([]place, similarPaths)
	}
	r, ok := s.hosts.get(host)
	if !ok {
		r = &recent{born: s.born, slow: 1}
		s.born++
		s.hosts.set(host, r)
	}
	return r
}

// elsewhere says whether a host met before has shown the page under the same path; if not, it is this one's.
func (s *similar) elsewhere(born uint32, path string, print uint64) bool {
	hash := xxh3.HashString(path)
	known := &s.paths[hash%similarPaths]
	same := known.path == hash && known.born != born && features.Distance(known.print, print) <= features.Near
	if same && known.born < born {
		return true
	}
	*known = place{hash, print, born}
	return false
}

// slowing is the factor after so many near-identical pages in a row.
func slowing(run int) float64 { return float64(min(maxSlow, 1<<min(run, 30))) }
