package dedup

import "github.com/zeebo/xxh3"

// shingleCounts counts in how many postings of an employer, or of a site, a sampled shingle occurs. Frequent shingles are
// an employer's words about itself, or the header of a board.
//
// The table is bounded. Each set has eight counters. A new shingle takes the place of the least counter if that is 1. If
// it is more, all counters of the set are reduced by one, as in the summary of Misra and Gries. So rare shingles are
// forgotten first.
type shingleCounts struct {
	sets []counterSet
}

// counterSet is eight fingerprints of shingles and their counts.
type counterSet struct {
	prints [8]uint32
	counts [8]uint8
}

// newShingleCounts makes a table of at least n counters.
func newShingleCounts(n int) *shingleCounts {
	size := 1
	for 8*size < n {
		size *= 2
	}
	return &shingleCounts{sets: make([]counterSet, size)}
}

// find returns the set of a shingle within a scope, and its fingerprint there.
func (s *shingleCounts) find(scope uint64, shingle uint32) (*counterSet, uint32) {
	h := mix(scope + uint64(shingle)*0x9e3779b97f4a7c15)
	return &s.sets[h&uint64(len(s.sets)-1)], uint32(h>>32) | 1
}

// mix is the finalizer of SplitMix64.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// countShingles counts the shingles of one posting in a scope.
func (s *shingleCounts) countShingles(scope uint64, shingles []uint32) {
	if scope == 0 {
		return
	}
	for _, shingle := range shingles {
		set, print := s.find(scope, shingle)
		set.increment(print)
	}
}

func (c *counterSet) increment(print uint32) {
	least := 0
	for i := range c.prints {
		if c.prints[i] == print {
			if c.counts[i] < 255 {
				c.counts[i]++
			}
			return
		}
		if c.counts[i] < c.counts[least] {
			least = i
		}
	}
	if c.counts[least] <= 1 {
		c.prints[least], c.counts[least] = print, 1
		return
	}
	for i := range c.counts {
		c.counts[i]--
	}
}

// count returns in how many postings of a scope a shingle was seen. It may be too low, but too high only if two
// fingerprints collide.
func (s *shingleCounts) count(scope uint64, shingle uint32) uint8 {
	if scope == 0 {
		return 0
	}
	set, print := s.find(scope, shingle)
	for i := range set.prints {
		if set.prints[i] == print {
			return set.counts[i]
		}
	}
	return 0
}

// A shingle in so many postings with different texts is frequent. It is more for a site, because a site has more
// employers than an employer has standard texts.
const (
	frequentInCompany = 3
	frequentOnSite    = 6
)

// scopes are the employer and the site of a posting, 0 where it has none.
func (p *Profile) scopes() (company, site uint64) {
	if p.Hashes.Company != 0 {
		company = p.Hashes.Company
	}
	if p.Hashes.Host != 0 {
		site = xxh3.HashString("site") ^ p.Hashes.Host
	}
	return company, site
}

// countText counts the shingles of a posting whose text was not known before.
func (s *shingleCounts) countText(p *Profile) {
	company, site := p.scopes()
	var room [128]uint32
	sample := p.Sketch.Sample.Append(room[:0])
	s.countShingles(company, sample)
	s.countShingles(site, sample)
}

// isFrequent returns a test for shingles that the employer or site of either posting repeats; nil if they have neither.
func (s *shingleCounts) isFrequent(a, b *Profile) func(shingle uint32) bool {
	companyA, siteA := a.scopes()
	companyB, siteB := b.scopes()
	if companyA == companyB {
		companyB = 0
	}
	if siteA == siteB {
		siteB = 0
	}
	if companyA|companyB|siteA|siteB == 0 {
		return nil
	}
	return func(shingle uint32) bool {
		return s.count(companyA, shingle) >= frequentInCompany || s.count(companyB, shingle) >= frequentInCompany ||
			s.count(siteA, shingle) >= frequentOnSite || s.count(siteB, shingle) >= frequentOnSite
	}
}
