package training

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"gannet/ranker/gbdt"
	"gannet/training/lightgbm/lightgbmtest"
)

// learnt trains a learner by name, with LightGBM where it needs it.
func learnt(t *testing.T, name string, train, valid *Set, o Options) Model {
	t.Helper()
	l, err := NewLearner(name)
	if err != nil {
		t.Fatal(err)
	}
	if NeedsLibrary(l) {
		o.Library = lightgbmtest.Open(t)
	}
	m, err := l.Learn(context.Background(), train, valid, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func quality(t *testing.T, m Model, s *Set) float64 {
	t.Helper()
	scores, err := m.Scores(s)
	if err != nil {
		t.Fatal(err)
	}
	return Mean(Measure(s, scores)).MAP
}

func text(t *testing.T, m Model) string {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// quick makes training on small sets short.
var quick = optionsWith(func(o *Options) {
	o.Trees, o.Leaves, o.MinRows, o.Rate, o.Threads = 60, 15, 10, 0.1, 1
	o.Pairs, o.Sample, o.Restarts = 100_000, 3000, 2
})

// optionsWith returns the usual options with some changed.
func optionsWith(change func(*Options)) Options {
	o := DefaultOptions()
	change(&o)
	return o
}

func TestLearnersLearnAKnownOrder(t *testing.T) {
	train, valid, test := synthetic(1, 8, 600, 0.1, false), synthetic(2, 3, 600, 0.1, false), synthetic(3, 3, 600, 0.1, false)
	for _, name := range LearnerNames() {
		t.Run(name, func(t *testing.T) {
			m := learnt(t, name, train, valid, quick)
			if got := quality(t, m, test); got < 0.95 {
				t.Errorf("MAP %.3f on a ranking without secrets", got)
			}
			parts := m.Importance()
			if told, untold := parts[0]+parts[1], parts[3]+parts[4]+parts[5]; told < 5*untold {
				t.Errorf("importance %v: the last three features say nothing", parts)
			}
		})
	}
}

func TestTreesLearnWhatNoSumSays(t *testing.T) {
	train, valid, test := synthetic(1, 8, 600, 0.1, true), synthetic(2, 3, 600, 0.1, true), synthetic(3, 3, 600, 0.1, true)
	sum := quality(t, learnt(t, "ca", train, valid, quick), test)
	for _, name := range []string{"lambdamart", "gbrt"} {
		if got := quality(t, learnt(t, name, train, valid, quick), test); got < sum+0.3 || got < 0.8 {
			t.Errorf("%s has MAP %.3f, coordinate ascent %.3f", name, got, sum)
		}
	}
}

func TestModelsAreTheSameForTheSeed(t *testing.T) {
	train, valid := synthetic(1, 4, 1500, 0.5, true), synthetic(2, 2, 500, 0.5, true)
	for _, name := range LearnerNames() {
		t.Run(name, func(t *testing.T) {
			o := quick
			o.Threads = 2
			first, other := text(t, learnt(t, name, train, valid, o)), o
			other.Seed = 2
			if again := text(t, learnt(t, name, train, valid, o)); again != first {
				t.Error("the same seed gave another model")
			}
			if text(t, learnt(t, name, train, valid, other)) == first {
				t.Error("another seed gave the same model")
			}
		})
	}
}

func TestTrainingStopsWhenValidationDoesNotImprove(t *testing.T) {
	train, valid := synthetic(1, 4, 300, 3, true), synthetic(2, 4, 300, 3, true)
	o := quick
	o.Trees, o.Patience, o.Leaves = 300, 10, 31
	var maps []float64
	o.Progress = func(tree int, validation float64) {
		if tree != len(maps)+1 {
			t.Fatalf("tree %d after %d", tree, len(maps))
		}
		maps = append(maps, validation)
	}
	m := learnt(t, "lambdamart", train, valid, o)
	best := slices.Index(maps, slices.Max(maps)) + 1
	if m.Trees() != best || len(maps) != best+o.Patience {
		t.Errorf("kept %d trees of %d grown, the best had %d", m.Trees(), len(maps), best)
	}
	if got := quality(t, m, valid); math.Abs(got-maps[best-1]) > 1e-12 {
		t.Errorf("the model has MAP %v, in training it had %v", got, maps[best-1])
	}
	all := learnt(t, "lambdamart", train, &Set{Names: train.Names}, optionsWith(func(o *Options) { o.Trees = 7 }))
	if all.Trees() != 7 {
		t.Errorf("without validation %d trees were grown, not 7", all.Trees())
	}
}

func TestTheCrawlScoresBitForBitLikeLightGBM(t *testing.T) {
	train, valid := synthetic(1, 4, 1000, 1, true), synthetic(2, 3, 1000, 1, true)
	for i, x := range []float32{0, 1e-40, -1e-36, 1e-34, 3e38, -3e38} { // values that are, or may pass for, special
		for f := range valid.Names {
			train.Lists[0].Rows[7*i+f].X[f], valid.Lists[0].Rows[7*i+f].X[f] = x, x
		}
	}
	m := learnt(t, "lambdamart", train, valid, quick)
	crawl, err := gbdt.Read(strings.NewReader(text(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.CheckFeatures(train.Names); err != nil || crawl.Trees() != m.Trees() {
		t.Fatalf("%d trees, not %d: %v", crawl.Trees(), m.Trees(), err)
	}
	want, err := m.Scores(valid)
	if err != nil {
		t.Fatal(err)
	}
	var rows []float64
	for _, x := range table(valid).Values {
		rows = append(rows, float64(x))
	}
	got := make([]float64, len(want))
	crawl.Score(rows, len(got), got)
	if !slices.Equal(got, want) {
		t.Error("the crawl's scores are not LightGBM's")
	}
}

func TestLinearModelIsItsFormula(t *testing.T) {
	s := synthetic(1, 2, 200, 0.1, false)
	m := learnt(t, "ranksvm", s, s, quick)
	var file struct {
		Kind     string
		Features []struct {
			Name             string
			Weight, Mean, SD float64
		}
	}
	if err := json.Unmarshal([]byte(text(t, m)), &file); err != nil || file.Kind != "linear" {
		t.Fatalf("%v: %q", err, text(t, m))
	}
	got, err := m.Scores(s)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for i, f := range file.Features {
		want += f.Weight * (float64(s.Lists[0].Rows[0].X[i]) - f.Mean) / f.SD
	}
	if math.Abs(got[0]-want) > 1e-9 {
		t.Errorf("a row scores %v, its formula says %v", got[0], want)
	}
}

func TestLearnersRefuseWhatCannotBeLearnt(t *testing.T) {
	same := synthetic(1, 2, 50, 0.1, false)
	same = same.each(func(r Row) Row { r.Grade = Neither; return r })
	empty := &Set{Names: same.Names}
	library := lightgbmtest.Open(t)
	for _, name := range LearnerNames() {
		l, _ := NewLearner(name)
		if _, err := l.Learn(context.Background(), empty, empty, optionsWith(func(o *Options) { o.Library = library })); err == nil {
			t.Errorf("%s learnt from nothing", name)
		}
	}
	if _, err := (rankSVM{}).Learn(context.Background(), same, same, quick); err == nil {
		t.Error("ranksvm learnt from one grade")
	}
	if _, err := lambdaMART.Learn(context.Background(), same, same, DefaultOptions()); err == nil || !strings.Contains(err.Error(), "make lightgbm") {
		t.Errorf("without a library: %v", err)
	}
	if _, err := NewLearner("oracle"); err == nil || !strings.Contains(err.Error(), "lambdamart, gbrt, ranksvm, ca") {
		t.Errorf("an unknown learner: %v", err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range LearnerNames() {
		l, _ := NewLearner(name)
		o := quick
		o.Library = library
		if _, err := l.Learn(stopped, synthetic(1, 2, 50, 0.1, false), empty, o); err == nil {
			t.Errorf("%s goes on when it is told to stop", name)
		}
	}
}
