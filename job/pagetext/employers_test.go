package pagetext

import (
	"iter"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gannet/features"
)

func TestModelsOfEmployersAreChecked(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{`{`, "unexpected end"}, {`{"signs": {"phrase": 1}}`, `unknown kind of feature "signs"`}, {`{"sign": {"phrase": 1e9}}`, `weight 1e+09 of "phrase"`},
	} {
		if _, err := ReadEmployers([]byte(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.file, err, c.want)
		}
	}
	e, err := ReadEmployers([]byte(`{"sign": {"phrase": 1.5}, "before": {"join": 2}}`))
	if err != nil {
		t.Fatal(err)
	}
	data, err := e.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadEmployers(data); err != nil || again.weights[feature{wordBefore, "join"}] != 2 || len(again.weights) != 2 {
		t.Errorf("%s: %v, %v", data, again, err)
	}
}

// TestProbabilitiesOfNames holds the conditional logit to its formula.
func TestProbabilitiesOfNames(t *testing.T) {
	e := &Employers{weights: map[feature]float64{{ofSigns, "phrase"}: 2, {wordWithin, "mill"}: 1, {ofShape, "any"}: -1}}
	e.index()
	names := &tally{index: map[string]int{}, by: e, sentence: 1}
	names.note("Loom", 0, 0)
	names.note("Loom Mill", signPhrase, 0)
	sure := e.rate(names)
	all := 1 + math.Exp(2) + math.Exp(-1) // none, 2+1-1 and -1
	if want := math.Exp(2) / all; names.all[0].value != "Loom Mill" || math.Abs(sure[0]-want) > 1e-12 {
		t.Errorf("%q has %v, want %v", names.all[0].value, sure[0], want)
	}
	if want := math.Exp(-1) / all; math.Abs(sure[1]-want) > 1e-12 {
		t.Errorf("%q has %v, want %v", names.all[1].value, sure[1], want)
	}
	if e.rate(&tally{by: e}) != nil {
		t.Error("no names, but probabilities")
	}
}

// madeEmployers yields pages on which an unusual verb stands behind the employer, and the name of a tool elsewhere.
func madeEmployers(t *testing.T, verb string, pages int) iter.Seq2[EmployerExample, error] {
	return func(yield func(EmployerExample, error) bool) {
		rng := rand.New(rand.NewPCG(1, 2))
		name := func() string { return string(rune('A'+rng.IntN(26))) + strings.Repeat("la", 2+rng.IntN(3)) + "bert" }
		for range pages {
			employer, tool := name(), name()
			body := "<title>Weaver</title><h1>Weaver</h1><p>Here " + employer + " " + verb + " threads of all kinds. You know how to use " + tool + " at the loom."
			page := pageOf(t, "https://board.example/x", "en", body)
			if !yield(EmployerExample{Page: page, Lang: "en", Now: testNow, Name: employer, Is: func(s string) bool { return s == employer }}, nil) {
				return
			}
		}
	}
}

// descend minimises a loss by gradient descent.
func descend(loss func(weights, gradient []float64) float64, weights []float64) ([]float64, error) {
	gradient := make([]float64, len(weights))
	for range 300 {
		loss(weights, gradient)
		for i := range weights {
			weights[i] -= .02 * gradient[i]
		}
	}
	return weights, nil
}

func TestEmployersAreLearnedFromPages(t *testing.T) {
	e, err := LearnEmployers(madeEmployers(t, "interlaces", 60), descend)
	if err != nil {
		t.Fatal(err)
	}
	if w := e.weights[feature{wordAfter, "interlaces"}]; w < .5 {
		t.Errorf("the verb behind each employer weighs %v", w)
	}
	read := func(model *Employers, page *features.Page) string {
		return (&Reader{Employers: model}).Read(page, "en", testNow, nil).Company
	}
	page := pageOf(t, "https://board.example/x", "en", "<title>Weaver</title><h1>Weaver</h1><p>Here Oakham interlaces threads of all kinds. You know how to use Pirn at the loom.")
	if got := read(e, page); got != "Oakham" {
		t.Errorf("read %q", got)
	}
	if got := read(nil, page); got != "" {
		t.Errorf("without a model %q", got)
	}
}

// TestGradientOfEmployers compares the gradient with differences of the loss.
func TestGradientOfEmployers(t *testing.T) {
	var l employerLearner
	for page := range madeEmployers(t, "interlaces", 12) {
		l.add(&page)
	}
	l.choices[0].right, l.choices[0].some, l.choices[0].near = make([]bool, len(l.choices[0].right)), false, true
	l.number()
	rng := rand.New(rand.NewPCG(3, 4))
	w, first := make([]float64, len(l.features)), make([]float64, len(l.features))
	for i := range w {
		w[i], first[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	gradient := make([]float64, len(w))
	l.loss(w, first, gradient)
	const step = 1e-5
	for i := range w {
		w[i] += step
		up := l.loss(w, first, nil)
		w[i] -= 2 * step
		down := l.loss(w, first, nil)
		w[i] += step
		if want := (up - down) / (2 * step); math.Abs(gradient[i]-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("%v: gradient %v, want %v", l.features[i], gradient[i], want)
		}
	}
}

// TestWordsOfUnknownLanguages holds that words have weights only in languages that a model has learned from, since "on" and "de" mean something else in
// others.
func TestWordsOfUnknownLanguages(t *testing.T) {
	e, err := ReadEmployers([]byte(`{"shape": {"any": -3}, "before": {"tis": 9}, "language": {"en": 0.02}}`))
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": "Loom Mill", "sv": ""} {
		page := pageOf(t, "https://board.example/x", lang, "<title>Weaver</title><h1>Weaver</h1><p>Here tis Loom Mill that weaves threads of all kinds.</p>")
		if p := (&Reader{Employers: e}).Read(page, lang, testNow, nil); p.Company != want {
			t.Errorf("%s: company is %q, want %q", lang, p.Company, want)
		}
	}
}
