package ranker

import (
	"bufio"
	"fmt"
	"io"

	"gannet/ranker/gbdt"
	"gannet/ranker/linear"
)

// Model computes scores from rows of features. It is immutable and safe for concurrent use.
type Model interface {
	// CheckFeatures checks that the model was trained on these features in this order. It returns gbdt.ErrModel if not.
	CheckFeatures(names []string) error
	// Score scores n rows, which stand one after the other in rows, and writes the scores to out. It may change rows.
	Score(rows []float64, n int, out []float64)
	// Contributions splits the score of one row into a mean score and what each feature adds to it.
	Contributions(row []float64) (bias float64, contributions []float64)
}

// ReadModel reads a model that `gannet train` has written: decision trees in LightGBM's text format, or a linear model in JSON. The error
// is gbdt.ErrModel for other files.
func ReadModel(r io.Reader) (Model, error) {
	in := bufio.NewReader(r)
	if first, _ := in.Peek(1); string(first) == "{" {
		start, _ := in.Peek(100)
		if other := gbdt.OtherProgram(start); other != "" {
			return nil, fmt.Errorf("%w: %s", gbdt.ErrModel, other)
		}
		return linear.Read(in)
	}
	return gbdt.Read(in)
}
