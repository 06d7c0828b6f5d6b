package topic

import (
	"math"

	"gannet/features"
	"gannet/internal/logistic"
)

// tableBits is the size of a classifier's weight table: terms (field and word) are hashed into 2^tableBits places.
const tableBits = 18

// Classifier gives the probability that a page is on topic. It does not change once made: any number of
// goroutines may use it.
type Classifier struct {
	weights []float32 // 2^tableBits
	bias    float64
}

// Probability is the probability that the page is on topic; from 0.5 the page counts as relevant.
func (c *Classifier) Probability(p *features.Page) float64 {
	b := bags.Get().(*bag)
	defer bags.Put(b)
	b.read(p)
	return c.Score(Vector{Terms: b.terms})
}

// Score is Probability of a page already counted.
func (c *Classifier) Score(v Vector) float64 { return logistic.Probability(c.Margin(v)) }

// Margin is the log-odds that Score turns into a probability: the square roots of the counts, brought to unit length
// over all fields together, times their weights. The length needs no idf and no field needs a weight of its own: on
// the frozen webs each made F1 worse.
func (c *Classifier) Margin(v Vector) float64 {
	var dot float64
	words := 0
	for _, t := range v.Terms {
		dot += damped(t.Count) * float64(c.weights[place(t)])
		words += int(t.Count) // the square of its root
	}
	if words == 0 {
		return c.bias
	}
	return dot/math.Sqrt(float64(words)) + c.bias
}

// place is a term's place in the weight table.
func place(t Term) uint32 {
	return ((t.Word ^ uint32(t.Field)*0x85EBCA6B) * 0x9E3779B1) >> (32 - tableBits)
}

// damped is a count's weight before the page is brought to unit length: the square root keeps a word repeated
// a hundred times from drowning the others.
func damped(count uint16) float64 {
	if int(count) < len(roots) {
		return roots[count]
	}
	return math.Sqrt(float64(count))
}

// roots are the square roots of the counts that occur.
var roots = func() (r [64]float64) {
	for i := range r {
		r[i] = math.Sqrt(float64(i))
	}
	return r
}()

// Weight gives what a word adds to the margin of a page that it is the only word of: as its title, and as its body.
func (c *Classifier) Weight(word uint32) (title, body float64) {
	return float64(c.weights[place(Term{Word: word, Field: Title})]), float64(c.weights[place(Term{Word: word, Field: Body})])
}
