package ranker

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var models = []string{"nan", "zero", "none", "regression"}

func modelText(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readModel(t testing.TB, text string) *Trees {
	t.Helper()
	trees, err := ReadTrees(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

// lightGBMScores gives rows of six features and LightGBM's scores of them by the four models.
func lightGBMScores(t *testing.T) (rows, scores [][]float64) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "scores.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		var values []float64
		for _, word := range strings.Fields(s.Text()) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, x)
		}
		rows, scores = append(rows, values[:6]), append(scores, values[6:])
	}
	return rows, scores
}

// TestTreesScoreAsLightGBM holds leaves, and the walk of our own, against LightGBM 4.7.0: missing values of every kind,
// values at a threshold and on either side of it, zeros, infinities.
func TestTreesScoreAsLightGBM(t *testing.T) {
	rows, want := lightGBMScores(t)
	for m, name := range models {
		trees := readModel(t, modelText(t, name))
		var dense []float64
		for _, row := range rows {
			dense = append(dense, row...)
		}
		got := make([]float64, len(rows))
		trees.Score(dense, len(rows), got)
		for i, row := range rows {
			if math.Float64bits(got[i]) != math.Float64bits(want[i][m]) {
				t.Errorf("%s: row %d %v: %v, LightGBM says %v", name, i, row, got[i], want[i][m])
			}
			if walked := trees.walk(row); walked != want[i][m] {
				t.Errorf("%s: row %d %v: walked to %v, LightGBM says %v", name, i, row, walked, want[i][m])
			}
		}
	}
}

// walk is Score of one row, over our own trees.
func (t *Trees) walk(row []float64) (sum float64) {
	for i := range t.trees {
		sum += t.trees[i].score(row)
	}
	return sum
}

func (t *tree) score(row []float64) float64 {
	at := ^int32(0)
	if len(t.nodes) > 0 {
		at = 0
	}
	for at >= 0 {
		n := &t.nodes[at]
		at = n.next(row[n.feature])
	}
	return t.leaves[^at]
}

func TestContributionsSumToTheScore(t *testing.T) {
	rows, want := lightGBMScores(t)
	for m, name := range models {
		trees := readModel(t, modelText(t, name))
		for i, row := range rows {
			sum, contributions := trees.Contributions(row)
			for _, c := range contributions {
				sum += c
			}
			if math.Abs(sum-want[i][m]) > 1e-9 {
				t.Errorf("%s: row %d: bias and contributions give %v, the score is %v", name, i, sum, want[i][m])
			}
		}
	}
}
