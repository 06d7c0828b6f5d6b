package testweb

import "math"

// kind is the sort of site that a host is.
type kind uint8

const (
	site        kind = iota // about one topic, with a hub of links
	magazine                // a section for each of several topics
	institution             // topics only behind about-us and departments: tunnels
	employer                // postings only behind about-us and careers: tunnels
	board                   // a job board: listings, pages of them, postings
	offTopic                // shops and private pages
)

// shape computes how large each host of a web is and where the hosts of each kind are. Hosts are numbered by rank, the largest first. A block of
// hosts holds every kind in fixed numbers, shuffled.
type shape struct {
	seed         uint64
	hosts, pages int
	floor        int      // pages every host has, before its share of the rest
	counts       [6]int   // hosts of each kind in a block
	first        [6]int   // first slot of each kind
	block        int      // hosts in a block
	steps        [][2]int // numbers coprime to block with their inverses
	sites        []int    // topics that have sites, by slot
}

func newShape(seed uint64, hosts, pages int, topics []string) *shape {
	s := &shape{seed: seed}
	jobs := false
	for i, name := range topics {
		if name == JobsTopic {
			jobs = true
			continue
		}
		s.sites = append(s.sites, i)
	}
	n := len(s.sites)
	s.counts = [6]int{site: n, magazine: ceilDiv(n, 5), institution: ceilDiv(n, 5), offTopic: ceilDiv(n, 3) + 1}
	if jobs {
		s.counts[board], s.counts[employer] = 1+n/8, 1+n/5
	}
	for k, count := range s.counts {
		s.first[k] = s.block
		s.block += count
	}
	for a := 1; a <= s.block; a++ {
		if inverse := inverseOf(a, s.block); inverse > 0 {
			s.steps = append(s.steps, [2]int{a, inverse})
		}
	}
	s.hosts = max(hosts, s.block)
	s.pages = max(pages, 4*s.hosts)
	s.floor = max(4, s.pages/(4*s.hosts))
	return s
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// inverseOf returns the number b with a*b = 1 modulo m, or 0.
func inverseOf(a, m int) int {
	for b := 1; b <= m; b++ {
		if a*b%m == 1%m {
			return b
		}
	}
	return 0
}

// before counts the pages of the hosts before rank: a power law whose sum is exactly the number of pages. The
// exponent 1/8 makes the density fall as rank^-7/8 and costs three square roots.
func (s *shape) before(rank int) int {
	rest := float64(s.pages - s.floor*s.hosts)
	share := (eighthRoot(rank) - 1) / (eighthRoot(s.hosts) - 1)
	return rank*s.floor + int(rest*share)
}

func eighthRoot(rank int) float64 { return math.Sqrt(math.Sqrt(math.Sqrt(float64(rank + 1)))) }

// size returns the number of pages of a host.
func (s *shape) size(rank int) int { return s.before(rank+1) - s.before(rank) }

// shuffle returns the constants of a block's permutation of slots.
func (s *shape) shuffle(block int) (step [2]int, shift int) {
	h := mix(s.seed, uint64(block)+77)
	return s.steps[h%uint64(len(s.steps))], int(h >> 33 % uint64(s.block))
}

// slot returns the kind of a host, and its number among the hosts of its kind in the block.
func (s *shape) slot(rank int) (kind, int) {
	step, shift := s.shuffle(rank / s.block)
	slot := (rank%s.block*step[0] + shift) % s.block
	for k := offTopic; k > site; k-- {
		if slot >= s.first[k] && s.counts[k] > 0 {
			return k, slot - s.first[k]
		}
	}
	return site, slot
}

// host returns the rank of the n-th host of a kind in a block. It is the inverse of slot. If the end of the web cuts a block short, its missing hosts
// are replaced by those of the first block.
func (s *shape) host(k kind, n, block int) int {
	slot := s.first[k] + n%max(s.counts[k], 1)
	rank := s.inBlock(slot, block)
	if rank >= s.hosts {
		rank = s.inBlock(slot, 0)
	}
	return rank
}

func (s *shape) inBlock(slot, block int) int {
	step, shift := s.shuffle(block)
	return block*s.block + (slot-shift+s.block)%s.block*step[1]%s.block
}

// blocks returns the number of blocks. The last one may be cut short.
func (s *shape) blocks() int { return ceilDiv(s.hosts, s.block) }
