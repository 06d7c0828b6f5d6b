package ranker

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestBayesAgreesWithWholeMatrices learns by the textbook: the inverse of the covariance gains the curvature of each
// example, and the covariance is the inverse of that, by elimination.
func TestBayesAgreesWithWholeMatrices(t *testing.T) {
	const n = 5
	rng := rand.New(rand.NewPCG(4, 4))
	means, deviations := make([]float64, n), make([]float64, n)
	for i := range n {
		means[i], deviations[i] = rng.NormFloat64(), 0.1+rng.Float64()
	}
	b := newBayes(means, deviations)
	weights, precision := append([]float64(nil), means...), square(n)
	for i, d := range deviations {
		precision[i][i] = 1 / (d * d)
	}
	for step := range 200 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 2 * rng.NormFloat64()
		}
		outcome := rng.Float64()
		z := 0.0
		for i := range x {
			z += weights[i] * x[i]
		}
		p := 1 / (1 + math.Exp(-z))
		for i := range x {
			for j := range x {
				precision[i][j] += math.Max(p*(1-p), 0.02) * x[i] * x[j]
			}
		}
		covariance := inverse(precision)
		for i := range weights {
			for j := range x {
				weights[i] += covariance[i][j] * x[j] * (outcome - p)
			}
		}
		b.learn(x, outcome)
		for i := range weights {
			if math.Abs(b.weights[i]-weights[i]) > 1e-8 || b.used[i] != means[i] {
				t.Fatalf("example %d: weights %v, want %v; in use %v", step, b.weights, weights, b.used)
			}
			for j := range weights {
				if math.Abs(b.covariance[i*n+j]-covariance[i][j]) > 1e-8 {
					t.Fatalf("example %d: covariance %v, want %v", step, b.covariance, covariance)
				}
			}
		}
	}
	x := []float64{1, 2, 3, 4, 5}
	before := b.score(x)
	b.refresh()
	if after := b.score(x); before == after || math.Abs(after-dot(weights, x)) > 1e-7 {
		t.Errorf("score %v, then %v of the weights learned, want %v", before, after, dot(weights, x))
	}
}

// TestBayesStaysSane: inputs as large as they come, outcomes that contradict each other.
func TestBayesStaysSane(t *testing.T) {
	b := newBayes([]float64{1, 1, 0}, []float64{2, 0.15, 0.1})
	for i := range 100_000 {
		b.learn([]float64{1, mostDeviations, -mostDeviations}, float64(i%2))
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
