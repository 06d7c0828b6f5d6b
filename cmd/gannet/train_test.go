package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/internal/cli"
	"gannet/training"
	"gannet/training/lightgbm/lightgbmtest"
)

// TestTrainWritesAModelAndItsCard goes from files of lists to a model of trees.
func TestTrainWritesAModelAndItsCard(t *testing.T) {
	library := lightgbmtest.Open(t)
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(1, 1))
	for topic := range 4 {
		s := &training.Set{Schema: "links/1", Names: []string{"depth", "cosine"}, Lists: []training.List{{Topic: fmt.Sprint("t", topic)}}}
		for range 300 {
			x := []float32{float32(rnd.IntN(9)), rnd.Float32()}
			s.Lists[0].Rows = append(s.Lists[0].Rows, training.Row{Grade: uint8(x[1] * 4), X: x})
		}
		if err := training.WriteDir(dir, fmt.Sprint(topic), s); err != nil {
			t.Fatal(err)
		}
	}
	model := filepath.Join(dir, "links.model")
	var stdout, stderr bytes.Buffer
	args := []string{"train", dir, "-o", model, "--folds", "3", "--trees", "20", "--min-rows", "5", "--lightgbm", library.Path()}
	if got := run(args, &stdout, &stderr); got != cli.ExitOK {
		t.Fatalf("exit status %d: %s", got, &stderr)
	}
	text, err := os.ReadFile(model)
	if err != nil || !bytes.Contains(text, []byte("feature_names=depth cosine\n")) || !bytes.Contains(text, []byte("end of trees")) {
		t.Errorf("%v: model is %.200q", err, text)
	}
	var card training.Card
	file, err := os.ReadFile(model + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &card); err != nil || card.Data.Rows != 1200 || card.Validation.Mean["MAP"] < 0.9 {
		t.Errorf("%v: card is %s", err, file)
	}
	if !strings.Contains(stdout.String(), "| 1 | cosine |") || strings.Count(stderr.String(), "fold") != 3 {
		t.Errorf("printed %s and %s", &stdout, &stderr)
	}
}
