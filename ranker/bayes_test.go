package ranker

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/ranker/evidence"
)

// textbook is Bayesian logistic regression by whole matrices. The precision gains the curvature of each example, and the
// covariance is its inverse, by elimination.
type textbook struct {
	weights               []float64
	precision, covariance [][]float64
}

func (b *textbook) learn(x []float64, outcome float64) {
	p := 1 / (1 + math.Exp(-dot(b.weights, x)))
	for i := range x {
		for j := range x {
			b.precision[i][j] += math.Max(p*(1-p), 0.02) * x[i] * x[j]
		}
	}
	b.covariance = inverse(b.precision)
	for i := range x {
		for j := range x {
			b.weights[i] += b.covariance[i][j] * x[j] * (outcome - p)
		}
	}
}

func TestBayesAgreesWithTheTextbook(t *testing.T) {
	const n = 5
	rng := rand.New(rand.NewPCG(4, 4))
	draw := func(n int, scale float64) (xs []float64) {
		for range n {
			xs = append(xs, scale*rng.NormFloat64())
		}
		return xs
	}
	means, deviations := draw(n, 1), []float64{0.1, 0.2, 0.5, 1, 2}
	b, want := newBayes(means, deviations), textbook{weights: slices.Clone(means), precision: square(n)}
	for i, d := range deviations {
		want.precision[i][i] = 1 / (d * d)
	}
	for example := range 200 {
		x, outcome := draw(n, 2), rng.Float64()
		b.learn(x, outcome)
		want.learn(x, outcome)
		if !near(b.weights, want.weights) || !near(b.covariance, slices.Concat(want.covariance...)) || !near(b.used, means) {
			t.Fatalf("example %d: %+v, want %+v", example, b, want)
		}
	}
	x := []float64{1, 2, 3, 4, 5}
	before := b.score(x)
	b.refresh()
	if after := b.score(x); before == after || math.Abs(after-dot(want.weights, x)) > 1e-7 {
		t.Errorf("score %v, then %v of the weights learned, want %v", before, after, dot(want.weights, x))
	}
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-8 })
}

// TestBayesStaysSane: inputs as large as they come, outcomes that contradict each other.
func TestBayesStaysSane(t *testing.T) {
	b := newBayes([]float64{1, 1, 0}, []float64{2, 0.15, 0.1})
	for i := range 100_000 {
		b.learn([]float64{1, evidence.MaxStandardScore, -evidence.MaxStandardScore}, float64(i%2))
	}
	for i, w := range b.weights {
		if math.IsNaN(w) || math.Abs(w) > 10 || b.covariance[i*3+i] <= 0 {
			t.Errorf("weight %d is %v with variance %v", i, w, b.covariance[i*3+i])
		}
	}
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// inverse eliminates by Gauss and Jordan.
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	a, inv := square(n), square(n)
	for i := range n {
		copy(a[i], m[i])
		inv[i][i] = 1
	}
	for i := range n {
		pivot := a[i][i]
		for j := range n {
			a[i][j], inv[i][j] = a[i][j]/pivot, inv[i][j]/pivot
		}
		for k := range n {
			if f := a[k][i]; k != i {
				for j := range n {
					a[k][j], inv[k][j] = a[k][j]-f*a[i][j], inv[k][j]-f*inv[i][j]
				}
			}
		}
	}
	return inv
}
