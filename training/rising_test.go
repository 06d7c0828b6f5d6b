package training

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gannet/ranker/gbdt"
	"gannet/training/lightgbm/lightgbmtest"
)

// TestTheScoreRisesWithRisingFeatures learns from grades that fall with |a|. Trees without the constraint would follow them.
func TestTheScoreRisesWithRisingFeatures(t *testing.T) {
	train, valid := synthetic(1, 6, 500, 0.3, true), synthetic(2, 3, 500, 0.3, true)
	for _, name := range []string{"lambdamart", "gbrt"} {
		t.Run(name, func(t *testing.T) {
			o := quick
			if drop := deepestFall(t, learnt(t, name, train, valid, o)); drop < 0.1 {
				t.Errorf("without constraint the score falls by %v only: the data test nothing", drop)
			}
			o.Rising = []string{"left out", "a"}
			m := learnt(t, name, train, valid, o)
			if drop := deepestFall(t, m); drop > 1e-9 {
				t.Errorf("the score falls by %v along a", drop)
			}
			if crawl, err := gbdt.Read(strings.NewReader(text(t, m))); err != nil || crawl.CheckFeatures(train.Names) != nil {
				t.Errorf("the crawl cannot read the model: %v", err)
			}
		})
	}
}

// deepestFall returns the largest fall of the score from a value of feature a to the next larger one, in rows that differ
// in it alone.
func deepestFall(t *testing.T, m Model) float64 {
	t.Helper()
	drop := 0.0
	for _, row := range synthetic(3, 1, 40, 0, true).Lists[0].Rows {
		sweep := &Set{Names: []string{"a", "b", "c", "noise1", "noise2", "noise3"}, Lists: []List{{}}}
		for a := float32(-3); a <= 3; a += 0.1 {
			x := slices.Clone(row.X)
			x[0] = a
			sweep.Lists[0].Rows = append(sweep.Lists[0].Rows, Row{X: x})
		}
		scores, err := m.Scores(sweep)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(scores); i++ {
			drop = math.Max(drop, scores[i-1]-scores[i])
		}
	}
	return drop
}

func TestTheCardNamesRisingFeaturesOfTheSet(t *testing.T) {
	st := &Study{Set: synthetic(1, 4, 200, 0.3, false), Folds: NoFolds, Options: quick}
	st.Options.Library, st.Options.Trees = lightgbmtest.Open(t), 3
	st.Options.Rising = []string{"c", "left out", "a"}
	for l, want := range map[Learner][]string{lambdaMART: {"a", "c"}, coordinateAscent{}: nil} {
		trained, err := st.Train(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		if got := trained.Card.Options.Rising; !slices.Equal(got, want) {
			t.Errorf("%s: rising features %q, want %q", l.Name(), got, want)
		}
	}
}
