package gbdt

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestLeavesScoresTheOthers compares scores with those of LightGBM 4.7.0: of models that split by categories or are averaged, which leaves
// scores, and of two objectives that the forest scores.
func TestLeavesScoresTheOthers(t *testing.T) {
	rows, want := scoresIn(t, "more_scores.txt", 5)
	for m, name := range []string{"categories", "forest", "forest_categories", "xendcg", "huber"} {
		model := readModel(t, modelText(t, name))
		if _, own := model.scorer.(*forest); own != (m >= 3) {
			t.Errorf("%s is scored by %T", name, model.scorer)
		}
		for i, row := range rows {
			got := make([]float64, 1)
			model.Score(append([]float64(nil), row...), 1, got)
			averaged := strings.HasPrefix(name, "forest") // leaves multiplies by 1/n, where LightGBM divides by n
			if math.Float64bits(got[0]) != math.Float64bits(want[i][m]) && (!averaged || math.Abs(got[0]/want[i][m]-1) > 1e-15) {
				t.Errorf("%s: row %d %v: %v, LightGBM says %v", name, i, row, got[0], want[i][m])
			}
			checkContributions(t, model, name, i, row, want[i][m])
		}
	}
}

// TestAModelReadInTwoWaysIsRefused changes a tree after it was read, as if the two readers had understood it differently.
func TestAModelReadInTwoWaysIsRefused(t *testing.T) {
	text := modelText(t, "nan")
	p, err := parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l := library{readLeaves(t, text)}
	if err := newForest(p.trees).agrees(l, len(p.features)); err != nil {
		t.Errorf("a model that both read alike: %v", err)
	}
	n := &p.trees[0].nodes[0]
	n.left, n.right = n.right, n.left
	if err := newForest(p.trees).agrees(l, len(p.features)); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("with two children exchanged: %v", err)
	}
}

func TestCategoriesThatAreDamaged(t *testing.T) {
	good := modelText(t, "categories")
	for what, text := range map[string]string{
		"a set beyond the end":  strings.Replace(good, "num_cat=2", "num_cat=1", 1),
		"boundaries too far":    strings.Replace(good, "cat_boundaries=0 1", "cat_boundaries=0 9", 1),
		"boundaries going back": strings.Replace(good, "cat_boundaries=0 1", "cat_boundaries=1 0", 1),
		"no words":              strings.Replace(good, "cat_threshold=", "cat_other=", 1),
	} {
		if text == good {
			t.Fatalf("%s: the model is unchanged", what)
		}
		if _, err := Read(strings.NewReader(text)); !errors.Is(err, ErrModel) {
			t.Errorf("%s: %v is not ErrModel", what, err)
		}
	}
}

// TestModelsOfOtherPrograms are named in one line.
func TestModelsOfOtherPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"{\"learner\": {\"attributes\": {}}}": "XGBoost", "{\n  \"learner\":{}}": "XGBoost", "{L\x00\x00": "XGBoost",
		"\x80\x04\x95": "pickle", "PK\x03\x04": "zip", "{\"name\":\"tree\",\"version\":\"v4\"": "dump_model", "hello": "no LightGBM text model",
	} {
		_, err := Read(strings.NewReader(text))
		if !errors.Is(err, ErrModel) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
