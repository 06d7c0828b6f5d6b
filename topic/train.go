package topic

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Example is a page with its label: whether it is on topic.
type Example struct {
	Vector   Vector
	Positive bool
}

// Params are the parameters of training a classifier that TrainTuned chooses. Both are positive.
type Params struct {
	Cost           float64 `json:"cost"`            // of errors, against regularisation; a larger one fits closer
	PositiveWeight float64 `json:"positive_weight"` // cost of a positive example relative to a negative one
}

// DefaultParams returns the parameters that were best for most topics of the frozen webs.
func DefaultParams() Params { return Params{Cost: 100, PositiveWeight: 16} }

// ErrOneSided says that all training pages are on topic, or all are off topic.
var ErrOneSided = errors.New("needs positive and negative examples")

// Train trains a classifier with the given parameters. The same examples in the same order give the same classifier.
func Train(examples []Example, p Params) (*Classifier, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	set, err := newSet(examples)
	if err != nil {
		return nil, err
	}
	return set.classifier(set.fit(set.allRows(), p, finalTolerance)), nil
}

func (p Params) check() error {
	if !(p.Cost > 0) || !(p.PositiveWeight > 0) || math.IsInf(p.Cost, 0) || math.IsInf(p.PositiveWeight, 0) {
		return fmt.Errorf("train: cost %g and positive weight %g must be positive and finite", p.Cost, p.PositiveWeight)
	}
	return nil
}

// Tolerances bound the dual gradient. A loose one is good enough to compare parameters.
const (
	finalTolerance = 0.1
	tuneTolerance  = 0.3
)

// trainingSet is examples as a matrix.
type trainingSet struct {
	matrix       matrix
	positive     []bool
	tableIndexes []uint32 // by column of the matrix
}

func newSet(examples []Example) (*trainingSet, error) {
	s := &trainingSet{positive: make([]bool, len(examples)), matrix: matrix{start: make([]int32, 1, len(examples)+1)}}
	terms, positives := 0, 0
	for _, e := range examples {
		terms += len(e.Vector.Terms)
	}
	s.matrix.column = make([]int32, 0, terms)
	s.matrix.value = make([]float32, 0, terms)
	numbers := make([]int32, 1<<tableBits) // column of a table index, and 1 more
	for i, e := range examples {
		if s.positive[i] = e.Positive; e.Positive {
			positives++
		}
		s.addRow(e.Vector, numbers)
	}
	if positives == 0 || positives == len(examples) {
		return nil, fmt.Errorf("train: %d positive and %d negative examples: %w",
			positives, len(examples)-positives, ErrOneSided)
	}
	s.matrix.width = len(s.tableIndexes)
	return s, nil
}

// addRow appends a row. Two terms of a page with the same table index add up, as they do in Margin.
func (s *trainingSet) addRow(v Vector, numbers []int32) {
	m := &s.matrix
	words := 0
	for _, t := range v.Terms {
		words += int(t.Count)
	}
	scale := 1 / math.Sqrt(float64(max(words, 1)))
	for _, t := range v.Terms {
		at := tableIndex(t)
		if numbers[at] == 0 {
			s.tableIndexes = append(s.tableIndexes, at)
			numbers[at] = int32(len(s.tableIndexes))
		}
		m.column = append(m.column, numbers[at]-1)
		m.value = append(m.value, float32(damped(t.Count)*scale))
	}
	m.start = append(m.start, int32(len(m.column)))
}

func (s *trainingSet) allRows() []int {
	rows := make([]int, len(s.positive))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// fit learns weights from some rows.
func (s *trainingSet) fit(rows []int, p Params, tolerance float64) []float64 {
	return logisticRegression(&s.matrix, rows, s.positive, [2]float64{p.Cost, p.Cost * p.PositiveWeight}, tolerance, 1)
}

// margin is a row's log-odds.
func (s *trainingSet) margin(weights []float64, row int) float64 {
	return s.matrix.margin(weights, row)
}

// keptWeights is the number of weights that a classifier keeps, the largest ones. On every topic of the frozen webs F1 with 10,000 was the same as
// with all weights, and the topic file takes 80 kB instead of 400.
const keptWeights = 20_000

func (s *trainingSet) classifier(weights []float64) *Classifier {
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: weights[len(weights)-1]}
	least := leastKept(weights[:len(s.tableIndexes)])
	for k, at := range s.tableIndexes {
		if math.Abs(weights[k]) >= least {
			c.weights[at] = float32(weights[k])
		}
	}
	return c
}

// leastKept returns the size of the smallest weight that a classifier keeps.
func leastKept(weights []float64) float64 {
	if len(weights) <= keptWeights {
		return 0
	}
	sizes := make([]float64, len(weights))
	for i := range sizes {
		sizes[i] = math.Abs(weights[i])
	}
	slices.Sort(sizes)
	return sizes[len(sizes)-keptWeights]
}
