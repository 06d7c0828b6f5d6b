package dedup

// sites tells what kind a site is by the postings seen on it.
type sites struct {
	seen     map[uint64]*site
	surveyed bool // postings and companies are counted
}

// site is what was seen of one.
type site struct {
	companies [2]uint64 // the first two; 0 = none yet
	postings  int
	copies    int // of postings that were known from other sites
}

// When a site is known well enough to be judged by its postings.
const (
	ownPostings = 3   // of one company alone: its own site
	leastCopied = 20  // postings before a board may be called an aggregator
	copiedShare = 0.6 // of them were known from other sites
)

func (s *sites) of(host uint64) *site {
	x := s.seen[host]
	if x == nil {
		x = &site{}
		s.seen[host] = x
	}
	return x
}

// see counts a posting.
func (s *sites) see(r *Record, copied bool) {
	if r.Names.Host == 0 {
		return
	}
	x := s.of(r.Names.Host)
	if copied {
		x.copies++
	}
	if s.surveyed {
		return
	}
	x.postings++
	for i, c := range x.companies {
		if c == r.Names.Company || r.Names.Company == 0 {
			return
		}
		if c == 0 {
			x.companies[i] = r.Names.Company
			return
		}
	}
}

// source gives a posting's class by its own names and what was seen of its site.
func (s *sites) source(r *Record) Source {
	x := s.seen[r.Names.Host]
	if r.Source != Board || r.Names.Host == 0 || x == nil {
		return r.Source
	}
	alone := x.companies[0] != 0 && x.companies[1] == 0 && x.companies[0] == r.Names.Company
	switch {
	case alone && x.postings >= ownPostings:
		return Employer
	case x.postings >= leastCopied && float64(x.copies) >= copiedShare*float64(x.postings):
		return Aggregator
	}
	return Board
}
