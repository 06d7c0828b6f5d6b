// Package judge owns the choice among the values that a page offers for a field of its posting, such as the names that may be the
// employer's. The readers of a page propose candidates with what they have measured of each. For each field one small model of
// LightGBM's gives every candidate a probability, and says when none of them is good enough.
package judge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"gannet/job"
	"gannet/ranker/gbdt"
)

// Judge chooses the likeliest of several possible values of a posting's field. It has a model for some of the fields. It is safe for
// concurrent use.
type Judge struct {
	fields map[job.Field]*gbdt.Model
}

// Read decodes a file of models: a JSON object that maps each field to a model in LightGBM's text format. Each model must have been trained
// on the measures that the caller gives for its field, in the same order, and on the squared error, with 1 for a right value and 0 for a
// wrong one (Brier 1950). So its scores are probabilities.
func Read(data []byte, measures map[job.Field][]string) (*Judge, error) {
	var files map[job.Field]string
	if err := json.Unmarshal(data, &files); err != nil {
		return nil, fmt.Errorf("models of fields: %w", err)
	}
	j := &Judge{fields: map[job.Field]*gbdt.Model{}}
	for field, text := range files {
		model, err := gbdt.Read(strings.NewReader(text))
		if err == nil {
			err = model.CheckFeatures(measures[field])
		}
		if err != nil {
			return nil, fmt.Errorf("model of the field %s: %w", field, err)
		}
		j.fields[field] = model
	}
	return j, nil
}

// Decides reports whether the judge has a model for a field. A nil Judge has no models.
func (j *Judge) Decides(field job.Field) bool { return j != nil && j.fields[field] != nil }

// Enough is the probability of being right that a value must usually exceed to be chosen.
const Enough = .5

// Choose returns the index of the likeliest value and the probability that it is right, or -1 if no value is likely enough. rows has the
// measures of the values, one value after the other, and least has the probability that each value must exceed. The probabilities of values
// that exclude each other are scaled to a sum of at most 1, so that of two equally likely places neither is chosen. A value and a part of
// it do not exclude each other.
func (j *Judge) Choose(field job.Field, values []string, rows, least []float64) (best int, probability float64) {
	scores := make([]float64, len(values))
	j.fields[field].Score(rows, len(scores), scores)
	best = -1
	for i, p := range scores {
		if p > least[i] {
			p /= max(1, sum(values, scores, i))
		}
		if p > least[i] && p > probability {
			best, probability = i, p
		}
	}
	return best, min(1, probability)
}

// Weighed is a possible value of a posting's field, with its probability and the evidence for it.
type Weighed struct {
	Value       string     `json:"value"`
	Probability float64    `json:"probability"`
	Evidence    []Evidence `json:"evidence"` // the strongest first
}

// Evidence is a measure of a possible value, and what it adds to the value's probability (Saabas 2014). If rules decide without a model, it
// names evidence that the rules have found, and adds nothing.
type Evidence struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Adds  float64 `json:"adds"`
}

// Weigh returns all values with their probabilities and the evidence for or against each, the likeliest first. values are the possible
// values, rows has the measures of each, one value after the other, and names has the names of the measures in their order.
func (j *Judge) Weigh(field job.Field, values []string, rows []float64, names []string) []Weighed {
	all := make([]Weighed, len(values))
	scores := make([]float64, len(values))
	j.fields[field].Score(rows, len(scores), scores)
	for i := range all {
		row := rows[i*len(names) : (i+1)*len(names)]
		all[i] = Weighed{Value: values[i], Probability: max(0, min(1, scores[i]))}
		_, adds := j.fields[field].Contributions(row)
		for k, x := range adds {
			if x != 0 {
				all[i].Evidence = append(all[i].Evidence, Evidence{names[k], row[k], x})
			}
		}
		slices.SortStableFunc(all[i].Evidence, func(a, b Evidence) int { return cmp.Compare(math.Abs(b.Adds), math.Abs(a.Adds)) })
	}
	slices.SortStableFunc(all, func(a, b Weighed) int { return cmp.Compare(b.Probability, a.Probability) })
	return all
}

// sum returns the sum of the probabilities of value i and of all values that exclude it, which are neither a part of it nor contain it.
func sum(values []string, scores []float64, i int) float64 {
	total := scores[i]
	for k, other := range values {
		if k != i && !strings.Contains(other, values[i]) && !strings.Contains(values[i], other) {
			total += max(0, scores[k])
		}
	}
	return total
}
