package gbdt

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/dmitryikh/leaves"
)

// library scores with leaves.
type library struct{ ensemble *leaves.Ensemble }

func (l library) score(rows []float64, width int, out []float64) {
	for i := range out {
		out[i] = l.ensemble.PredictSingle(rows[i*width:(i+1)*width], 0)
	}
}

func (l library) contributions(row, out []float64) (bias float64) {
	known := make([]float64, len(row))
	for i := range known {
		known[i] = math.NaN()
	}
	bias = l.ensemble.PredictSingle(known, 0)
	last := bias
	for i, x := range row {
		known[i] = x
		score := l.ensemble.PredictSingle(known, 0)
		out[i], last = score-last, score
	}
	return bias
}

// comparedRows is the number of rows on which the two scorers are compared when a model is read.
const comparedRows = 64

// agrees compares the scores of a forest with those of leaves, on rows that are drawn with a fixed seed. Their values are thresholds of the model and
// the numbers next to them, zero, infinite and missing values. Values of exactly 1e-35 as float32 are left out, because leaves does not treat the
// negative one as zero, as LightGBM does.
func (f *forest) agrees(l library, width int) error {
	rng := rand.New(rand.NewPCG(1, 35))
	values := []float64{0, 1, -1, math.Inf(1), math.Inf(-1), math.NaN()}
	for range comparedRows {
		if at := &f.nodes[rng.IntN(len(f.nodes))]; !at.isLeaf() && !isZero(at.threshold) {
			values = append(values, at.threshold, math.Nextafter(at.threshold, math.Inf(1)), math.Nextafter(at.threshold, math.Inf(-1)))
		}
	}
	rows, own, theirs := make([]float64, comparedRows*width), make([]float64, comparedRows), make([]float64, comparedRows)
	for i := range rows {
		if rows[i] = values[rng.IntN(len(values))]; i < len(rows)/2 && rows[i] != rows[i] {
			rows[i] = 0 // a row without missing values is walked in another way
		}
	}
	for _, half := range [][2]int{{0, comparedRows / 2}, {comparedRows / 2, comparedRows}} {
		f.score(rows[half[0]*width:half[1]*width], width, own[half[0]:half[1]])
	}
	l.score(rows, width, theirs)
	for i := range own {
		if math.Float64bits(own[i]) != math.Float64bits(theirs[i]) {
			return fmt.Errorf("its score can be read in two ways: %v here and %v by leaves, for a row drawn by seed; train it again with LightGBM 3 or 4", own[i], theirs[i])
		}
	}
	return nil
}
