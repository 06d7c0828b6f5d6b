package fewseeds

import (
	"errors"
	"math"

	"gannet/internal/logistic"
	"gannet/internal/numeric"
	"gannet/topic/judge"
)

// example is the rows of one pool, without its seeds.
type example struct {
	rows     [][judge.NumFeatures]float64
	relevant []bool
}

// The parameters of training.
const (
	examplesWeight = 200 // of the errors of all pools together, against the weights: a web shows little of other webs
	clip           = 4   // deviations beyond which features are clipped
	rounds         = 25
	// unlabelled is added to the log-odds. It was chosen for F1 on both webs; labels made of categories may miss pages.
	unlabelled = 0.25
)

// train learns a model by logistic regression with a quadratic penalty. Every pool has the same weight.
func train(examples []*example) (*judge.Model, error) {
	m, means, deviations := new(judge.Model), [judge.NumFeatures]float64{}, [judge.NumFeatures]float64{}
	eachRow(examples, func(row *[judge.NumFeatures]float64, _ bool, weight float64) {
		for i, x := range row {
			means[i] += weight * x / float64(len(examples))
		}
	})
	eachRow(examples, func(row *[judge.NumFeatures]float64, _ bool, weight float64) {
		for i, x := range row {
			deviations[i] += weight * (x - means[i]) * (x - means[i]) / float64(len(examples))
		}
	})
	for i := range deviations {
		deviations[i] = math.Sqrt(deviations[i])
		m.Low[i], m.High[i] = means[i]-clip*deviations[i], means[i]+clip*deviations[i]
	}
	scaled := func(row *[judge.NumFeatures]float64) (x [judge.NumFeatures + 1]float64) {
		for i, v := range row {
			x[i] = (min(m.High[i], max(m.Low[i], v)) - means[i]) / math.Max(1e-9, deviations[i])
		}
		x[judge.NumFeatures] = 1
		return x
	}
	weights, err := newton(examples, scaled)
	if err != nil {
		return nil, err
	}
	m.Bias = weights[judge.NumFeatures] + unlabelled
	for i := range m.Weights {
		m.Weights[i] = weights[i] / math.Max(1e-9, deviations[i])
		m.Bias -= m.Weights[i] * means[i]
	}
	return m, nil
}

// eachRow calls use with every row. The weights of a pool's rows add up to 1.
func eachRow(examples []*example, use func(row *[judge.NumFeatures]float64, relevant bool, weight float64)) {
	for _, e := range examples {
		for i := range e.rows {
			use(&e.rows[i], e.relevant[i], 1/float64(len(e.rows)))
		}
	}
}

// newton minimises the penalised loss.
func newton(examples []*example, scaled func(*[judge.NumFeatures]float64) [judge.NumFeatures + 1]float64) ([]float64, error) {
	const n = judge.NumFeatures + 1
	weights := make([]float64, n)
	for range rounds {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range n {
			hessian[i] = make([]float64, i+1)
			hessian[i][i] = 1
		}
		copy(gradient, weights)
		gradient[n-1], hessian[n-1][n-1] = 0, 1e-9
		eachRow(examples, func(row *[judge.NumFeatures]float64, relevant bool, weight float64) {
			x, odds, label := scaled(row), 0.0, 0.0
			for i := range x {
				odds += weights[i] * x[i]
			}
			if relevant {
				label = 1
			}
			p := logistic.Probability(odds)
			weight *= examplesWeight / float64(len(examples))
			g, h := weight*(p-label), weight*p*(1-p)
			for i := range x {
				gradient[i] += g * x[i]
				numeric.AddScaled(hessian[i], h*x[i], x[:i+1])
			}
		})
		factors, ok := numeric.Factorise(hessian)
		if !ok {
			return nil, errors.New("the features of the examples are not finite")
		}
		step := factors.Solve(gradient)
		numeric.AddScaled(weights, -1, step)
		if numeric.Largest(step) < 1e-6 {
			break
		}
	}
	return weights, nil
}
