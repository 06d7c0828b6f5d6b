package dedup

import (
	"cmp"
	"slices"
)

// sites records for each site which postings it showed, and so who publishes there.
type sites struct {
	byHost   map[uint64]*site
	surveyed bool // postings and companies are counted already
}

// site is what was seen of one site.
type site struct {
	companies []uint64 // the first ones, at most maxCompanies
	postings  int
	copies    int // postings that were known from other sites
	elsewhere int // postings that name the site of the company, or the one they were known from
	named     int // postings of other sites that name this one, and are known from it
}

// counts are the counts of a site, in the order in which they are kept.
func (x *site) counts() [4]*int { return [...]*int{&x.postings, &x.copies, &x.elsewhere, &x.named} }

// maxCompanies is the greatest number of companies of a site that are told apart.
const maxCompanies = 6

func newSites() sites { return sites{byHost: map[uint64]*site{}} }

func (s *sites) get(host uint64) *site {
	x := s.byHost[host]
	if x == nil {
		x = &site{}
		s.byHost[host] = x
	}
	return x
}

// countPosting counts a posting for its site, unless the site's postings were all counted before.
func (s *sites) countPosting(p *Profile) {
	if p.Hashes.Host == 0 || s.surveyed {
		return
	}
	x := s.get(p.Hashes.Host)
	x.postings++
	if p.Publisher == Aggregator {
		x.elsewhere++
	}
	if c := p.Hashes.Company; c != 0 && len(x.companies) < maxCompanies && !slices.Contains(x.companies, c) {
		x.companies = append(x.companies, c)
	}
}

// countCopy counts that a posting was already known from another one, on whichever site that was.
func (s *sites) countCopy(p, from *Profile) {
	if p.Hashes.Host == 0 || p.Hashes.Host == from.Hashes.Host {
		return
	}
	s.get(p.Hashes.Host).copies++
	s.countNames(p, from)
}

// countNames counts which of two postings of one job names the site of the other.
func (s *sites) countNames(p, from *Profile) {
	if p.Hashes.Host == 0 || p.Hashes.Host == from.Hashes.Host {
		return
	}
	for _, pair := range [...][2]*Profile{{p, from}, {from, p}} {
		names, named := pair[0], pair[1]
		if !names.names(named) || named.names(names) {
			continue
		}
		s.get(named.Hashes.Host).named++
		if names.Publisher != Aggregator {
			s.get(names.Hashes.Host).elsewhere++
		}
	}
}

// isNearer reports whether posting a is to be preferred to b as the original of their job: by their publishers, and then by their numbers.
func (s *sites) isNearer(a, b *Profile, numberA, numberB uint64) bool {
	return cmp.Or(cmp.Compare(s.judge(a).rank, s.judge(b).rank), cmp.Compare(numberA, numberB)) < 0
}
