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

	shellWeight    = .5 // of all shells together; that of all other pages is 1, since few of them may be taken for shells
	renderedWeight = .2 // of this, the share of the pages that a browser has rendered, which are few
)

// fit returns the weights of a logistic regression, found by gradient descent on standardised measures. Each class has its weight, and so have
// the rendered pages of each class.
func fit(all []example) (bias float64, weights []float64) {
	n := len(all[0].measures)
	mean, spread := make([]float64, n), make([]float64, n)
	count := map[[2]bool]float64{}
	for _, e := range all {
		count[[2]bool{e.isShell, e.rendered}]++
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
			miss := (logistic.Probability(sum) - want) / count[[2]bool{e.isShell, e.rendered}]
			if e.isShell {
				miss *= shellWeight
			}
			if e.rendered {
				miss *= renderedWeight
			} else {
				miss *= 1 - renderedWeight
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
