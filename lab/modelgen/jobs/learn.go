package jobs

import (
	"fmt"
	"math"
	"slices"

	"gannet/job"
	"gannet/job/kind"
	"gannet/lab/lbfgs"
)

// kinds is the number of kinds.
const kinds = 3

// penalty is the factor of the squared weights, for measures scaled to a deviation of 1. Among 1e-4 to 5e-3 it was best on
// real sites that were left out of training.
const penalty = 1e-3

// knots are the quantiles of a measure at which its pieces begin.
var knots = []float64{.2, .4, .6, .8}

// Kinds trains the classifier of page kinds on those pages for which use is true. The classifier's model of titles is trained on the same
// pages.
func (s *Study) Kinds(use func(i int) bool) (*kind.Model, error) {
	m := &kind.Model{Format: kind.Format, Titles: s.learnTitles(use)}
	for _, part := range []struct {
		to      *kind.Regression
		foreign bool
	}{{&m.Known, false}, {&m.Foreign, true}} {
		var rows []example
		for i := range s.Pages {
			if !use(i) || s.Pages[i].Vague {
				continue
			}
			page := example{s.Measures[i], s.Pages[i].Kind, 1}
			foreign := page // there are no postings in unknown languages to learn from
			foreign.measures.SetForeign()
			if part.foreign {
				rows = append(rows, foreign)
				continue
			}
			foreign.weight = foreignWeight
			rows = append(rows, page, foreign)
		}
		d := design(rows)
		x, err := d.fit()
		if err != nil {
			return nil, err
		}
		*part.to = d.model(x)
	}
	return m, nil
}

// example is a page, perhaps as it would be in an unknown language.
type example struct {
	measures kind.Vector
	kind     job.Kind
	weight   float64
}

// foreignWeight is the weight of the copy of a page that is as if in an unknown language, for the model of known languages. The copies keep the model from
// trusting the topic alone: without them it judged real pages of sources that it had not seen worse.
const foreignWeight = .08

// table holds the pages' measures, cut into pieces and scaled to mean 0 and deviation 1.
type table struct {
	rows        []kind.Row
	mean, scale []float64
	values      [][]float64
	label       []int
	weight      []float64
}

func design(rows []example) *table {
	d := &table{}
	for m, name := range kind.Names() {
		d.rows = append(d.rows, kind.Row{Measure: name})
		var all []float64
		for i := range rows {
			all = append(all, rows[i].measures[m])
		}
		slices.Sort(all)
		for _, k := range knots {
			at := all[int(k*float64(len(all)))]
			if at > all[0] && at < all[len(all)-1] && (d.rows[len(d.rows)-1].From == nil || float64(*d.rows[len(d.rows)-1].From) < at) {
				from := kind.Number(at)
				d.rows = append(d.rows, kind.Row{Measure: name, From: &from})
			}
		}
	}
	d.fill(rows)
	d.weigh(rows)
	return d
}

// fill cuts the measures into pieces.
func (d *table) fill(rows []example) {
	index := map[string]int{}
	for i, n := range kind.Names() {
		index[n] = i
	}
	d.mean, d.scale = make([]float64, len(d.rows)), make([]float64, len(d.rows))
	for i := range rows {
		x := make([]float64, len(d.rows))
		for j, r := range d.rows {
			x[j] = rows[i].measures[index[r.Measure]]
			if r.From != nil {
				x[j] = max(0, x[j]-float64(*r.From))
			}
			d.mean[j] += x[j] / float64(len(rows))
		}
		d.values = append(d.values, x)
		d.label = append(d.label, int(rows[i].kind))
	}
	for j := range d.rows {
		for _, x := range d.values {
			d.scale[j] += (x[j] - d.mean[j]) * (x[j] - d.mean[j]) / float64(len(rows))
		}
		d.scale[j] = max(math.Sqrt(d.scale[j]), 1e-6)
		for _, x := range d.values {
			x[j] = (x[j] - d.mean[j]) / d.scale[j]
		}
	}
}

// weigh gives all kinds the same weight, so that the model does not depend on the number of pages of each.
func (d *table) weigh(rows []example) {
	var sum [kinds]float64
	d.weight = make([]float64, len(rows))
	for k := range rows {
		d.weight[k] = rows[k].weight
		sum[d.label[k]] += d.weight[k]
	}
	for k := range rows {
		d.weight[k] /= kinds * sum[d.label[k]]
	}
}

// fit minimises the penalised logistic loss. The last column is the bias.
func (d *table) fit() ([]float64, error) {
	n := len(d.rows) + 1
	x, err := lbfgs.Minimise(d.loss, make([]float64, kinds*n), 400)
	if err != nil {
		return nil, fmt.Errorf("learn kinds: %w", err)
	}
	return x, nil
}

// loss returns the loss. If grad is not nil, it also computes the gradient.
func (d *table) loss(x, grad []float64) float64 {
	n := len(d.rows) + 1
	clear(grad)
	sum := 0.0
	var p [kinds]float64
	for i, row := range d.values {
		for k := range kinds {
			p[k] = x[k*n+n-1]
			for j, v := range row {
				p[k] += x[k*n+j] * v
			}
		}
		top := max(p[0], p[1], p[2])
		total := 0.0
		for k := range p {
			total += math.Exp(p[k] - top)
		}
		sum += d.weight[i] * (top + math.Log(total) - p[d.label[i]])
		if grad == nil {
			continue
		}
		for k := range kinds {
			g := math.Exp(p[k]-top) / total
			if k == d.label[i] {
				g--
			}
			g *= d.weight[i]
			for j, v := range row {
				grad[k*n+j] += g * v
			}
			grad[k*n+n-1] += g
		}
	}
	for k := range kinds {
		for j := range n - 1 {
			sum += penalty * x[k*n+j] * x[k*n+j]
			if grad != nil {
				grad[k*n+j] += 2 * penalty * x[k*n+j]
			}
		}
	}
	return sum
}

// model converts the weights of the design to weights for unscaled measures.
func (d *table) model(x []float64) kind.Regression {
	n := len(d.rows) + 1
	m := kind.Regression{Rows: slices.Clone(d.rows)}
	for k := range kinds {
		bias := x[k*n+n-1]
		for j := range d.rows {
			m.Rows[j].Weights[k] = kind.Number(x[k*n+j] / d.scale[j])
			bias -= x[k*n+j] * d.mean[j] / d.scale[j]
		}
		m.Bias[k] = kind.Number(bias)
	}
	return m
}
