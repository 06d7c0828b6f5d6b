// Package gbdt scores rows of features with the gradient-boosted decision trees that LightGBM has trained.
package gbdt

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dmitryikh/leaves"
)

// ErrModel says that a model file is damaged, that its scores would not be exact, or that the model needs other features than the program
// has.
var ErrModel = errors.New("this model cannot be used")

// maxModel bounds a model file: 300 trees of 31 leaves are under 2 MB.
const maxModel = 64 << 20

// Model is a ranking model trained by LightGBM. The score of a row is the sum, or for some models the mean, of the values of decision trees.
// Scores are equal to LightGBM's bit for bit, except that the last bit of a mean may differ. A Model is immutable and safe for concurrent
// use.
type Model struct {
	features []string
	trees    int
	scorer   scorer
}

// scorer scores rows in which no value is near zero without being zero.
type scorer interface {
	score(rows []float64, width int, out []float64)
	contributions(row, out []float64) (bias float64)
}

// Read reads a model in LightGBM's text format, version 3 or 4. A fast implementation in this package scores most models. Models that split
// by categories or whose trees are averaged (boosting rf) are scored by the library leaves. Every model is read by both, and is refused if
// their scores differ.
//
// The error is ErrModel for a damaged file, for a file of another program, and for models that cannot be scored exactly: linear trees,
// several classes, or an objective that transforms scores.
func Read(r io.Reader) (*Model, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	p, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	ensemble, err := leaves.LGEnsembleFromReader(bufio.NewReader(bytes.NewReader(asVersion3(text))), false)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	m := &Model{features: p.features, trees: len(p.trees), scorer: library{ensemble}}
	if !p.averaged && !p.categories {
		own := newForest(p.trees)
		if err := own.agrees(library{ensemble}, len(p.features)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrModel, err)
		}
		m.scorer = own
	}
	return m, nil
}

// asVersion3 changes the version in a model's header. The trees of version 4 are those of version 3, but leaves
// refuses the number.
func asVersion3(text []byte) []byte {
	return bytes.Replace(text, []byte("version=v4"), []byte("version=v3"), 1)
}

// Features returns the names of the model's features, in the order of the values in a row.
func (m *Model) Features() []string { return slices.Clone(m.features) }

// Trees returns the number of decision trees in the model.
func (m *Model) Trees() int { return m.trees }

// CheckFeatures checks that the model was trained on the features with these names, in this order. If not, the error is ErrModel and names
// the first difference.
func (m *Model) CheckFeatures(names []string) error { return CheckFeatures(m.features, names) }

// CheckFeatures checks that the features of a model are those of the program, names, in the same order. If not, the error is ErrModel and
// names the first difference.
func CheckFeatures(features, names []string) error {
	n := min(len(names), len(features))
	for i := range n {
		if features[i] != names[i] {
			return fmt.Errorf("%w: its feature %d is %q where this program has %q", ErrModel, i+1, features[i], names[i])
		}
	}
	switch {
	case len(features) > n:
		return fmt.Errorf("%w: it has a feature %q that this program does not know", ErrModel, features[n])
	case len(names) > n:
		return fmt.Errorf("%w: it lacks the feature %q of this program", ErrModel, names[n])
	}
	return nil
}

// Score computes the scores of n rows, which are in rows one after the other, and writes them to out. It changes values in rows that are so
// near to zero that LightGBM treats them as zero: they become zero.
func (m *Model) Score(rows []float64, n int, out []float64) {
	width := len(m.features)
	rows = rows[:n*width]
	for i, x := range rows {
		if isZero(x) {
			rows[i] = 0
		}
	}
	m.scorer.score(rows, width, out[:n])
}

// Contributions splits the score of one row into bias, which every row has, and a contribution of each feature. By Saabas's method, bias is
// the mean score of the training rows, and a feature contributes the changes that its splits make on the row's paths through the trees. For
// models that only the library leaves can score, bias is the score of a row without values, and each feature contributes the change when
// its value is added to those before it.
func (m *Model) Contributions(row []float64) (bias float64, contributions []float64) {
	contributions = make([]float64, len(m.features))
	return m.scorer.contributions(row, contributions), contributions
}
