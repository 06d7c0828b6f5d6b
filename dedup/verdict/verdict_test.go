package verdict

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// draw gives pairs that a known rule labels, with noise: titles and contained tell the text, places the place. The values of a
// measure do not depend on how many others there are.
func draw(seed uint64, n int) []Example {
	rng := rand.New(rand.NewPCG(seed, 1))
	var values [Measures]*rand.Rand
	for m := range values {
		values[m] = rand.New(rand.NewPCG(seed, uint64(2+m)))
	}
	var list []Example
	for range n {
		var e Evidence
		for m := range e {
			e[m] = values[m].Float64()
			if values[m].IntN(10) == 0 {
				e[m] = Missing()
			}
		}
		sure := func(m Measure) float64 {
			if math.IsNaN(e[m]) {
				return 0.5
			}
			return e[m]
		}
		label := Different
		if sure(Contained)+sure(Title)+rng.NormFloat64()*0.1 > 0.9 {
			label = OtherLocation
			if sure(Location)+rng.NormFloat64()*0.05 > 0.5 {
				label = Same
			}
		}
		list = append(list, Example{Evidence: e, Label: label, Weight: 1})
	}
	return list
}

func train(t testing.TB, list []Example, o Options) *Model {
	t.Helper()
	m, err := Train(list, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTrainFindsTheRule(t *testing.T) {
	m := train(t, draw(1, 4000), DefaultOptions())
	right, confused, moved := 0, 0, 0
	test := draw(2, 20_000)
	for i := range test {
		j := m.Judge(&test[i].Evidence)
		if j.Label == test[i].Label {
			right++
		}
		if test[i].Label == OtherLocation {
			if moved++; j.Label == Same {
				confused++
			}
		}
	}
	if share := float64(right) / float64(len(test)); share < 0.85 {
		t.Errorf("%.3f of new pairs judged right", share)
	}
	if share := float64(confused) / float64(moved); share > 0.03 {
		t.Errorf("%.3f of other places called the same, 0.01 was asked for", share)
	}
	if w := m.text.Terms[Title].Weight; w < 5*math.Abs(m.text.Terms[Salary].Weight) {
		t.Errorf("title weighs %.2f, salary, which says nothing, %.2f", w, m.text.Terms[Salary].Weight)
	}
}

// TestNewtonAgainstGradientDescent holds the solution against the plain way to the same optimum.
func TestNewtonAgainstGradientDescent(t *testing.T) {
	list := draw(3, 300)
	x, y, w := make([]Evidence, len(list)), make([]bool, len(list)), make([]float64, len(list))
	for i := range list {
		x[i], y[i], w[i] = list[i].Evidence, list[i].Label != Different, 1+float64(i%3)
	}
	r := regression{Terms: make([]term, Measures)}
	for m := range r.Terms {
		r.Terms[m].Mean, r.Terms[m].Deviation = moments(x, Measure(m))
	}
	rows := design(&r, x, nil, nil)
	got, err := solve(rows, y, w)
	if err != nil {
		t.Fatal(err)
	}
	beta := make([]float64, len(got))
	for range 20_000 {
		gradient := make([]float64, len(beta))
		for j := range beta {
			if j > 0 {
				gradient[j] = -ridge * beta[j]
			}
		}
		for i, row := range rows {
			z, is := 0.0, 0.0
			for j := range row {
				z += row[j] * beta[j]
			}
			if y[i] {
				is = 1
			}
			for j := range row {
				gradient[j] += w[i] * (is - 1/(1+math.Exp(-z))) * row[j]
			}
		}
		for j := range beta {
			beta[j] += 0.004 * gradient[j]
		}
	}
	for j := range beta {
		if math.Abs(beta[j]-got[j]) > 1e-3 {
			t.Errorf("weight %d: %g by Newton, %g by gradient descent", j, got[j], beta[j])
		}
	}
}

// TestLikenessNeverSpeaksAgainst whatever the pairs say.
func TestLikenessNeverSpeaksAgainst(t *testing.T) {
	list := draw(4, 2000)
	for i := range list {
		if list[i].Label == Different {
			list[i].Evidence[Company] = 1 // odd data: the same company where the job is another
		}
	}
	m := train(t, list, DefaultOptions())
	for _, r := range []*regression{&m.text, &m.location} {
		for i, term := range r.Terms {
			if float64(direction(Measure(i)))*term.Weight < 0 {
				t.Errorf("%s weighs %g", term.Measure, term.Weight)
			}
		}
	}
}

func TestTrainIsDeterministicAndWithoutWhatItIsTold(t *testing.T) {
	list := draw(5, 800)
	a, _ := train(t, list, DefaultOptions()).MarshalJSON()
	b, _ := train(t, list, DefaultOptions()).MarshalJSON()
	if !bytes.Equal(a, b) {
		t.Error("two trainings on the same pairs differ")
	}
	m := train(t, list, without("title"))
	for _, measure := range Families["title"] {
		if x := m.text.Terms[measure]; x.Weight != 0 || math.Abs(x.Missing) > 1e-9 {
			t.Errorf("%s was left out and weighs %g, %g", measure, x.Weight, x.Missing)
		}
	}
}

func TestTrainNeedsAllVerdicts(t *testing.T) {
	list := draw(6, 300)
	for i := range list {
		list[i].Label = Same
	}
	if _, err := Train(list, DefaultOptions()); err == nil || !strings.Contains(err.Error(), "both kinds") {
		t.Errorf("pairs of one kind: %v", err)
	}
	if _, err := Train(nil, DefaultOptions()); err == nil {
		t.Error("no pairs at all were enough")
	}
}

func TestReadRefusesOtherModels(t *testing.T) {
	good, err := train(t, draw(7, 500), DefaultOptions()).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(good)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := m.MarshalJSON()
	if !bytes.Equal(good, again) {
		t.Error("a model does not come back as it was written")
	}
	for what, bad := range map[string]string{
		"no JSON": "x", "another schema": strings.Replace(string(good), schema, "verdict/0", 1),
		"another measure": strings.Replace(string(good), `"overlap"`, `"overleap"`, 1), "empty": "{}",
		"no terms": `{"schema":"` + schema + `","limits":{"text":0.5,"place":0.5}}`,
	} {
		if _, err := Read([]byte(bad)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line", what, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	good, err := train(f, draw(8, 300), DefaultOptions()).MarshalJSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"schema":"verdict/1","text":{"bias":1e308,"terms":[]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(data)
		if err != nil {
			return
		}
		var e Evidence
		if j := m.Judge(&e); math.IsNaN(j.SameText) || math.IsNaN(j.SameLocation) {
			t.Errorf("a model that was read gives %+v", j)
		}
	})
}

// TestReasons must tell what decided first, and name what spoke against it.
func TestReasons(t *testing.T) {
	m := train(t, draw(9, 4000), DefaultOptions())
	var e Evidence
	for i := range e {
		e[i] = Missing()
	}
	e[Overlap], e[Contained], e[Containing], e[Unlike] = 0.95, 1, 0.95, 0
	e[Title], e[SameTitle], e[TitleOfOne], e[TitleFits] = 1, 1, 1, 1
	e[Location], e[LocationOfOne], e[LocationFits] = 0, 0, 0
	j := m.Judge(&e)
	if j.Label != OtherLocation {
		t.Fatalf("judged %v, %+v", j.Label, j)
	}
	reasons := m.Reasons(&e, j)
	if len(reasons) != 3 || reasons[0].Text != "other place" || reasons[0].Weight <= 0 {
		t.Errorf("reasons %v, want three, the place first", reasons)
	}
	for label, name := range labels {
		if got, err := ParseLabel(name); err != nil || got != Label(label) {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	if _, err := ParseLabel("alike"); err == nil {
		t.Error("a verdict that there is not")
	}
}

func without(family string) Options {
	o := DefaultOptions()
	o.Without = Families[family]
	return o
}
