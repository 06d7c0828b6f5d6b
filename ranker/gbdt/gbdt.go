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

// ErrModel says that a model is damaged, that it cannot be scored exactly, or that it has other features than expected.
var ErrModel = errors.New("this model cannot be used")

// maxModel bounds a model file: 300 trees of 31 leaves are under 2 MB.
const maxModel = 64 << 20

// Model is a ranking model of LightGBM's: the score of a row is a sum over decision trees, or their mean. Scores equal
// LightGBM's bit for bit; of means the last bit may differ, since leaves multiplies by 1/n. A Model does not change, so any number of goroutines may use it.
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

// Read reads a model in LightGBM's text format, version 3 or 4. Most models are scored by a forest that is laid out for speed.
// One that splits by categories, or whose trees are averaged (boosting rf), is scored by the leaves library. Leaves reads every
// model: one that the two score differently is refused.
//
// It returns ErrModel for a damaged file, for one of another program, and for a model that neither scores exactly: linear
// trees, several classes, or an objective that transforms scores.
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

// Features returns the names of the features, in the order of a row.
func (m *Model) Features() []string { return slices.Clone(m.features) }

// Trees returns the number of trees.
func (m *Model) Trees() int { return m.trees }

// CheckFeatures checks that the model was trained on these features in this order. If not, it returns ErrModel with the first difference.
func (m *Model) CheckFeatures(names []string) error { return CheckFeatures(m.features, names) }

// CheckFeatures checks that a model's features are those of the program. If they are not, it returns ErrModel with the first difference.
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

// Score scores n rows, which stand one after the other in rows, and writes the scores to out. It changes values in
// rows that are so near to zero that LightGBM reads them as zero: they become zero.
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

// Contributions splits the score of one row into a sum. By Saabas's method the bias is the mean score of the training rows. The contribution of a
// feature is the sum of the changes that its splits made on the row's paths through the trees. For a model that only leaves can score, the bias is
// the score of a row without values, and features are added one by one: each contributes the change that its value makes.
func (m *Model) Contributions(row []float64) (bias float64, contributions []float64) {
	contributions = make([]float64, len(m.features))
	return m.scorer.contributions(row, contributions), contributions
}
