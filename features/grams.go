package features

import "math"

// Lengths of character n-grams. Grams do not cross word boundaries, as with Baykan et al. ("Purely URL-based topic classification", 2009). A word
// shorter than shortestGram is one gram.
const (
	shortestGram = 4
	longestGram  = 8
)

// Spelled is a word of a topic's vocabulary in its written form, with its weight.
type Spelled struct {
	Text   string // in lower case
	Weight float64
}

// Grams is a vector of unit length whose dimensions are the character n-grams of the words of a topic's vocabulary. The weight of an n-gram
// is the sum of the weights of the words that contain it. Grams are immutable and safe for concurrent use.
type Grams struct {
	slots []weighted
	shift uint8
}

type weighted struct {
	gram   uint64 // 0 if the slot is free
	weight float64
}

// NewGrams returns the n-gram vector of the words of a topic's vocabulary.
func NewGrams(words []Spelled) *Grams {
	var all []weighted
	at := map[uint64]int{}
	for _, w := range words {
		eachGram([]rune(w.Text), func(gram uint64) {
			i, ok := at[gram]
			if !ok {
				i = len(all)
				at[gram] = i
				all = append(all, weighted{gram: gram})
			}
			all[i].weight += w.Weight
		})
	}
	square := 0.0
	for _, g := range all {
		square += g.weight * g.weight
	}
	bits := tableBits(4 * len(all))
	g := &Grams{slots: make([]weighted, 1<<bits), shift: 64 - bits}
	for _, w := range all {
		i := g.find(w.gram)
		g.slots[i] = weighted{w.gram, w.weight / math.Sqrt(square)}
	}
	return g
}

// find returns a gram's slot, or the free slot for it.
func (g *Grams) find(gram uint64) uint64 {
	mask := uint64(len(g.slots) - 1)
	i := spread64(gram) >> g.shift
	for g.slots[i].gram != gram && g.slots[i].gram != 0 {
		i = (i + 1) & mask
	}
	return i
}

// tableBits returns the number of bits of an index into at least n slots.
func tableBits(n int) uint8 {
	bits := uint8(3)
	for 1<<bits < n {
		bits++
	}
	return bits
}

func spread64(h uint64) uint64 { return h * 0x9E3779B97F4A7C15 }

// FNV-1a of 64 bits.
const (
	gramSeed  = 14695981039346656037
	gramPrime = 1099511628211
)

// eachGram calls each with the hash of every n-gram of a word. A hash is never 0.
func eachGram(word []rune, each func(uint64)) {
	if len(word) == 0 {
		return
	}
	if len(word) < shortestGram {
		each(hashGram(word))
		return
	}
	for i := range len(word) - shortestGram + 1 {
		for n := shortestGram; n <= longestGram && i+n <= len(word); n++ {
			each(hashGram(word[i : i+n]))
		}
	}
}

func hashGram(gram []rune) uint64 {
	h := uint64(gramSeed)
	for _, r := range gram {
		h = (h ^ uint64(r)) * gramPrime
	}
	return max(h, 1)
}

// gramCounter compares words with the grams of a query. It counts distinct grams in a table. To empty the table it only begins a new generation.
type gramCounter struct {
	grams       *Grams
	slots       []counted
	generation  uint32
	mask        uint64
	shift       uint8
	dot, square float64
}

type counted struct {
	gram       uint64
	generation uint32
	count      uint32
}

// begin empties the table and makes room for words of n characters in all.
func (c *gramCounter) begin(g *Grams, n int) {
	bits := tableBits(2 * n * (longestGram - shortestGram + 1))
	if c.generation++; c.generation == 0 || len(c.slots) < 1<<bits {
		c.slots, c.generation = make([]counted, max(len(c.slots), 1<<bits)), 1
	}
	c.grams, c.mask, c.shift = g, 1<<bits-1, 64-bits
	c.dot, c.square = 0, 0
}

// word counts the grams of a word.
func (c *gramCounter) word(word []rune) {
	if len(word) < shortestGram {
		if len(word) > 0 {
			c.countGram(hashGram(word))
		}
		return
	}
	for i := range len(word) - shortestGram + 1 {
		h := uint64(gramSeed)
		for _, r := range word[i : i+shortestGram-1] {
			h = (h ^ uint64(r)) * gramPrime
		}
		for _, r := range word[i+shortestGram-1 : min(i+longestGram, len(word))] {
			h = (h ^ uint64(r)) * gramPrime
			c.countGram(max(h, 1))
		}
	}
}

func (c *gramCounter) countGram(gram uint64) {
	i := spread64(gram) >> c.shift
	for c.slots[i].generation == c.generation && c.slots[i].gram != gram {
		i = (i + 1) & c.mask
	}
	s := &c.slots[i]
	if s.generation != c.generation {
		*s = counted{gram: gram, generation: c.generation}
	}
	c.square += float64(2*s.count + 1) // (n+1)² - n²
	s.count++
	c.dot += c.grams.slots[c.grams.find(gram)].weight
}

func (c *gramCounter) cosine() float64 { return cosine(c.dot, c.square) }

// cosine divides the product with a vector of unit length by the length of the other vector.
func cosine(dot, square float64) float64 {
	if dot <= 0 {
		return 0
	}
	return min(1, dot/math.Sqrt(square))
}
