package label

import (
	"math"
	"math/rand/v2"
	"slices"

	"gannet/internal/numeric"
)

// Estimate says how often a classifier is right about the pages that nobody has answered. It is estimated from answers from which the
// classifier did not learn.
type Estimate struct {
	Answers   int      `json:"answers"` // held out, skipped ones not counted
	Precision Interval `json:"precision"`
	Recall    Interval `json:"recall"`
	F1        Interval `json:"f1"`
}

// Interval is an estimated value, with the bounds between which it lies with a probability of 0.9.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Held is a person's answer from which the classifier did not learn, together with the classifier's verdict on the same page.
type Held struct {
	Odds     float64 // Answer.HeldOut
	Yes      bool    // the person's answer
	Relevant bool    // the classifier's verdict
}

const (
	leastHeld     = 5 // answers, for an estimate
	simulations   = 2000
	outside       = 0.05 // of the simulations, on each side
	beforeAnswers = 0.5  // Jeffreys' prior: half an answer of each kind
)

// EstimateOf estimates how often a classifier is right. called is the number of pages that the classifier calls relevant, and others is the
// number of all other pages. ok is false if there are too few answers.
//
// The answers about pages that it calls relevant give the precision, and the answers about others give the share of missed pages. Each
// answer is weighted by the inverse of the odds with which its page was drawn. Both shares are uncertain, as proportions of so few answers
// are; recall and F1 are computed from them.
func EstimateOf(held []Held, called, others int) (e Estimate, ok bool) {
	var relevant, rest share
	for _, h := range held {
		if h.Relevant {
			relevant.add(h)
		} else {
			rest.add(h)
		}
	}
	e.Answers = len(held)
	if e.Answers < leastHeld {
		return e, false
	}
	e.Precision.Value, e.Recall.Value, e.F1.Value = figures(relevant.value(), rest.value(), called, others)
	random := rand.New(rand.NewPCG(1, uint64(len(held))))
	var p, r, f1 []float64
	for range simulations {
		a, b, c := figures(relevant.draw(random), rest.draw(random), called, others)
		p, r, f1 = append(p, a), append(r, b), append(f1, c)
	}
	e.Precision.bound(p)
	e.Recall.bound(r)
	e.F1.bound(f1)
	return e, true
}

// figures returns precision, recall and F1.
func figures(precision, missed float64, called, others int) (p, r, f1 float64) {
	hits, misses := precision*float64(called), missed*float64(others)
	if hits == 0 {
		return 0, 0, 0
	}
	return precision, hits / (hits + misses), 2 * hits / (float64(called) + hits + misses)
}

// share is a weighted share of pages on topic.
type share struct{ yes, all, squares float64 }

func (s *share) add(h Held) {
	weight := 1 / h.Odds
	s.all += weight
	s.squares += weight * weight
	if h.Yes {
		s.yes += weight
	}
}

// value is the share, 0 without answers.
func (s *share) value() float64 {
	if s.all == 0 {
		return 0
	}
	return s.yes / s.all
}

// draw draws a share that may be the true one.
func (s *share) draw(random *rand.Rand) float64 {
	n := 0.0 // how many answers of equal weight say as much
	if s.squares > 0 {
		n = s.all * s.all / s.squares
	}
	v := s.value()
	return numeric.Beta(n*v+beforeAnswers, n*(1-v)+beforeAnswers, random)
}

// bound sets the bounds by simulated values. The value is always between them.
func (i *Interval) bound(values []float64) {
	slices.Sort(values)
	cut := int(outside * float64(len(values)))
	i.Low = math.Min(i.Value, values[cut])
	i.High = math.Max(i.Value, values[len(values)-1-cut])
}

// Odds returns the relative probabilities with which pages are drawn in order to measure the classifier. Pages that are probably on topic
// are rare and say more about it, so they are drawn more often.
func (p *Pool) Odds(pages []int) []float64 {
	const least = 0.01 // of a probability
	odds, sum := make([]float64, len(pages)), 0.0
	for i, page := range pages {
		odds[i] = math.Sqrt(max(least, p.probabilities[page]))
		sum += odds[i]
	}
	for i := range odds {
		odds[i] *= float64(len(pages)) / sum
	}
	return odds
}
