package ranker

import (
	"math"

	"gannet/internal/logistic"
)

// bayes is a Bayesian logistic regression that learns one example at a time. It keeps a normal distribution over the weights, which each example
// moves as in an extended Kalman filter (Penny and Roberts, "Dynamic logistic regression", IJCNN 1999). The prior comes from other crawls and counts
// less with each example.
type bayes struct {
	weights    []float64 // mean
	covariance []float64 // row-major
	used       []float64 // the weights that scores are made with; they change at refresh
	scratch    []float64
	shared     *sharedBayes // nil if all is learned here
}

// newBayes returns a regression that has learned nothing. Its prior has these means and deviations.
func newBayes(means, deviations []float64) *bayes {
	n := len(means)
	b := &bayes{
		weights: append([]float64(nil), means...), used: append([]float64(nil), means...),
		covariance: make([]float64, n*n), scratch: make([]float64, n),
	}
	for i, d := range deviations {
		b.covariance[i*n+i] = d * d
	}
	return b
}

// score is the log-odds of an input.
func (b *bayes) score(x []float64) float64 { return dot(b.used, x) }

// refresh puts the learned weights to use.
func (b *bayes) refresh() { copy(b.used, b.weights) }

// leastVariance is the least variance of an outcome, so that a surprise teaches even when the model was sure.
const leastVariance = 0.02

// learn moves the weights towards the outcome of an input. The outcome is a probability.
func (b *bayes) learn(x []float64, outcome float64) {
	n := len(b.weights)
	for i := range n {
		b.scratch[i] = dot(b.covariance[i*n:(i+1)*n], x)
	}
	p := logistic.Probability(dot(b.weights, x))
	variance := math.Max(p*(1-p), leastVariance)
	if b.shared != nil {
		b.shared.add(x, variance, variance*dot(b.weights, x)+outcome-p)
	}
	gain := 1 / (1 + variance*dot(b.scratch, x))
	for i := range n {
		b.weights[i] += gain * b.scratch[i] * (outcome - p)
		row := b.covariance[i*n : (i+1)*n]
		f := gain * variance * b.scratch[i]
		for j, s := range b.scratch {
			row[j] -= f * s
		}
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
