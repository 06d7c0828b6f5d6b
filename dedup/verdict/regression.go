package verdict

import (
	"errors"
	"fmt"
	"maps"
	"math"

	"gannet/internal/logistic"
	"gannet/internal/numeric"
)

// term is one measure in a regression. A missing value has a weight of its own.
type term struct {
	Measure   string  `json:"measure"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
	Weight    float64 `json:"weight"`  // of the standardised value
	Missing   float64 `json:"missing"` // added if there is no value
}

// regression is a logistic regression over standardised measures.
type regression struct {
	Bias  float64 `json:"bias"`
	Terms []term  `json:"terms"`
}

// share returns what the i-th term adds to the log-odds.
func (r *regression) share(i int, x float64) float64 {
	t := &r.Terms[i]
	if math.IsNaN(x) {
		return t.Missing
	}
	return t.Weight * (x - t.Mean) / t.Deviation
}

// probability returns the probability of the positive class.
func (r *regression) probability(e *Evidence) float64 {
	z := r.Bias
	for i := range r.Terms {
		z += r.share(i, e[i])
	}
	return logistic.Probability(z)
}

// Constants of the training.
const (
	ridge     = 1.0  // the L2 penalty; it matters only for rare terms
	maxSteps  = 50   // of Newton's method; fewer than ten are usual
	shortStep = 1e-6 // a step this short is the last
)

// fit trains a regression by Newton's method (iteratively reweighted least squares). All weights except the bias have an
// L2 penalty. Measures in without keep weight 0. If a weight has the wrong sign, its measure is left out and the
// training repeated.
func fit(x []Evidence, y []bool, weight []float64, without map[Measure]bool) (regression, error) {
	r := regression{Terms: make([]term, Measures)}
	for m := range r.Terms {
		r.Terms[m].Measure = names[m]
		r.Terms[m].Mean, r.Terms[m].Deviation = moments(x, Measure(m))
	}
	positives := 0
	for _, is := range y {
		if is {
			positives++
		}
	}
	if positives == 0 || positives == len(y) {
		return r, fmt.Errorf("%d pairs, of which %d are positive: both kinds are needed", len(y), positives)
	}
	barred := maps.Clone(without)
	if barred == nil {
		barred = map[Measure]bool{}
	}
	for {
		beta, err := solve(design(&r, x, barred, without), y, weight)
		if err != nil {
			return r, err
		}
		r.Bias = beta[0]
		wrong := false
		for m := range r.Terms {
			r.Terms[m].Weight, r.Terms[m].Missing = beta[1+m], beta[1+Measures+m]
			if float64(direction(Measure(m)))*r.Terms[m].Weight < 0 {
				barred[Measure(m)], wrong = true, true
			}
		}
		if !wrong {
			return r, nil
		}
	}
}

// solve returns the weights: the bias, then those of the values, then those of the missing ones.
func solve(rows [][]float64, y []bool, weight []float64) ([]float64, error) {
	beta := make([]float64, 1+2*Measures)
	for range maxSteps {
		step, err := newton(rows, y, weight, beta)
		if err != nil {
			return nil, err
		}
		numeric.AddScaled(beta, 1, step)
		if numeric.Largest(step) < shortStep {
			break
		}
	}
	return beta, nil
}

// moments returns mean and deviation of the values that exist. Without values they are 0 and 1.
func moments(x []Evidence, m Measure) (mean, deviation float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for i := range x {
		if v := x[i][m]; !math.IsNaN(v) {
			n, sum, squares = n+1, sum+v, squares+v*v
		}
	}
	if n == 0 {
		return 0, 1
	}
	mean = sum / n
	if deviation = math.Sqrt(max(0, squares/n-mean*mean)); deviation < 1e-6 {
		deviation = 1
	}
	return mean, deviation
}

// design returns the rows of the regression: 1, then the standardised values, then 1 for each missing value. Measures in
// barred have no values, and those in without have neither.
func design(r *regression, x []Evidence, barred, without map[Measure]bool) [][]float64 {
	rows := make([][]float64, len(x))
	for i := range x {
		row := make([]float64, 1+2*Measures)
		row[0] = 1
		for m := range Measures {
			switch v := x[i][m]; {
			case without[Measure(m)]:
			case math.IsNaN(v):
				row[1+Measures+m] = 1
			case !barred[Measure(m)]:
				row[1+m] = (v - r.Terms[m].Mean) / r.Terms[m].Deviation
			}
		}
		rows[i] = row
	}
	return rows
}

// newton returns one step: the solution of (XᵀWX + ridge) step = Xᵀ(y-p) - ridge·beta.
func newton(rows [][]float64, y []bool, weight, beta []float64) ([]float64, error) {
	hessian, gradient := make([][]float64, len(beta)), make([]float64, len(beta))
	for j := range beta {
		penalty := ridge
		if j == 0 {
			penalty = 1e-9
		}
		hessian[j] = make([]float64, j+1)
		hessian[j][j] = penalty
		gradient[j] = -penalty * beta[j]
	}
	for i, x := range rows {
		p, is := logistic.Probability(numeric.Dot(x, beta)), 0.0
		if y[i] {
			is = 1
		}
		curve := weight[i] * max(p*(1-p), 1e-9)
		for j, v := range x {
			if v != 0 {
				numeric.AddScaled(hessian[j], curve*v, x[:j+1])
			}
		}
		numeric.AddScaled(gradient, weight[i]*(is-p), x)
	}
	factors, ok := numeric.Factorise(hessian)
	if !ok {
		return nil, errors.New("verdict: the regression has no solution, because measures of the pairs are not finite")
	}
	return factors.Solve(gradient), nil
}
