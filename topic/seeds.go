package topic

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gannet/features"
)

// ErrNoSeeds says that there is nothing to learn from.
var ErrNoSeeds = errors.New("needs keywords or pages of seeds: give some")

// FromSeeds learns a classifier where nothing is labelled: the seeds' pages and the keywords are the positives, and
// documents drawn from the background stand for the rest. Words weigh the same in all fields, as so few pages tell
// nothing about fields. The same input gives the same classifier.
func FromSeeds(keywords []string, seeds []*features.Page, bg *Background) (*Classifier, error) {
	examples := seedExamples(keywords, seeds)
	if len(examples) == 0 {
		return nil, fmt.Errorf("learn topic from seeds: %w", ErrNoSeeds)
	}
	positives := len(examples)
	random := rand.New(rand.NewPCG(1, uint64(len(bg.prototypes))))
	for _, p := range bg.prototypes {
		for range drawsPerPrototype {
			examples = append(examples, Example{Vector: bg.draw(p, random)})
		}
	}
	set, err := newSet(examples)
	if err != nil {
		return nil, err
	}
	weight := float64(len(examples)-positives) / float64(positives)
	learned := set.fit(set.all(), Params{Cost: seedCost, PositiveWeight: weight}, finalTolerance)
	return spread(examples, set, learned), nil
}

const (
	drawsPerPrototype = 4
	seedCost          = 1
)

// seedExamples gives the seeds and the keywords as positive examples with one field, Body.
func seedExamples(keywords []string, seeds []*features.Page) []Example {
	var examples []Example
	for _, p := range seeds {
		var b bag
		b.begin()
		b.add(Body, slice(p, p.Title))
		b.add(Body, slice(p, p.Body))
		if len(b.terms) > 0 {
			examples = append(examples, Example{Vector: Vector{Terms: b.terms}, Positive: true})
		}
	}
	var b bag
	b.begin()
	for _, k := range keywords {
		for _, w := range features.Words(k) {
			b.add(Body, []features.Word{{Hash: w}})
		}
	}
	if len(b.terms) > 0 {
		examples = append(examples, Example{Vector: Vector{Terms: b.terms}, Positive: true})
	}
	return examples
}

// draw makes up a document of a prototype: each word of its cluster stands in it as often as in the cluster.
func (b *Background) draw(p prototype, random *rand.Rand) Vector {
	var v Vector
	for _, s := range p.words {
		if random.IntN(255) < int(s.share) {
			count := float64(s.count) / 16
			v.Terms = append(v.Terms, Term{Word: b.words[s.word], Count: uint16(max(1, count*count)), Field: Body})
		}
	}
	return v
}

// spread makes a classifier whose words weigh the same in title and body.
func spread(examples []Example, s *set, learned []float64) *Classifier {
	byPlace := s.classifier(learned)
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: byPlace.bias}
	for _, e := range examples {
		for _, t := range e.Vector.Terms {
			w := byPlace.weights[place(t)]
			c.weights[place(t)] = w
			t.Field = Title
			c.weights[place(t)] = w / 2
		}
	}
	return c
}
