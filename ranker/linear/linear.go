// Package linear scores rows of features with a weighted sum: the models that `gannet train` makes with the learners ca and
// ranksvm.
package linear

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"gannet/ranker/gbdt"
)

// Kind is the value of the key "kind" in the file of a linear model.
const Kind = "linear"

// maxModel bounds a model file. A feature takes about 100 bytes.
const maxModel = 16 << 20

// Model is a weighted sum of standardised features. Its file is JSON:
//
//	{"kind": "linear", "learner": "ca", "schema": "links/1",
//	 "features": [{"name": "url_depth", "weight": 0.1, "mean": 2.5, "sd": 1.5}, …]}
//
// A link's score is the sum of weight × (value - mean) / sd. A Model that was read does not change, so any number of
// goroutines may use it.
type Model struct {
	Kind     string   `json:"kind"`
	Learner  string   `json:"learner"`
	Schema   string   `json:"schema"`
	Features []Weight `json:"features"`
}

// Weight is the weight of one feature in a Model, with the mean and standard deviation by which the feature is standardised.
type Weight struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"` // above 0
}

// term returns what a value of the feature adds to a score. A missing value adds nothing.
func (w *Weight) term(value float64) float64 {
	if math.IsNaN(value) {
		return 0
	}
	return w.Weight * (value - w.Mean) / w.SD
}

// Read reads the file of a linear model. The error is gbdt.ErrModel if the file is damaged or of another kind.
func Read(r io.Reader) (*Model, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	if len(text) > maxModel {
		return nil, fmt.Errorf("%w: it is longer than %d MiB", gbdt.ErrModel, maxModel>>20)
	}
	m := new(Model)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%w: %w", gbdt.ErrModel, err)
	}
	return m, m.check()
}

func (m *Model) check() error {
	if m.Kind != Kind || len(m.Features) == 0 {
		return fmt.Errorf("%w: it is JSON, but no linear model", gbdt.ErrModel)
	}
	for i := range m.Features {
		if w := &m.Features[i]; !(w.SD > 0) {
			return fmt.Errorf("%w: the sd of its feature %q is not above 0", gbdt.ErrModel, w.Name)
		}
	}
	return nil
}

// Write writes the model to w in the format described at Model.
func (m *Model) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(m)
}

// CheckFeatures checks that the model was trained on the features with these names, in this order. If not, the error is gbdt.ErrModel and
// names the first difference.
func (m *Model) CheckFeatures(names []string) error {
	own := make([]string, len(m.Features))
	for i := range own {
		own[i] = m.Features[i].Name
	}
	return gbdt.CheckFeatures(own, names)
}

// Score computes the scores of n rows, which are in rows one after the other, and writes them to out.
func (m *Model) Score(rows []float64, n int, out []float64) {
	width := len(m.Features)
	for i := range n {
		sum := 0.0
		for f, value := range rows[i*width : (i+1)*width] {
			sum += m.Features[f].term(value)
		}
		out[i] = sum
	}
}

// Contributions splits the score of one row into the contribution of each feature. bias, the mean score of the training rows, is always 0.
func (m *Model) Contributions(row []float64) (bias float64, contributions []float64) {
	contributions = make([]float64, len(m.Features))
	for f := range m.Features {
		contributions[f] = m.Features[f].term(row[f])
	}
	return 0, contributions
}
