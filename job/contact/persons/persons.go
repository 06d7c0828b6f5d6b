// Package persons finds the names of persons in texts of job ads by a learned model: a chain of conditional random fields with two states over words
// that have capitals. A word's features are its letters, the words and signs around it, its line, and the mail addresses and telephone numbers near it.
package persons

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
)

// Model tells words of names from other words. It is safe for concurrent use.
type Model struct {
	scale    float32
	weights  []int8    // by the last bits of a feature's hash
	readings sync.Pool // of *reading, whose memory is used again
}

// magic begins the file of a model.
const magic = "gannet persons 1\n"

// Read reads the file of a model.
func Read(data []byte) (*Model, error) {
	if len(data) < len(magic)+4+size || string(data[:len(magic)]) != magic {
		return nil, errors.New("no model of persons")
	}
	data = data[len(magic):]
	m := &Model{scale: math.Float32frombits(binary.LittleEndian.Uint32(data)), weights: make([]int8, size)}
	for i := range m.weights {
		m.weights[i] = int8(data[4+i])
	}
	return m, nil
}

// Bytes returns the file of the model.
func (m *Model) Bytes() []byte {
	data := binary.LittleEndian.AppendUint32([]byte(magic), math.Float32bits(m.scale))
	for _, w := range m.weights {
		data = append(data, byte(w))
	}
	return data
}

// size is the number of weights.
const size = 1 << 17

// sum returns the sum of the weights of features, before it is scaled.
func (m *Model) sum(features []uint64) (sum int) {
	weights := (*[size]int8)(m.weights)
	for _, h := range features {
		sum += int(weights[h%size])
	}
	return sum
}

func (m *Model) weight(features []uint64) float64 { return float64(m.sum(features)) * float64(m.scale) }

// A word is taken for a word of a name from the probability least, and from leastAgain if the text has it in a name elsewhere.
const least, leastAgain = .4, .1

// Names returns where the names of persons stand in a text, as pairs of byte offsets. contacts are given in order and do not overlap. known
// are names that are found wherever they stand.
func (m *Model) Names(text string, contacts []Contact, known []string) (names [][2]int) {
	r, ok := m.readings.Get().(*reading)
	if !ok {
		r = &reading{}
	}
	defer m.readings.Put(r)
	r.read(text, contacts)
	probable := m.probabilities(r)
	if len(known) == 0 && !slices.ContainsFunc(probable, func(p float64) bool { return p >= least }) {
		return nil
	}
	isName := make([]bool, len(r.words))
	single, pairs := make(map[uint64]bool), make(map[[2]uint64]bool) // words that are names, and words that are names if they follow each other
	for _, n := range known {
		words := split(n, nil)
		for i, w := range words {
			if i > 0 {
				pairs[[2]uint64{words[i-1].folded, w.folded}] = true
			}
			if len(words) == 1 && w.end-w.start > shortest {
				single[w.folded] = true
			}
		}
	}
	inName := make(map[uint64]bool)
	for i, p := range probable {
		if isName[i] = p >= least; !isName[i] {
			continue
		}
		inName[r.words[i].folded] = true
		if i > 0 && isName[i-1] && r.joins(i-1, i) {
			pairs[[2]uint64{r.words[i-1].folded, r.words[i].folded}] = true
		}
	}
	for i, w := range r.words {
		if w.shape.mayBeName() && (single[w.folded] || probable[i] >= leastAgain && inName[w.folded]) {
			isName[i] = true
		}
		if i > 0 && r.words[i-1].shape != lower && pairs[[2]uint64{r.words[i-1].folded, w.folded}] && r.words[i].gap.lines < 2 && r.words[i].gap.sign == 0 {
			isName[i-1], isName[i] = true, true
		}
	}
	for i := len(isName) - 2; i >= 0; i-- {
		isName[i] = isName[i] || r.words[i].shape == title && isName[i+1] && r.joins(i, i+1)
	}
	last := -1 // the last word of a name
	for i, is := range isName {
		if !is {
			continue
		}
		if last >= 0 && r.joins(last, i) {
			names[len(names)-1][1] = r.words[i].end
		} else {
			names = append(names, [2]int{r.words[i].start, r.words[i].end})
		}
		last = i
	}
	return names
}

// shortest is the length in bytes that a known name of one word exceeds, since a short one may be an ordinary word.
const shortest = 5

// probabilities returns how probably each word is of a name.
func (m *Model) probabilities(r *reading) []float64 {
	r.probable = resize(r.probable, len(r.words))
	clear(r.probable)
	p, c := r.probable, &r.chain
	own := func(i int) float64 { return m.score(r, i) }
	for i := 0; i < len(r.words); {
		end := r.chainEnd(i)
		if end == i {
			i++
			continue
		}
		c.set(r, i, end, own, m.weight)
		c.sum()
		for k, at := range c.at {
			p[at] = c.probability(k)
		}
		i = end
	}
	return p
}

// joins reports whether two words of names are of one name, with nothing but particles between them.
func (r *reading) joins(first, second int) bool {
	for i := first + 1; i <= second; i++ {
		g := r.words[i].gap
		if i-first > 3 || i < second && !particles[r.words[i].folded] || g.lines > 0 || g.sign != 0 && g.sign != '.' || !g.space && g.sign == 0 {
			return false
		}
	}
	return true
}

// chainEnd returns the end of the words that begin at i, follow each other and may be of names, with particles between them. It is i if the word at i may not.
func (r *reading) chainEnd(i int) int {
	end := i
	for k := i; k < len(r.words) && k < i+longest; k++ {
		switch w := &r.words[k]; {
		case w.shape.mayBeName():
			end = k + 1
		case end == i || !particles[w.folded] || k-end >= 2:
			return end
		}
	}
	return end
}

// longest is the number of words of the longest chain. Longer ones are cut.
const longest = 60

// chain is a chain of words in two states: of a name, and of none. A position has a weight for being of a name, and another one that is added if the
// word before it is of a name, too.
type chain struct {
	at        []int
	own, both []float64   // exponentials of the weights
	pairs     [][3]uint64 // features of both
	// Shares of all ways from the beginning to a word in its two states, and from the word to the end.
	on, off, onEnd, offEnd []float64
}

// set takes the words that may be of a name, with the weights that own gives to words and weight to features of pairs.
func (c *chain) set(r *reading, from, to int, own func(int) float64, weight func([]uint64) float64) {
	c.at, c.own, c.both, c.pairs = c.at[:0], c.own[:0], c.both[:0], c.pairs[:0]
	for i := from; i < to; i++ {
		if !r.words[i].shape.mayBeName() {
			continue
		}
		var pair [3]uint64
		both := 0.
		if n := len(c.at); n > 0 {
			g := r.words[i].gap
			pair = [3]uint64{mix(500, g.hash(), uint64(i-c.at[n-1])), mix(501, uint64(r.words[i].shape), uint64(r.words[c.at[n-1]].shape)), mix(502, uint64(min(n, 4)), g.hash())}
			both = weight(pair[:])
		}
		c.at, c.own, c.both, c.pairs = append(c.at, i), append(c.own, math.Exp(own(i))), append(c.both, math.Exp(both)), append(c.pairs, pair)
	}
}

// sum adds the weights of all ways through the chain, forwards and backwards. Only their shares count, so that no sum is too large.
func (c *chain) sum() {
	n := len(c.at)
	c.on, c.off, c.onEnd, c.offEnd = resize(c.on, n), resize(c.off, n), resize(c.onEnd, n), resize(c.offEnd, n)
	c.on[0], c.off[0] = shares(c.own[0], 1)
	for i := 1; i < n; i++ {
		c.on[i], c.off[i] = shares(c.own[i]*(c.on[i-1]*c.both[i]+c.off[i-1]), c.on[i-1]+c.off[i-1])
	}
	c.onEnd[n-1], c.offEnd[n-1] = .5, .5
	for i := n - 2; i >= 0; i-- {
		next := c.own[i+1] * c.onEnd[i+1]
		c.onEnd[i], c.offEnd[i] = shares(next*c.both[i+1]+c.offEnd[i+1], next+c.offEnd[i+1])
	}
}

func shares(a, b float64) (float64, float64) { return a / (a + b), b / (a + b) }

// probability returns the probability that a word of the chain is of a name. pair is that of it and the word before it together.
func (c *chain) probability(i int) float64 {
	p, _ := shares(c.on[i]*c.onEnd[i], c.off[i]*c.offEnd[i])
	return p
}

func (c *chain) pair(i int) float64 {
	on := c.own[i] * c.onEnd[i]
	p, _ := shares(c.on[i-1]*c.both[i]*on, c.off[i-1]*on+(c.on[i-1]+c.off[i-1])*c.offEnd[i])
	return p
}

// resize returns a slice of a length, whose content is any, with the memory of s if that is enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, 2*n)
	}
	return s[:n]
}
