package dedup

// sites knows of each site which postings it showed, and so who publishes there.
type sites struct {
	byHost   map[uint64]*site
	surveyed bool // postings and companies are counted already
}

// site is what was seen of one site.
type site struct {
	companies [2]uint64 // the first two; 0 means none yet
	postings  int
	copies    int // postings that were known from other sites
}

// A site is judged by its postings once there are enough of them.
const (
	minOwnPostings = 3   // of one company alone, for the company's own site
	minPostings    = 20  // for an aggregator
	minCopiedShare = 0.6 // of an aggregator's postings were known from other sites
)

func newSites() sites { return sites{byHost: map[uint64]*site{}} }

func (s *sites) get(host uint64) *site {
	x := s.byHost[host]
	if x == nil {
		x = &site{}
		s.byHost[host] = x
	}
	return x
}

// countPosting counts a posting of a site. copied means that it was known from another site.
func (s *sites) countPosting(p *Profile, copied bool) {
	if p.Hashes.Host == 0 {
		return
	}
	x := s.get(p.Hashes.Host)
	if copied {
		x.copies++
	}
	if s.surveyed {
		return
	}
	x.postings++
	x.addCompany(p.Hashes.Company)
}

// addCompany keeps the first two companies.
func (x *site) addCompany(company uint64) {
	for i, c := range x.companies {
		if c == company || company == 0 {
			return
		}
		if c == 0 {
			x.companies[i] = company
			return
		}
	}
}

// publisher judges a posting by its own names and by what was seen of its site.
func (s *sites) publisher(p *Profile) Publisher {
	x := s.byHost[p.Hashes.Host]
	if p.Publisher != Board || p.Hashes.Host == 0 || x == nil {
		return p.Publisher
	}
	onlyCompany := x.companies[0] != 0 && x.companies[1] == 0 && x.companies[0] == p.Hashes.Company
	switch {
	case onlyCompany && x.postings >= minOwnPostings:
		return Employer
	case x.postings >= minPostings && float64(x.copies) >= minCopiedShare*float64(x.postings):
		return Aggregator
	}
	return Board
}
