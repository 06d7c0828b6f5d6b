package topic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/logistic"
)

// page makes a page of a title and a body.
func page(t testing.TB, title, body string) *features.Page {
	t.Helper()
	p, err := features.NewReader().Read("http://a.example/", []byte("<html><head><title>"+title+"</title></head><body>"+body+"</body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// prose makes up a text: words of a vocabulary mixed with words that every text has.
func prose(random *rand.Rand, vocabulary string, n int) string {
	var b strings.Builder
	for range n {
		if random.IntN(3) > 0 {
			fmt.Fprintf(&b, "common%d ", random.IntN(200))
		} else {
			fmt.Fprintf(&b, "%s%d ", vocabulary, random.IntN(60))
		}
	}
	return b.String()
}

// made returns examples about honey and examples about other things.
func made(t testing.TB, n int, seed uint64) []Example {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	out := make([]Example, n)
	for i := range out {
		about := []string{"honey", "steel", "cloud", "paper"}[i%4]
		out[i] = Example{Vector: Vectorize(page(t, about, prose(random, about, 60))), Positive: i%4 == 0}
	}
	return out
}

func TestVectorizeCountsByField(t *testing.T) {
	p, err := features.NewReader().Read("http://a.example/", []byte(`<title>Honey honey</title><meta name="description" content="sweet">
		<h1>Bees</h1><p>bees make honey</p><a href="/x">more bees</a>`))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]uint16{}
	names := map[uint32]string{}
	for _, w := range strings.Fields("honey sweet bees make more") {
		names[features.HashWord(w)] = w
	}
	for _, term := range Vectorize(p).Terms {
		got[fmt.Sprintf("%d %s", term.Field, names[term.Word])] = term.Count
	}
	want := map[string]uint16{
		"0 honey": 2, "1 bees": 3, "1 make": 1, "1 honey": 1, "1 more": 1, "2 more": 1, "2 bees": 1, "3 sweet": 1, "4 bees": 1,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestBagAgainstMap counts words of pages of many sizes with one bag, as judging does.
func TestBagAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	b := &bag{gen: ^uint32(0) - 7} // the generation wraps on the way
	for range 40 {
		p := &features.Page{Words: make([]features.Word, random.IntN(6000))}
		for i := range p.Words {
			p.Words[i].Hash = uint32(random.IntN(3000)) << 12
		}
		p.Title, p.Body = features.Span{End: int32(len(p.Words) / 10)}, features.Span{Start: int32(len(p.Words) / 10), End: int32(len(p.Words))}
		want := map[Term]int{}
		for i, w := range p.Words {
			f := Body
			if i < len(p.Words)/10 {
				f = Title
			}
			want[Term{Word: w.Hash, Field: f}]++
		}
		b.countPage(p)
		for _, term := range b.terms {
			if key := (Term{Word: term.Word, Field: term.Field}); want[key] != int(term.Count) {
				t.Fatalf("%v counted %d times, want %d", key, term.Count, want[key])
			}
		}
		if len(b.terms) != len(want) {
			t.Fatalf("%d terms, want %d", len(b.terms), len(want))
		}
	}
}

// TestDualFindsTheMinimum compares coordinate descent with the primal optimum, where the gradient is zero.
func TestDualFindsTheMinimum(t *testing.T) {
	examples := made(t, 60, 3)
	s, err := newSet(examples)
	if err != nil {
		t.Fatal(err)
	}
	p := Params{Cost: 5, PositiveWeight: 3}
	w := s.fit(s.allRows(), p, 1e-6)
	gradient := append([]float64(nil), w...)
	for _, row := range s.allRows() {
		y, cost := -1.0, p.Cost
		if s.positive[row] {
			y, cost = 1, p.Cost*p.PositiveWeight
		}
		pull := cost * y * logistic.Probability(-y*s.margin(w, row))
		columns, values := s.matrix.row(row)
		for k, c := range columns {
			gradient[c] -= pull * float64(values[k])
		}
		gradient[len(gradient)-1] -= pull
	}
	for i, g := range gradient {
		if math.Abs(g) > 1e-3 {
			t.Fatalf("gradient of weight %d is %g", i, g)
		}
	}
}

// TestDualOfTwoLabels expects the gradient of the sum over both labels of each row to be zero.
func TestDualOfTwoLabels(t *testing.T) {
	s, err := newSet(made(t, 60, 3))
	if err != nil {
		t.Fatal(err)
	}
	rows := softRows(softly(s.positive), func(page int) float64 { return float64(1 + page%3) }, func(page int) bool { return page%5 > 0 })
	w := weightedRegression(&s.matrix, rows, 1e-7, 1)
	gradient := slices.Clone(w)
	for _, r := range rows {
		y := -1.0
		if r.positive {
			y = 1
		}
		margin := s.margin(w, int(r.row))
		pull := y * (r.cost*logistic.Probability(-y*margin) - r.other*logistic.Probability(y*margin))
		columns, values := s.matrix.row(int(r.row))
		for k, c := range columns {
			gradient[c] -= pull * float64(values[k])
		}
		gradient[len(gradient)-1] -= pull
	}
	for i, g := range gradient {
		if math.Abs(g) > 1e-4 {
			t.Fatalf("gradient of weight %d is %g", i, g)
		}
	}
}

// softly returns probabilities, some of which are as good as sure.
func softly(positive []bool) (probabilities []float64) {
	for i, yes := range positive {
		p := []float64{0, 1e-9, 0.01, 0.2, 0.49}[i%5]
		if yes {
			p = 1 - p
		}
		probabilities = append(probabilities, p)
	}
	return probabilities
}

func TestTrainSeparatesAndIsDeterministic(t *testing.T) {
	a, err := Train(made(t, 200, 1), DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	b, err := Train(made(t, 200, 1), DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("the same examples gave two classifiers")
	}
	if j := a.Evaluate(made(t, 200, 2)); j.F1 < 0.98 {
		t.Errorf("on other pages of the same kind: %v", j)
	}
	p := page(t, "honey", "honey1 honey2 common3")
	if got, want := a.Probability(p), a.Score(Vectorize(p)); got != want || got < 0.5 {
		t.Errorf("Probability %g, Score %g", got, want)
	}
	if got := a.Score(Vector{}); math.IsNaN(got) {
		t.Error("an empty page has no probability")
	}
}

func TestTunedAndNested(t *testing.T) {
	examples := made(t, 120, 4)
	_, p, err := TrainTuned(t.Context(), examples, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, again, err := TrainTuned(t.Context(), examples, 1)
	if err != nil || p != again {
		t.Errorf("parameters %v and %v, %v", p, again, err)
	}
	r, err := CrossValidate(t.Context(), examples, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Positives != 30 || r.Negatives != 90 || r.F1.Mean < 0.95 || len(r.Params) != outerFolds {
		t.Errorf("report %v, params %v", r, r.Params)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CrossValidate(ctx, examples, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestNestedValidationIsHonest: labels by chance cannot be learned, and the report must say so.
func TestNestedValidationIsHonest(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	examples := made(t, 160, 5)
	for i := range examples {
		examples[i].Positive = random.IntN(4) == 0
	}
	r, err := CrossValidate(t.Context(), examples, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.F1.Mean > 0.5 {
		t.Errorf("labels by chance give %v", r)
	}
}

func TestFoldsDivide(t *testing.T) {
	s, err := newSet(made(t, 43, 6))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, f := range s.folds(s.allRows(), 5, 1) {
		positives := 0
		for _, r := range f.test {
			seen[r]++
			if s.positive[r] {
				positives++
			}
		}
		if len(f.train)+len(f.test) != 43 || positives < 2 || positives > 3 {
			t.Errorf("fold of %d and %d with %d positives", len(f.train), len(f.test), positives)
		}
	}
	if len(seen) != 43 {
		t.Errorf("%d rows tested, want 43", len(seen))
	}
}

func TestTrainRefuses(t *testing.T) {
	one := made(t, 4, 1)[:1]
	if _, err := Train(one, DefaultParams()); !errors.Is(err, ErrOneSided) {
		t.Errorf("one-sided: %v", err)
	}
	if _, err := Train(nil, DefaultParams()); !errors.Is(err, ErrOneSided) {
		t.Errorf("nothing: %v", err)
	}
	for _, p := range []Params{{}, {-1, 1}, {math.NaN(), 1}, {1, 0}, {1, math.Inf(1)}} {
		if _, err := Train(made(t, 8, 1), p); err == nil {
			t.Errorf("%v: no error", p)
		}
	}
}
