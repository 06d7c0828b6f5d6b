package topic

import (
	"math"

	"gannet/features"
	"gannet/internal/logistic"
)

// tableBits is the size of a classifier's weight table: terms (field and word) are hashed to 2^tableBits indexes.
const tableBits = 18

// Classifier computes the probability that a page is on topic. It is immutable and safe for concurrent use.
type Classifier struct {
	weights []float32 // 2^tableBits
	bias    float64
}

// Probability returns the probability that a page is on topic, from 0 to 1.
func (c *Classifier) Probability(p *features.Page) float64 {
	b := bags.Get().(*bag)
	defer bags.Put(b)
	b.countPage(p)
	return c.Score(Vector{Terms: b.terms})
}

// Score returns the probability that a page is on topic, from the page's word counts.
func (c *Classifier) Score(v Vector) float64 { return logistic.Probability(c.Margin(v)) }

// Margin returns the log-odds that a page is on topic. It takes the square roots of the word counts, divides them by their length over all
// fields together, and multiplies them with the weights. An idf in the length and a weight for each field are not used, because on the
// frozen webs each made F1 worse.
func (c *Classifier) Margin(v Vector) float64 {
	var dot float64
	words := 0
	for _, t := range v.Terms {
		dot += damped(t.Count) * float64(c.weights[tableIndex(t)])
		words += int(t.Count) // the square of its root
	}
	if words == 0 {
		return c.bias
	}
	return dot/math.Sqrt(float64(words)) + c.bias
}

// Known returns the share of words in a page's body for which the classifier has a weight, from 0 to 1. The share is small for a page in a
// language that no training page had. For a page without words it is 1.
func (c *Classifier) Known(p *features.Page) float64 {
	words := wordsOf(p, p.Body)
	if len(words) == 0 {
		return 1
	}
	known := 0
	for i := range words {
		if c.weights[tableIndex(Term{Word: words[i].Hash, Field: Body})] != 0 {
			known++
		}
	}
	return float64(known) / float64(len(words))
}

// tableIndex is a term's index in the weight table.
func tableIndex(t Term) uint32 {
	return ((t.Word ^ uint32(t.Field)*0x85EBCA6B) * 0x9E3779B1) >> (32 - tableBits)
}

// damped is the square root of a count. Without it, a word repeated a hundred times would outweigh all others.
func damped(count uint16) float64 {
	if int(count) < len(roots) {
		return roots[count]
	}
	return math.Sqrt(float64(count))
}

// roots are the square roots of small counts.
var roots = func() (r [64]float64) {
	for i := range r {
		r[i] = math.Sqrt(float64(i))
	}
	return r
}()

// Weight returns the log-odds that a page with only this word is on topic, without the constant term: if the word is in its title, and if it
// is in its body.
func (c *Classifier) Weight(word uint32) (title, body float64) {
	return float64(c.weights[tableIndex(Term{Word: word, Field: Title})]), float64(c.weights[tableIndex(Term{Word: word, Field: Body})])
}
