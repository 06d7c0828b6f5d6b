package dedup

import (
	"github.com/zeebo/xxh3"

	"gannet/dedup/sketch"
)

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

// hashIn returns the hash of a shingle within a scope.
func hashIn(scope uint64, shingle uint32) uint64 {
	return mix(scope + uint64(shingle)*0x9e3779b97f4a7c15)
}

// find returns the set of a hash, and its fingerprint there.
func (s *shingleCounts) find(hash uint64) (*counterSet, uint32) {
	return &s.sets[hash&uint64(len(s.sets)-1)], uint32(hash>>32) | 1
}

// load brings the sets of some hashes into the processor's caches. The loads then wait for memory together, while between the branches of
// increment and count they would wait one by one. The result means nothing, but if it were not returned, or if the function were inlined,
// nothing would be loaded.
//
//go:noinline
func (s *shingleCounts) load(hashes []uint64) (sum uint32) {
	for _, h := range hashes {
		set, _ := s.find(h)
		sum += set.prints[0] + uint32(set.counts[0])
	}
	return sum
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
	var room [maxUnion]uint64
	hashes := room[:0]
	for _, shingle := range shingles {
		hashes = append(hashes, hashIn(scope, shingle))
	}
	s.load(hashes)
	for _, h := range hashes {
		s.countHash(h)
	}
}

func (s *shingleCounts) countHash(h uint64) {
	set, print := s.find(h)
	set.increment(print)
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

// count returns in how many postings of a scope a shingle was seen, by its hash. It may be too low, but too high only if two
// fingerprints collide.
func (s *shingleCounts) count(hash uint64) uint8 {
	set, print := s.find(hash)
	for i := range set.prints {
		if set.prints[i] == print {
			return set.counts[i]
		}
	}
	return 0
}

// The number of postings with different texts from which on a shingle counts as frequent. The number is higher for a site than for an employer,
// because a site has more employers than an employer has standard texts. It is highest for all postings together.
const (
	frequentInCompany  = 3
	frequentOnSite     = 6
	frequentEverywhere = 10
)

// scope is a group of postings within which shingles are counted.
type scope struct {
	key      uint64 // 0 if the posting is in no such group
	frequent uint8
}

// scopes are the employer of a posting, its site, and all postings. The last one finds the frame of a board whose employers and addresses
// are not known.
func (p *Profile) scopes() [3]scope {
	scopes := [3]scope{{p.Hashes.Company, frequentInCompany}, {0, frequentOnSite}, {everywhere, frequentEverywhere}}
	if p.Hashes.Host != 0 {
		scopes[1].key = xxh3.HashString("site") ^ p.Hashes.Host
	}
	return scopes
}

const everywhere = 0x5ca1ab1e

// countText counts the shingles and the names of a posting whose text was not known before.
func (s *shingleCounts) countText(p *Profile) {
	var room [128]uint32
	sample := p.Sketch.Sample.Append(room[:0])
	for _, scope := range p.scopes() {
		s.countShingles(scope.key, sample)
	}
	s.countNaming(p.naming())
}

// maxUnion is the greatest number of sampled shingles of two texts for which no memory has to be allocated.
const maxUnion = 256

// overlap counts the sampled shingles of two postings' texts: all of them, and those left without the shingles that are frequent in a scope of either
// posting.
func (s *shingleCounts) overlap(p, q *Profile, a, b *sketch.Sketch) (all, left sketch.Counts) {
	var room [maxUnion]sketch.Sampled
	var hashes [maxUnion]uint64
	union := sketch.AppendUnion(room[:0], a, b)
	for _, shingle := range union {
		all.Add(shingle)
	}
	scopesOfP := p.scopes()
	for _, scope := range scopesOfP {
		union = s.withoutFrequent(union, hashes[:0], scope.key, scope.frequent)
	}
	for i, scope := range q.scopes() {
		if scope != scopesOfP[i] {
			union = s.withoutFrequent(union, hashes[:0], scope.key, scope.frequent)
		}
	}
	for _, shingle := range union {
		left.Add(shingle)
	}
	return all, left
}

// withoutFrequent removes, in place, the shingles that at least that number of postings in a scope have. hashes is a buffer.
func (s *shingleCounts) withoutFrequent(shingles []sketch.Sampled, hashes []uint64, scope uint64, frequent uint8) []sketch.Sampled {
	if scope == 0 {
		return shingles
	}
	for _, shingle := range shingles {
		hashes = append(hashes, hashIn(scope, shingle.Shingle))
	}
	s.load(hashes)
	left := shingles[:0]
	for i, shingle := range shingles {
		if s.count(hashes[i]) < frequent {
			left = append(left, shingle)
		}
	}
	return left
}
