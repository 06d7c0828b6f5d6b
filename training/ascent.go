package training

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gannet/internal/numeric"
	"golang.org/x/sync/errgroup"
)

// coordinateAscent moves one weight of a linear model at a time to the value with the highest MAP on the training lists
// (Metzler and Croft 2007). It starts several times from other weights. It needs no validation lists, because a sum with
// few weights hardly overfits.
type coordinateAscent struct{}

func (coordinateAscent) Name() string { return "ca" }

const (
	smallestStep = 0.002 // of weights whose absolute values add up to 1
	steps        = 10    // in each direction, each twice the one before
	enough       = 1e-4  // MAP that a round over all weights must gain for another round
	maxRounds    = 20
)

func (coordinateAscent) Learn(ctx context.Context, train, _ *Set, o Options) (Model, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	m := newLinear("ca", train)
	lists := train.Sample(o.Sample, o.Seed)
	if len(m.Features) == 0 || lists.Rows() == 0 {
		return nil, errors.New("no rows to learn from")
	}
	columns := transpose(m.standardise(lists), len(m.Features))
	climbs := make([]*climb, o.Restarts)
	work, ctx := errgroup.WithContext(ctx)
	for i := range climbs {
		climbs[i] = newClimb(lists, columns, o.Seed, i)
		work.Go(func() error { return climbs[i].run(ctx) })
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	best := climbs[0]
	for _, c := range climbs[1:] {
		if c.quality > best.quality {
			best = c
		}
	}
	m.setWeights(best.weights)
	return m, nil
}

func transpose(rows [][]float64, columns int) [][]float64 {
	out := make([][]float64, columns)
	for f := range out {
		out[f] = make([]float64, len(rows))
		for i := range rows {
			out[f][i] = rows[i][f]
		}
	}
	return out
}

// climb is one ascent from one set of first weights.
type climb struct {
	lists   *Set
	columns [][]float64 // of the features, standardised
	rnd     *rand.Rand
	weights []float64
	scores  []float64 // of the rows with these weights
	trial   []float64
	quality float64 // MAP with these weights
	order   order
}

// newClimb begins the first climb with equal weights, the others with random ones.
func newClimb(lists *Set, columns [][]float64, seed uint64, number int) *climb {
	n := lists.Rows()
	c := &climb{lists: lists, columns: columns, rnd: rand.New(rand.NewPCG(seed, 100+uint64(number)))}
	c.weights, c.scores, c.trial = make([]float64, len(columns)), make([]float64, n), make([]float64, n)
	for f := range c.weights {
		c.weights[f] = 1
		if number > 0 {
			c.weights[f] = c.rnd.NormFloat64()
		}
	}
	c.normalise()
	c.quality = c.order.meanAveragePrecision(lists, c.scores)
	return c
}

// normalise scales the weights so that their absolute values add up to 1, and computes the scores again. The order of the
// rows does not change.
func (c *climb) normalise() {
	norm := 0.0
	for _, w := range c.weights {
		norm += math.Abs(w)
	}
	if norm > 0 {
		numeric.Scale(1/norm, c.weights)
	}
	clear(c.scores)
	for f, w := range c.weights {
		numeric.AddScaled(c.scores, w, c.columns[f])
	}
}

func (c *climb) run(ctx context.Context) error {
	for range maxRounds {
		before := c.quality
		for _, f := range c.rnd.Perm(len(c.weights)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.move(f)
		}
		if c.quality-before < enough {
			return nil
		}
	}
	return nil
}

// move sets one weight to the value with the highest MAP, among some steps from it and 0.
func (c *climb) move(f int) {
	change, best := 0.0, c.quality
	try := func(delta float64) {
		copy(c.trial, c.scores)
		numeric.AddScaled(c.trial, delta, c.columns[f])
		if quality := c.order.meanAveragePrecision(c.lists, c.trial); quality > best {
			change, best = delta, quality
		}
	}
	for i := range steps {
		step := smallestStep * math.Exp2(float64(i))
		try(step)
		try(-step)
	}
	if c.weights[f] != 0 {
		try(-c.weights[f])
	}
	if change != 0 {
		c.weights[f] += change
		c.quality = best
		c.normalise()
	}
}
