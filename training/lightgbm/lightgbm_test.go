package lightgbm_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/training/lightgbm"
	"gannet/training/lightgbm/lightgbmtest"
)

var params = lightgbm.Params{
	"objective": "lambdarank", "verbosity": "-1", "deterministic": "true", "force_row_wise": "true",
	"num_leaves": "7", "min_data_in_leaf": "5", "seed": "1", "num_threads": "2",
}

// table draws rows of three features, whose labels follow the second.
func table(seed uint64) lightgbm.Table {
	rnd := rand.New(rand.NewPCG(seed, 0))
	t := lightgbm.Table{Names: []string{"noise", "signal", "constant"}, Groups: []int32{100, 150, 250}}
	for range 500 {
		signal := rnd.Float32()
		t.Values = append(t.Values, rnd.Float32(), signal, 1)
		t.Labels = append(t.Labels, float32(int(signal*4)))
	}
	return t
}

// train grows ten trees and gives the booster and its validation table.
func train(t *testing.T, l *lightgbm.Library) (*lightgbm.Booster, lightgbm.Table) {
	t.Helper()
	data, err := l.NewDataset(table(1), params, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(data.Free)
	validation := table(2)
	valid, err := l.NewDataset(validation, params, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(valid.Free)
	b, err := l.NewBooster(data, params)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Free)
	if err := b.AddValid(valid); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := b.Update(); err != nil {
			t.Fatal(err)
		}
	}
	return b, validation
}

func TestTrainedModelScoresAsItDidInTraining(t *testing.T) {
	l := lightgbmtest.Open(t)
	b, validation := train(t, l)
	inTraining := make([]float64, len(validation.Labels))
	if err := b.Scores(1, inTraining); err != nil {
		t.Fatal(err)
	}
	text, err := b.Model(0)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "feature_names=noise signal constant\n") || strings.Contains(text, "\x00") {
		t.Errorf("the model begins with %.300q", text)
	}
	read, err := l.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Free()
	scores := make([]float64, len(validation.Labels))
	if err := read.Predict(validation.Values, 3, scores); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(scores, inTraining) {
		t.Error("a model read back scores differently")
	}
	low, high := slices.Index(validation.Labels, 0), slices.Index(validation.Labels, 3)
	if scores[low] >= scores[high] {
		t.Errorf("grade 0 scores %v, grade 3 %v", scores[low], scores[high])
	}
}

func TestGainIsOfTheFeatureThatTells(t *testing.T) {
	b, _ := train(t, lightgbmtest.Open(t))
	gains, err := b.Gain(0, 3)
	if err != nil {
		t.Fatal(err)
	}
	if gains[1] <= 10*gains[0] || gains[2] != 0 {
		t.Errorf("gains are %v", gains)
	}
}

func TestErrorsAreOfTheLibrary(t *testing.T) {
	l := lightgbmtest.Open(t)
	bad := table(1)
	bad.Groups = []int32{1, 2}
	if _, err := l.NewDataset(bad, params, nil); err == nil || !strings.Contains(err.Error(), "LightGBM cannot take the lists: ") {
		t.Errorf("groups that do not add up: %v", err)
	}
	if _, err := l.Load("not a model"); err == nil {
		t.Error("text that is no model was read")
	}
	short := table(1)
	short.Values = short.Values[1:]
	if _, err := l.NewDataset(short, params, nil); err == nil {
		t.Error("a table with a value missing was read")
	}
	if err := new(lightgbm.Booster).Predict(make([]float32, 5), 2, make([]float64, 3)); err == nil {
		t.Error("5 values were scored as 3 rows of 2")
	}
}

func TestOpenSaysWhatToDo(t *testing.T) {
	if !lightgbm.Available {
		t.Skip("a build that loads no library")
	}
	dir := t.TempDir()
	text := filepath.Join(dir, "lib_lightgbm.so")
	if err := os.WriteFile(text, []byte("not a library"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, filepath.Join(dir, "missing.so")} {
		_, err := lightgbm.Open(path)
		if err == nil || !strings.Contains(err.Error(), "make lightgbm") || strings.Contains(err.Error(), "\n") {
			t.Errorf("Open(%q): %v", path, err)
		}
	}
	t.Setenv(lightgbm.Env, text)
	if _, err := lightgbm.Open(""); err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%s is not asked first: %v", lightgbm.Env, err)
	}
}
