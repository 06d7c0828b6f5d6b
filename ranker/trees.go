package ranker

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dmitryikh/leaves"
)

// Errors of models.
var (
	// ErrModel says that a model is damaged, or that it was trained on other features than this program's.
	ErrModel = errors.New("this model cannot be used")
	// ErrNoModel says that a strategy needs a model and has none.
	ErrNoModel = errors.New("a model is needed")
)

// maxModel bounds a model file: 300 trees of 31 leaves are under 2 MB.
const maxModel = 64 << 20

// Trees is a ranking model that LightGBM has learnt, a sum of decision trees. It scores bit for bit as LightGBM does.
// It does not change once read: any number of goroutines may use it.
type Trees struct {
	names  []string
	trees  []tree
	bias   float64
	forest *forest          // scores, if not nil
	scorer *leaves.Ensemble // scores where values may be missing
}

// ReadTrees reads a model in LightGBM's text format, version 3 or 4. What this program cannot score exactly (linear
// trees, categories, averages, an objective that transforms scores) and what is damaged gives an error of one line.
func ReadTrees(r io.Reader) (*Trees, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	t, err := parseModel(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	// The trees of version 4 are those of version 3, but leaves refuses the number. What it would read beyond the end
	// of a table, or walk in circles, the parser has refused.
	text = bytes.Replace(text, []byte("version=v4"), []byte("version=v3"), 1)
	if t.scorer, err = leaves.LGEnsembleFromReader(bufio.NewReader(bytes.NewReader(text)), false); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	t.forest = newForest(t.trees)
	return t, nil
}

// Names gives the names of the features, in the order of a row.
func (t *Trees) Names() []string { return slices.Clone(t.names) }

// Len is the number of trees.
func (t *Trees) Len() int { return len(t.trees) }

// Matches checks that the model was trained on these features in this order.
func (t *Trees) Matches(schema []string) error {
	for i := range min(len(schema), len(t.names)) {
		if t.names[i] != schema[i] {
			return fmt.Errorf("%w: its feature %d is %q where this program has %q", ErrModel, i+1, t.names[i], schema[i])
		}
	}
	switch {
	case len(t.names) > len(schema):
		return fmt.Errorf("%w: it has a feature %q that this program does not know", ErrModel, t.names[len(schema)])
	case len(t.names) < len(schema):
		return fmt.Errorf("%w: it lacks the feature %q of this program", ErrModel, schema[len(t.names)])
	}
	return nil
}

// Score scores n rows, which stand one after the other in rows, into out. Values so near to zero that LightGBM reads
// them as zero are zero in rows afterwards.
func (t *Trees) Score(rows []float64, n int, out []float64) {
	width := len(t.names)
	rows = rows[:n*width]
	missing := t.forest == nil
	for i, x := range rows {
		if isZero(x) {
			rows[i] = 0
		}
		missing = missing || x != x
	}
	if !missing {
		for i := range n {
			out[i] = t.forest.score(rows[i*width : (i+1)*width])
		}
		return
	}
	if err := t.scorer.PredictDense(rows, n, width, out[:n], 0, 1); err != nil {
		panic(err) // impossible: the lengths are right
	}
}

// Contributions says of which parts the score of one row is the sum: the bias, which is the mean score of the training
// rows, and for each feature what it changed on the row's way through the trees.
func (t *Trees) Contributions(row []float64) (bias float64, contributions []float64) {
	contributions = make([]float64, len(t.names))
	for i := range t.trees {
		t.trees[i].explain(row, contributions)
	}
	return t.bias, contributions
}
