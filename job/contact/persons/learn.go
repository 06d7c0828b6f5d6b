package persons

import (
	"math"
	"math/rand/v2"
)

// Example is a text together with the names in it, in order, and its contacts.
type Example struct {
	Text     string
	Contacts []Contact
	Names    [][2]int
}

// Learn learns a model from examples. It goes through the examples as often as rounds says, with the method AdaGrad.
func Learn(examples []Example, rounds int, seed uint64) *Model {
	weights, squares := make([]float64, size), make([]float64, size)
	weight := func(features []uint64) (sum float64) {
		for _, h := range features {
			sum += weights[h%size]
		}
		return sum
	}
	change := func(features []uint64, gradient float64) {
		for _, h := range features {
			k := h % size
			g := gradient - decay*weights[k]
			squares[k] += g * g
			weights[k] += rate * g / math.Sqrt(squares[k]+1e-3)
		}
	}
	var r reading
	var c chain
	var features [][]uint64 // of the words of the chain
	own := func(i int) float64 {
		features = append(features, r.features(i, nil))
		return weight(features[len(features)-1])
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for range rounds {
		for _, e := range rng.Perm(len(examples)) {
			r.read(examples[e].Text, examples[e].Contacts)
			for i := 0; i < len(r.words); {
				end := r.chainEnd(i)
				if end == i {
					i++
					continue
				}
				features = features[:0]
				c.set(&r, i, end, own, weight)
				c.sum()
				before := false
				for k, at := range c.at {
					is := within(examples[e].Names, r.words[at])
					if g := truth(is) - c.probability(k); math.Abs(g) > 1e-3 {
						change(features[k], g)
					}
					if k > 0 {
						if g := truth(is && before) - c.pair(k); math.Abs(g) > 1e-3 {
							change(c.pairs[k][:], g)
						}
					}
					before = is
				}
				i = end
			}
		}
	}
	return quantised(weights)
}

// rate and decay are of AdaGrad.
const rate, decay = .15, 1e-4

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func within(names [][2]int, w word) bool {
	for _, n := range names {
		if w.start >= n[0] && w.end <= n[1] {
			return true
		}
	}
	return false
}

// quantised returns a model of weights rounded to eight bits.
func quantised(weights []float64) *Model {
	largest := 0.
	for _, w := range weights {
		largest = max(largest, math.Abs(w))
	}
	largest = min(largest, 4)
	m := &Model{scale: float32(largest / 127), weights: make([]int8, size)}
	for i, w := range weights {
		m.weights[i] = int8(math.Round(max(-127, min(127, w/largest*127))))
	}
	return m
}

// Compare counts the words of an example's names that the model finds, the words that it finds wrongly, and those that it misses. Titles such
// as "Dr." do not count.
func (m *Model) Compare(e Example) (right, wrong, missed int) {
	var r reading
	r.read(e.Text, e.Contacts)
	names := m.Names(e.Text, e.Contacts, nil)
	for _, w := range r.words {
		if !w.shape.mayBeName() {
			continue
		}
		switch is, found := within(e.Names, w), within(names, w); {
		case is && found:
			right++
		case is:
			missed++
		case found:
			wrong++
		}
	}
	return right, wrong, missed
}
