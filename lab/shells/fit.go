package main

import (
	"math"

	"gannet/internal/logistic"
)

// Of the descent: its steps, the length of one, and the penalty of squared weights, per example.
const (
	steps   = 4000
	rate    = .5
	penalty = .0005

	shellWeight = .2 // of all shells together; that of all pages as sent is 1, since few of them may be taken for shells
)

// fit returns the weights of a logistic regression, found by gradient descent on standardised measures. Each class has its weight.
func fit(all []example) (bias float64, weights []float64) {
	n := len(all[0].measures)
	mean, spread := make([]float64, n), make([]float64, n)
	count := map[bool]float64{}
	for _, e := range all {
		count[e.isShell]++
		for i, m := range e.measures {
			mean[i] += m / float64(len(all))
		}
	}
	for _, e := range all {
		for i, m := range e.measures {
			spread[i] += (m - mean[i]) * (m - mean[i]) / float64(len(all))
		}
	}
	for i := range spread {
		spread[i] = math.Max(math.Sqrt(spread[i]), 1e-9)
	}
	scaled := make([]float64, n)
	for range steps {
		slope, slopeOfBias := make([]float64, n), 0.
		for _, e := range all {
			sum := bias
			for i, m := range e.measures {
				sum += scaled[i] * (m - mean[i]) / spread[i]
			}
			want := 0.
			if e.isShell {
				want = 1
			}
			miss := (logistic.Probability(sum) - want) / count[e.isShell]
			if e.isShell {
				miss *= shellWeight
			}
			slopeOfBias += miss
			for i, m := range e.measures {
				slope[i] += miss * (m - mean[i]) / spread[i]
			}
		}
		bias -= rate * slopeOfBias
		for i := range scaled {
			scaled[i] -= rate * (slope[i] + penalty*scaled[i])
		}
	}
	weights = make([]float64, n)
	for i := range scaled {
		weights[i] = scaled[i] / spread[i]
		bias -= weights[i] * mean[i]
	}
	return bias, weights
}
