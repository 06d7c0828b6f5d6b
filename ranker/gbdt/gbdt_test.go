package gbdt

import (
	"bufio"
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/dmitryikh/leaves"
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

// readLeaves reads a model with the leaves library, the oracle of these tests.
func readLeaves(t testing.TB, text string) *leaves.Ensemble {
	t.Helper()
	oracle, err := leaves.LGEnsembleFromReader(bufio.NewReader(bytes.NewReader(asVersion3([]byte(text)))), false)
	if err != nil {
		t.Fatal(err)
	}
	return oracle
}

func readModel(t testing.TB, text string) *Model {
	t.Helper()
	trees, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

// lightGBMScores gives rows of six features and LightGBM's scores of them by the four models.
func lightGBMScores(t *testing.T) (rows, scores [][]float64) {
	t.Helper()
	return scoresIn(t, "scores.txt", 6)
}

func scoresIn(t *testing.T, file string, features int) (rows, scores [][]float64) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file))
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
		rows, scores = append(rows, values[:features]), append(scores, values[features:])
	}
	return rows, scores
}

// TestModelScoresAsLightGBM compares scores with those of LightGBM 4.7.0: missing values of every kind, values at a
// threshold and on either side of it, zeros, infinities.
func TestModelScoresAsLightGBM(t *testing.T) {
	rows, want := lightGBMScores(t)
	for m, name := range models {
		model := readModel(t, modelText(t, name))
		var dense []float64
		for _, row := range rows {
			dense = append(dense, row...)
		}
		got := make([]float64, len(rows))
		model.Score(dense, len(rows), got)
		for i, row := range rows {
			if math.Float64bits(got[i]) != math.Float64bits(want[i][m]) {
				t.Errorf("%s: row %d %v: %v, LightGBM says %v", name, i, row, got[i], want[i][m])
			}
		}
	}
}

func TestContributionsSumToTheScore(t *testing.T) {
	rows, want := lightGBMScores(t)
	for m, name := range models {
		trees := readModel(t, modelText(t, name))
		for i, row := range rows {
			checkContributions(t, trees, name, i, row, want[i][m])
		}
	}
}

// checkContributions checks that the bias and the contributions of a row sum to its score.
func checkContributions(t *testing.T, model *Model, name string, i int, row []float64, score float64) {
	t.Helper()
	sum, contributions := model.Contributions(row)
	for _, c := range contributions {
		sum += c
	}
	if math.Abs(sum-score) > 1e-9 {
		t.Errorf("%s: row %d: bias and contributions give %v, the score is %v", name, i, sum, score)
	}
}

func TestReadRefuses(t *testing.T) {
	good := modelText(t, "nan")
	readModel(t, strings.Replace(good, "version=v4", "version=v3", 1))
	for what, text := range map[string]string{
		"nothing":               "",
		"another file":          "<html>\n",
		"cut off":               good[:len(good)/2],
		"no trees":              good[:strings.Index(good, "Tree=0")] + "\nend of trees\n",
		"a tree missing":        good[:strings.Index(good, "Tree=5")] + "\nend of trees\n",
		"version":               strings.Replace(good, "version=v4", "version=v5", 1),
		"objective":             strings.Replace(good, "=lambdarank", "=binary sigmoid:1", 1),
		"square roots":          strings.Replace(good, "=lambdarank", "=regression sqrt", 1),
		"linear":                strings.Replace(good, "is_linear=0", "is_linear=1", 1),
		"no set of categories":  strings.Replace(good, "num_cat=0", "num_cat=1", 1),
		"category split":        strings.Replace(good, "decision_type=8", "decision_type=1", 1),
		"missing type":          strings.Replace(good, "decision_type=8", "decision_type=12", 1),
		"many classes":          strings.Replace(good, "num_class=1", "num_class=3", 1),
		"feature names":         strings.Replace(good, "f_a f_b", "f_a", 1),
		"unknown feature":       strings.Replace(good, "split_feature=1", "split_feature=6", 1),
		"a circle":              strings.Replace(good, "left_child=2", "left_child=0", 1),
		"two parents":           strings.Replace(good, "left_child=2", "left_child=1", 1),
		"child beyond the end":  strings.Replace(good, "left_child=2", "left_child=8", 1),
		"leaf beyond the end":   strings.Replace(good, "left_child=2", "left_child=-10", 1),
		"short table":           strings.Replace(good, "threshold=", "threshold=\nother=", 1),
		"leaf without a number": strings.Replace(good, "leaf_value=", "leaf_value=nan ", 1),
		"endless leaf":          strings.Replace(good, "leaf_value=-0.", "leaf_value=-1e300", 1),
		"huge tree":             strings.Replace(good, "num_leaves=9", "num_leaves=999999999", 1),
		"twice the same":        strings.Replace(good, "num_cat=0", "num_cat=0\nnum_cat=0", 1),
	} {
		if text == good {
			t.Fatalf("%s: the model is unchanged", what)
		}
		_, err := Read(strings.NewReader(text))
		if !errors.Is(err, ErrModel) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v is not ErrModel in one line", what, err)
		}
	}
}

func TestCheckFeaturesReturnsTheFirstDifference(t *testing.T) {
	model := readModel(t, modelText(t, "nan"))
	if err := model.CheckFeatures(model.Features()); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ features, difference string }{
		{"f_a f_b f_x f_d f_e f_y", "f_x"},
		{"f_a f_b f_c f_d f_e", "f_f"},
		{"f_a f_b f_c f_d f_e f_f f_g", "f_g"},
	} {
		err := model.CheckFeatures(strings.Fields(c.features))
		if !errors.Is(err, ErrModel) || !strings.Contains(err.Error(), c.difference) {
			t.Errorf("%s: %v is not ErrModel, or does not name %s", c.features, err, c.difference)
		}
	}
}

func FuzzReadModel(f *testing.F) {
	for _, name := range models {
		f.Add(modelText(f, name))
	}
	f.Fuzz(func(t *testing.T, text string) {
		readDamaged(t, text)
	})
}

// readDamaged reads a text that may be damaged: an error, or a model that scores as leaves does.
func readDamaged(t *testing.T, text string) (ok bool) {
	t.Helper()
	model, err := Read(strings.NewReader(text))
	if err != nil {
		return false
	}
	row, out := make([]float64, len(model.features)), make([]float64, 1)
	for i := range row {
		row[i] = 1 - float64(i)/2
	}
	model.Score(row, 1, out)
	if want := readLeaves(t, text).PredictSingle(row, 0); out[0] != want || math.IsNaN(want) {
		t.Errorf("the score is %v, leaves says %v, of %q", out[0], want, text)
	}
	return true
}

func TestDamagedModels(t *testing.T) {
	good := modelText(t, "nan")
	end := strings.Index(good, "end of trees")
	for i := 0; i < end; i += 5 {
		if readDamaged(t, good[:i]) {
			t.Errorf("a model cut off after %d bytes is accepted", i)
		}
		for _, c := range []string{"", "\n", " ", "-", "9", "=", "\x00"} {
			readDamaged(t, good[:i]+c+good[i+1:])
		}
	}
}
