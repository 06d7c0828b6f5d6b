package topic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gannet/features"
)

// ErrNoSeeds says that there is nothing to learn from.
var ErrNoSeeds = errors.New("needs keywords or pages of seeds: give some")

// What FromSeeds does was chosen by leaving one frozen web out: a background of the other two, ten seeds a topic.
const (
	drawsPerPrototype = 4
	seedCost          = 10
	seedFolds         = 10 // at most, for the threshold
	fewSeeds          = 4  // from which the threshold can be measured
	seedSteepness     = 2  // log-odds of a page one deviation above the threshold
	leastDeviation    = 0.5
)

// FromSeeds learns a classifier where nothing is labelled: the seeds' pages and the keywords are the positives, and
// documents drawn from the background stand for the rest. Words weigh the same in title and body, as so few pages tell
// nothing about fields. The same input gives the same classifier.
//
// Pages of the seeds' sites share their templates, which the background does not know, so that every page there looks
// more like the seeds than the background does. Probability 0.5 therefore is not between seeds and background: it is
// where half of the seeds come to lie when each is judged by the others.
func FromSeeds(keywords []string, seeds []*features.Page, bg *Background) (*Classifier, error) {
	l, err := newSeedLearner(keywords, seeds, bg)
	if err != nil {
		return nil, fmt.Errorf("learn topic from seeds: %w", err)
	}
	c := l.learn(l.set.allRows())
	threshold, deviation := l.threshold(c)
	steepness := seedSteepness / max(deviation, leastDeviation)
	c.bias = (c.bias - threshold) * steepness
	for i := range c.weights {
		c.weights[i] *= float32(steepness)
	}
	return c, nil
}

// seedLearner holds the examples of FromSeeds: the seeds' pages, then the keywords, then the background's.
type seedLearner struct {
	seeds     []Vector // all fields
	examples  []Example
	positives int
	set       *trainingSet
	scale     []float64 // by the set's columns
}

func newSeedLearner(keywords []string, seeds []*features.Page, bg *Background) (*seedLearner, error) {
	l := new(seedLearner)
	for _, p := range seeds {
		v := Vectorize(p)
		if u := titleAndBody(v); len(u.Terms) > 0 {
			l.seeds = append(l.seeds, v)
			l.examples = append(l.examples, Example{Vector: u, Positive: true})
		}
	}
	if v := wordVector(keywords); len(v.Terms) > 0 {
		l.examples = append(l.examples, Example{Vector: v, Positive: true})
	}
	if l.positives = len(l.examples); l.positives == 0 {
		return nil, ErrNoSeeds
	}
	random := rand.New(rand.NewPCG(1, 1))
	for _, p := range bg.prototypes {
		for range drawsPerPrototype {
			l.examples = append(l.examples, Example{Vector: bg.drawDocument(p, random)})
		}
	}
	var err error
	if l.set, err = newSet(l.examples); err != nil {
		return nil, err
	}
	l.scaleByIDF(bg.IDF())
	return l, nil
}

// wordVector gives texts as a page with a body only.
func wordVector(texts []string) Vector {
	var b bag
	b.beginField()
	for _, text := range texts {
		for _, w := range features.Words(text) {
			b.countWords(Body, []features.Word{{Hash: w}})
		}
	}
	return Vector{Terms: b.terms}
}

// scaleByIDF scales each word by the square root of its idf: with a dozen positives the examples alone do not tell which
// words are common by chance.
func (l *seedLearner) scaleByIDF(idf *IDF) {
	byPlace := map[uint32]float64{}
	for _, e := range l.examples {
		for _, t := range e.Vector.Terms {
			byPlace[tableIndex(t)] = math.Sqrt(max(0, idf.Of(t.Word)))
		}
	}
	l.scale = make([]float64, len(l.set.tableIndexes))
	for column, at := range l.set.tableIndexes {
		l.scale[column] = byPlace[at]
	}
	m := &l.set.matrix
	for i, column := range m.column {
		m.value[i] *= float32(l.scale[column])
	}
}

// learn learns from some of the examples, positives and background counting the same.
func (l *seedLearner) learn(rows []int) *Classifier {
	positives := 0
	for _, r := range rows {
		if r < l.positives {
			positives++
		}
	}
	weight := float64(len(rows)-positives) / float64(max(positives, 1))
	weights := l.set.fit(rows, Params{Cost: seedCost, PositiveWeight: weight}, finalTolerance)
	for column, s := range l.scale {
		weights[column] *= s
	}
	return l.ignoreFields(weights)
}

// ignoreFields makes a classifier whose words weigh in titles as in the body.
func (l *seedLearner) ignoreFields(weights []float64) *Classifier {
	byPlace := l.set.classifier(weights)
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: byPlace.bias}
	for _, e := range l.examples {
		for _, t := range e.Vector.Terms {
			w := byPlace.weights[tableIndex(t)]
			c.weights[tableIndex(t)] = w
			t.Field = Title
			c.weights[tableIndex(t)] = w
		}
	}
	return c
}

// threshold gives the median and the deviation of the margins of seeds that were left out. With too few seeds to leave
// any out it is half of what the learned ones reach.
func (l *seedLearner) threshold(c *Classifier) (median, deviation float64) {
	if len(l.seeds) < fewSeeds {
		sum := 0.0
		for i := range l.positives {
			sum += c.Margin(l.examples[i].Vector)
		}
		return sum / float64(2*l.positives), seedSteepness
	}
	folds := min(seedFolds, len(l.seeds))
	margins := make([]float64, 0, len(l.seeds))
	for fold := range folds {
		left := func(row int) bool { return row < len(l.seeds) && row%folds == fold }
		c := l.learn(slices.DeleteFunc(l.set.allRows(), left))
		for row := range l.seeds {
			if left(row) {
				margins = append(margins, c.Margin(l.seeds[row]))
			}
		}
	}
	slices.Sort(margins)
	n := len(margins)
	return (margins[(n-1)/2] + margins[n/2]) / 2, measure(margins).Deviation
}

// drawDocument makes up a document of a prototype: each word of its cluster stands in it as often as in the cluster.
func (b *Background) drawDocument(p prototype, random *rand.Rand) Vector {
	var v Vector
	for _, s := range p.words {
		if random.IntN(255) < int(s.share) {
			root := float64(s.count) / 16
			v.Terms = append(v.Terms, Term{Word: b.words[s.word], Count: uint16(max(1, root*root)), Field: Body})
		}
	}
	return v
}
