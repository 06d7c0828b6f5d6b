// Package lbfgs minimises smooth functions of many weights by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno.
package lbfgs

import "gonum.org/v1/gonum/optimize"

// smallest is the norm of the gradient at which the search ends.
const smallest = 1e-6

// Minimise returns the weights with the smallest loss that L-BFGS has found in at most rounds rounds, starting from first. loss returns the
// loss for some weights and stores its gradient, unless gradient is nil. It is not an error if the search ends early.
func Minimise(loss func(weights, gradient []float64) float64, first []float64, rounds int) ([]float64, error) {
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return loss(x, nil) },
		Grad: func(gradient, x []float64) { loss(x, gradient) },
	}
	best, err := optimize.Minimize(problem, first, &optimize.Settings{MajorIterations: rounds, GradientThreshold: smallest}, &optimize.LBFGS{})
	if best == nil {
		return nil, err
	}
	return best.X, nil
}
