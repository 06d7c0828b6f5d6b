package topic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gannet/features"
)

// ErrNoSeeds says that there are neither keywords nor pages of seeds from which a topic could be learned.
var ErrNoSeeds = errors.New("needs keywords or pages of seeds: give some")

// The parameters of FromSeeds were chosen with ten seeds a topic on each frozen web, with a background of the other two.
const (
	drawsPerPrototype = 4
	seedCost          = 10
	maxSeedFolds      = 10 // for the threshold
	minSeeds          = 4  // for which the threshold can be measured
	seedSteepness     = 2  // log-odds of a page one deviation above the threshold
	leastDeviation    = 0.5
)

// FromSeeds learns a classifier without labelled pages. The pages of the seeds and the keywords are the positive examples, and documents
// drawn from the background are the negative ones. Words have the same weight in title and body, because so few pages do not show how these
// differ. The same input gives the same classifier.
//
// All pages of a seed's site share its templates, so each of them looks more like the seed than the background does. Probability 0.5 is
// therefore not set between seeds and background. It is set at the median of the seeds, each judged by a classifier learned from the
// others.
func FromSeeds(keywords []string, seeds []*features.Page, bg *Background) (*Classifier, error) {
	vectors := make([]Vector, len(seeds))
	for i, p := range seeds {
		vectors[i] = Vectorize(p)
	}
	l, err := newSeedLearner(keywords, vectors, bg)
	if err != nil {
		return nil, fmt.Errorf("learn topic from seeds: %w", err)
	}
	c := l.learn(l.set.allRows(), new(Classifier))
	threshold, deviation := l.threshold(c)
	steepness := seedSteepness / max(deviation, leastDeviation)
	c.bias = (c.bias - threshold) * steepness
	for i := range c.weights {
		c.weights[i] *= float32(steepness)
	}
	return c, nil
}

// RankFromSeeds learns a classifier as FromSeeds does, but does not set the point of probability 0.5: the margins of the classifier only put
// pages in an order.
func RankFromSeeds(keywords []string, seeds []Vector, bg *Background) (*Classifier, error) {
	l, err := newSeedLearner(keywords, seeds, bg)
	if err != nil {
		return nil, fmt.Errorf("learn topic from seeds: %w", err)
	}
	return l.learn(l.set.allRows(), new(Classifier)), nil
}

// seedLearner has the examples of FromSeeds: the seeds' pages, then the keywords, then the background's.
type seedLearner struct {
	seeds     []Vector // all fields
	examples  []Example
	positives int
	set       *trainingSet
	scale     []float64 // by the set's columns
	places    []place   // of all words
}

// place is where the weight of a word stands in a classifier, in a title or a body.
type place struct {
	index  uint32 // in the table of weights
	column int32  // of the set
}

func newSeedLearner(keywords []string, seeds []Vector, bg *Background) (*seedLearner, error) {
	l := new(seedLearner)
	for _, v := range seeds {
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
	l.findPlaces()
	return l, nil
}

// wordVector returns texts as a page that has only a body.
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

// scaleByIDF scales each word by the square root of its idf. A dozen positives do not show by themselves which words they
// share by chance.
func (l *seedLearner) scaleByIDF(idf *IDF) {
	m, at := &l.set.matrix, 0
	l.scale = make([]float64, m.width)
	for _, e := range l.examples {
		for _, t := range e.Vector.Terms { // the matrix has them in this order
			l.scale[m.column[at]] = math.Sqrt(max(0, idf.Of(t.Word)))
			at++
		}
	}
	for i, column := range m.column {
		m.value[i] *= float32(l.scale[column])
	}
}

// findPlaces finds the places of all words. If two words share a place, the last of them in the examples has it.
func (l *seedLearner) findPlaces() {
	columns := make([]int32, 1<<tableBits) // by place: the column and 1 more
	at := 0
	for _, e := range l.examples {
		for _, t := range e.Vector.Terms {
			column := l.set.matrix.column[at] + 1
			at++
			columns[tableIndex(t)] = column
			t.Field = Title
			columns[tableIndex(t)] = column
		}
	}
	for index, column := range columns {
		if column > 0 {
			l.places = append(l.places, place{uint32(index), column - 1})
		}
	}
}

// learn learns from some of the examples. All positives together count as much as the background. Words weigh the same in titles and bodies.
// The result goes into c, which must be new or an earlier result of this learner, and is returned.
func (l *seedLearner) learn(rows []int, c *Classifier) *Classifier {
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
	if c.weights == nil {
		c.weights = make([]float32, 1<<tableBits)
	}
	c.bias = weights[len(l.scale)]
	least := leastKept(weights[:len(l.scale)])
	for _, p := range l.places {
		c.weights[p.index] = 0
		if w := weights[p.column]; math.Abs(w) >= least {
			c.weights[p.index] = float32(w)
		}
	}
	return c
}

// threshold returns the median and the deviation of the margins of seeds, each left out of learning. With too few seeds
// to leave any out, it is half the mean margin of those learned.
func (l *seedLearner) threshold(c *Classifier) (median, deviation float64) {
	if len(l.seeds) < minSeeds {
		sum := 0.0
		for i := range l.positives {
			sum += c.Margin(l.examples[i].Vector)
		}
		return sum / float64(2*l.positives), seedSteepness
	}
	folds := min(maxSeedFolds, len(l.seeds))
	margins, others := make([]float64, 0, len(l.seeds)), new(Classifier)
	for fold := range folds {
		left := func(row int) bool { return row < len(l.seeds) && row%folds == fold }
		l.learn(slices.DeleteFunc(l.set.allRows(), left), others)
		for row := range l.seeds {
			if left(row) {
				margins = append(margins, others.Margin(l.seeds[row]))
			}
		}
	}
	slices.Sort(margins)
	n := len(margins)
	return (margins[(n-1)/2] + margins[n/2]) / 2, measure(margins).Deviation
}

// drawDocument draws a document of a prototype. Each word is in it with the same probability as in a document of the cluster.
func (b *Background) drawDocument(p prototype, random *rand.Rand) Vector {
	v := Vector{Terms: make([]Term, 0, len(p.words))}
	for _, s := range p.words {
		if random.IntN(255) < int(s.share) {
			root := float64(s.count) / 16
			v.Terms = append(v.Terms, Term{Word: b.words[s.word], Count: uint16(max(1, root*root)), Field: Body})
		}
	}
	return v
}
