package training

import (
	"fmt"
	"math"

	"gannet/internal/numeric"
	"gannet/ranker/linear"
)

// linearModel is the model of ranksvm and ca.
type linearModel struct{ linear.Model }

// newLinear returns a model with the means and deviations of a set and weights of 0.
func newLinear(learner string, s *Set) *linearModel {
	m := &linearModel{linear.Model{Kind: linear.Kind, Learner: learner, Schema: s.Schema}}
	column := make([]float64, 0, s.Rows())
	for f, name := range s.Names {
		column = column[:0]
		for i := range s.Lists {
			for j := range s.Lists[i].Rows {
				column = append(column, float64(s.Lists[i].Rows[j].X[f]))
			}
		}
		mean, sd := numeric.MeanSD(column)
		if sd == 0 || math.IsNaN(sd) { // a constant says nothing, and 0 must not divide
			sd = 1
		}
		m.Features = append(m.Features, linear.Weight{Name: name, Mean: mean, SD: sd})
	}
	return m
}

func (m *linearModel) setWeights(w []float64) {
	for i := range m.Features {
		m.Features[i].Weight = w[i]
	}
}

// standardise returns the rows of a set, with each value as standard deviations from the feature's mean.
func (m *linearModel) standardise(s *Set) [][]float64 {
	n := len(m.Features)
	rows := make([][]float64, 0, s.Rows())
	values := make([]float64, s.Rows()*n)
	for i := range s.Lists {
		for j := range s.Lists[i].Rows {
			x := values[:n:n]
			values = values[n:]
			for f, v := range s.Lists[i].Rows[j].X {
				x[f] = (float64(v) - m.Features[f].Mean) / m.Features[f].SD
			}
			rows = append(rows, x)
		}
	}
	return rows
}

func (m *linearModel) Scores(s *Set) ([]float64, error) {
	if len(s.Names) != len(m.Features) {
		return nil, fmt.Errorf("the model has %d features, the lists %d", len(m.Features), len(s.Names))
	}
	w := make([]float64, len(m.Features))
	for i := range w {
		w[i] = m.Features[i].Weight
	}
	scores := make([]float64, 0, s.Rows())
	for _, x := range m.standardise(s) {
		scores = append(scores, numeric.Dot(w, x))
	}
	return scores, nil
}

func (m *linearModel) Importance() []float64 {
	parts := make([]float64, len(m.Features))
	for i := range parts {
		parts[i] = math.Abs(m.Features[i].Weight)
	}
	return parts
}

func (m *linearModel) Trees() int { return 0 }
