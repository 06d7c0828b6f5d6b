package training

import (
	"context"
	"errors"
	"math/rand/v2"

	"gannet/internal/numeric"
)

// rankSVM is a linear support vector machine over the differences of two rows of one list (Joachims 2002). It is trained by
// stochastic gradient descent on pairs drawn at random (Sculley 2009), and needs no validation lists.
type rankSVM struct{}

func (rankSVM) Name() string { return "ranksvm" }

// firstStep is the length of the first step of the descent, over standardised features.
const firstStep = 0.01

func (rankSVM) Learn(ctx context.Context, train, _ *Set, o Options) (Model, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	pairs := newPairs(train)
	if len(pairs.lists) == 0 {
		return nil, errors.New("no list has rows of different grades")
	}
	m := newLinear("ranksvm", train)
	x := m.standardise(train)
	rnd := rand.New(rand.NewPCG(o.Seed, 3))
	n := len(m.Features)
	w, sum, difference := make([]float64, n), make([]float64, n), make([]float64, n)
	for t := range o.Pairs {
		if t%10_000 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		better, worse := pairs.draw(rnd)
		copy(difference, x[better])
		numeric.AddScaled(difference, -1, x[worse])
		step := firstStep / (1 + o.Lambda*firstStep*float64(t))
		inside := numeric.Dot(w, difference) < 1
		numeric.Scale(1-step*o.Lambda, w)
		if inside {
			numeric.AddScaled(w, step, difference)
		}
		if t >= o.Pairs/2 { // the mean of the later weights is steadier than the last
			numeric.AddScaled(sum, 1, w)
		}
	}
	numeric.Scale(1/float64(o.Pairs-o.Pairs/2), sum)
	m.setWeights(sum)
	return m, nil
}

// pairs draws two rows of different grades. All lists are drawn equally often, because they count equally for the mean.
// Within a list all pairs are drawn equally often.
type pairs struct {
	lists []graded
}

// graded holds the numbers of a list's rows by grade, and for each grade how many pairs consist of a row of it and a row of a lower grade.
type graded struct {
	rows  [MaxGrade + 1][]int
	pairs [MaxGrade + 1]int
	all   int
}

func newPairs(s *Set) *pairs {
	p := &pairs{}
	n := 0
	for i := range s.Lists {
		var g graded
		for _, row := range s.Lists[i].Rows {
			g.rows[row.Grade] = append(g.rows[row.Grade], n)
			n++
		}
		below := 0
		for grade := range g.rows {
			g.pairs[grade] = below * len(g.rows[grade])
			g.all += g.pairs[grade]
			below += len(g.rows[grade])
		}
		if g.all > 0 {
			p.lists = append(p.lists, g)
		}
	}
	return p
}

func (p *pairs) draw(rnd *rand.Rand) (better, worse int) {
	g := &p.lists[rnd.IntN(len(p.lists))]
	pair, grade := rnd.IntN(g.all), 0
	for pair >= g.pairs[grade] {
		pair -= g.pairs[grade]
		grade++
	}
	better = g.rows[grade][pair%len(g.rows[grade])]
	pair /= len(g.rows[grade])
	for lower := range grade {
		if pair < len(g.rows[lower]) {
			return better, g.rows[lower][pair]
		}
		pair -= len(g.rows[lower])
	}
	panic("a grade has more pairs than rows below it")
}
