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

// ErrModel says that a model is damaged, that it cannot be scored exactly, or that it has other features than wanted.
var ErrModel = errors.New("this model cannot be used")

// maxModel bounds a model file: 300 trees of 31 leaves are under 2 MB.
const maxModel = 64 << 20

// Model is a ranking model of LightGBM's: the score of a row is a sum over decision trees. Scores equal LightGBM's bit
// for bit. A Model does not change, so any number of goroutines may use it.
type Model struct {
	features []string
	forest   forest
}

// Read reads a model in LightGBM's text format, version 3 or 4. It returns ErrModel for a damaged file, and for a model
// that it cannot score exactly: linear trees, categories, averages, or an objective that transforms scores.
func Read(r io.Reader) (*Model, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	features, trees, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	if err := load(text); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	return &Model{features: features, forest: newForest(trees)}, nil
}

// load reads a model with the leaves library, so that a file which the library refuses is refused here, too. The
// tests compare scores with the library's.
func load(text []byte) error {
	_, err := leaves.LGEnsembleFromReader(bufio.NewReader(bytes.NewReader(asVersion3(text))), false)
	return err
}

// asVersion3 changes the version in a model's header. The trees of version 4 are those of version 3, but leaves
// refuses the number.
func asVersion3(text []byte) []byte {
	return bytes.Replace(text, []byte("version=v4"), []byte("version=v3"), 1)
}

// Features returns the names of the features, in the order of a row.
func (m *Model) Features() []string { return slices.Clone(m.features) }

// Trees returns the number of trees.
func (m *Model) Trees() int { return m.forest.trees }

// CheckFeatures checks that the model was trained on these features in this order. It returns ErrModel with the first
// difference if not.
func (m *Model) CheckFeatures(names []string) error { return CheckFeatures(m.features, names) }

// CheckFeatures checks that a model's features are those of the program. It returns ErrModel with the first difference if not.
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
	missing := m.forest.zeroIsMissing
	for i, x := range rows {
		if isZero(x) {
			rows[i] = 0
		}
		missing = missing || x != x
	}
	for i := range n {
		row := rows[i*width : (i+1)*width]
		if missing {
			out[i] = m.forest.scoreMissing(row)
		} else {
			out[i] = m.forest.score(row)
		}
	}
}

// Contributions splits the score of one row into a sum by Saabas's method. The bias is the mean score of the training
// rows. The contribution of a feature is the change that its splits made on the row's paths through the trees.
func (m *Model) Contributions(row []float64) (bias float64, contributions []float64) {
	contributions = make([]float64, len(m.features))
	for root := range m.forest.roots() {
		bias += m.forest.values[root]
		m.forest.explain(root, row, contributions)
	}
	return bias, contributions
}
