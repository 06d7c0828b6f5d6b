package linear

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"gannet/ranker/gbdt"
)

func TestAModelScoresAsItIsWritten(t *testing.T) {
	made := &Model{Kind: Kind, Learner: "ca", Schema: "links/1", Features: []Weight{{"depth", -0.5, 2, 4}, {"cosine", 2, 0.5, 0.25}}}
	var file bytes.Buffer
	if err := made.Write(&file); err != nil {
		t.Fatal(err)
	}
	m, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	scores := make([]float64, 3)
	m.Score([]float64{2, 0.5, 6, 1, math.NaN(), 1}, 3, scores)
	if scores[0] != 0 || scores[1] != 3.5 || scores[2] != 4 {
		t.Errorf("scores are %v, want 0, 3.5 and 4", scores)
	}
	bias, parts := m.Contributions([]float64{6, 1})
	if bias+parts[0]+parts[1] != scores[1] {
		t.Errorf("%v and %v do not add up to %v", bias, parts, scores[1])
	}
	if err := m.CheckFeatures([]string{"depth", "cosine"}); err != nil {
		t.Error(err)
	}
	if err := m.CheckFeatures([]string{"depth", "anchor"}); !errors.Is(err, gbdt.ErrModel) || !strings.Contains(err.Error(), "cosine") {
		t.Errorf("other features: %v", err)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "{", "{}", `{"kind":"tree","features":[{"name":"a","sd":1}]}`, `{"kind":"linear","features":[]}`,
		`{"kind":"linear","features":[{"name":"a","weight":1,"sd":0}]}`, `{"kind":"linear","features":[{"weight":"x"}]}`,
	} {
		if _, err := Read(strings.NewReader(text)); !errors.Is(err, gbdt.ErrModel) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
