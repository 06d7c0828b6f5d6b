package topic

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// The grid of TrainTuned.
var (
	costs           = []float64{10, 100, 1000}
	positiveWeights = []float64{1, 4, 16}
)

// Folds of nested cross-validation.
const (
	outerFolds = 5
	innerFolds = 3
)

// TrainTuned trains a classifier with those parameters that have the best F1 in a three-fold cross-validation. The same examples and seed
// give the same classifier.
func TrainTuned(ctx context.Context, examples []Example, seed uint64) (*Classifier, Params, error) {
	s, err := newSet(examples)
	if err != nil {
		return nil, Params{}, err
	}
	p, err := s.tune(ctx, s.allRows(), seed)
	if err != nil {
		return nil, Params{}, err
	}
	return s.classifier(s.fit(s.allRows(), p, finalTolerance)), p, nil
}

// Report says how well a topic can be learned from labelled pages, by nested cross-validation.
type Report struct {
	Positives int      `json:"positives"`
	Negatives int      `json:"negatives"`
	Precision Measure  `json:"precision"`
	Recall    Measure  `json:"recall"`
	F1        Measure  `json:"f1"`
	Params    []Params `json:"params"` // chosen in each outer fold
}

func (r Report) String() string {
	return fmt.Sprintf("P %v, R %v, F1 %v (%d positive and %d negative pages)",
		r.Precision, r.Recall, r.F1, r.Positives, r.Negatives)
}

// CrossValidate judges each page by a classifier that was trained, with its parameters chosen, without this page. It uses five outer folds,
// and the search of TrainTuned inside of each. A page counts as relevant from probability 0.5 on.
func CrossValidate(ctx context.Context, examples []Example, seed uint64) (Report, error) {
	s, err := newSet(examples)
	if err != nil {
		return Report{}, err
	}
	var r Report
	var precision, recall, f1 []float64
	for _, fold := range s.folds(s.allRows(), outerFolds, seed) {
		p, err := s.tune(ctx, fold.train, seed+1)
		if err != nil {
			return Report{}, err
		}
		c := s.judge(s.fit(fold.train, p, finalTolerance), fold.test)
		precision, recall, f1 = append(precision, c.precision()), append(recall, c.recall()), append(f1, c.f1())
		r.Params = append(r.Params, p)
		r.Positives += c.hits + c.misses
	}
	r.Negatives = len(examples) - r.Positives
	r.Precision, r.Recall, r.F1 = measure(precision), measure(recall), measure(f1)
	return r, nil
}

// tune returns the parameters with the best F1 over three folds of the rows.
func (s *trainingSet) tune(ctx context.Context, rows []int, seed uint64) (Params, error) {
	folds := s.folds(rows, innerFolds, seed)
	var grid []Params
	for _, c := range costs {
		for _, w := range positiveWeights {
			grid = append(grid, Params{Cost: c, PositiveWeight: w})
		}
	}
	counts := make([]counts, len(grid)*len(folds))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range counts {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("tune topic: %w", err)
			}
			fold := folds[i%len(folds)]
			counts[i] = s.judge(s.fit(fold.train, grid[i/len(folds)], tuneTolerance), fold.test)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Params{}, err
	}
	return grid[bestGroup(counts, len(folds))], nil
}

// bestGroup returns the group of n counts with the best F1 over the sum of the group. Differences below indifference are taken for chance. Among
// groups that differ by less, the one with the least loss wins, because its probabilities can be trusted most.
func bestGroup(all []counts, n int) int {
	sums := make([]counts, 0, len(all)/n)
	top := 0.0
	for group := range slices.Chunk(all, n) {
		var sum counts
		for _, c := range group {
			sum.hits, sum.misses, sum.alarms = sum.hits+c.hits, sum.misses+c.misses, sum.alarms+c.alarms
			sum.loss += c.loss
		}
		sums = append(sums, sum)
		top = max(top, sum.f1())
	}
	winner := -1
	for i, sum := range sums {
		if sum.f1() >= top-indifference && (winner < 0 || sum.loss < sums[winner].loss) {
			winner = i
		}
	}
	return winner
}

// indifference is the difference of F1 that is taken for chance.
const indifference = 0.01

func (s *trainingSet) judge(weights []float64, rows []int) (c counts) {
	for _, row := range rows {
		c.addDecision(s.margin(weights, row), s.positive[row])
	}
	return c
}

// fold is one division of rows into a training and a test part.
type fold struct{ train, test []int }

// folds divides rows at random into n parts with equal shares of positives.
func (s *trainingSet) folds(rows []int, n int, seed uint64) []fold {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	parts := make([]int, len(s.positive))
	for _, positive := range []bool{true, false} {
		var same []int
		for _, r := range rows {
			if s.positive[r] == positive {
				same = append(same, r)
			}
		}
		random.Shuffle(len(same), func(i, j int) { same[i], same[j] = same[j], same[i] })
		for i, r := range same {
			parts[r] = i % n
		}
	}
	folds := make([]fold, n)
	for i := range folds {
		for _, r := range rows {
			if parts[r] == i {
				folds[i].test = append(folds[i].test, r)
			} else {
				folds[i].train = append(folds[i].train, r)
			}
		}
	}
	return folds
}
