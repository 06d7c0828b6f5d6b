package pagetext

import (
	"fmt"
	"math"
	"testing"

	"gannet/job"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// sureOf returns the probability that a value is right, and 0 for one that is not there.
func sureOf(g guesses, value string) float64 {
	for _, c := range g {
		if c.value == value {
			return 1 - c.doubt
		}
	}
	return 0
}

func TestEvidenceOfSeveralKindsAddsUp(t *testing.T) {
	var g guesses
	g.addValue("Acme", .6, byLabel, 3)
	g.addValue(" acme: ", .5, byTitle, -1)
	if len(g) != 1 || !near(sureOf(g, "Acme"), 1-.4*.5) {
		t.Fatalf("two kinds of evidence: %+v", g)
	}
	g.addValue("Acme", .9, byLabel, 5)
	if !near(sureOf(g, "Acme"), .8) || g[0].line != 3 {
		t.Errorf("the same evidence counts twice: %+v", g)
	}
}

func TestLaterValuesOfOneEvidenceCountLess(t *testing.T) {
	var g guesses
	g.addValue("A", .5, byLabel, 1)
	g.addValue("B", .5, byLabel, 2)
	g.addValue("C", .5, byLabel, 3)
	g.addValue("D", .5, byTitle, 4)
	for value, want := range map[string]float64{"A": .5, "B": .45, "C": .405, "D": .5} {
		if got := sureOf(g, value); !near(got, want) {
			t.Errorf("%s: %g, want %g", value, got, want)
		}
	}
	if best, _ := g.best(); best.value != "A" {
		t.Errorf("of equal values %s is the best, want the first", best.value)
	}
}

func TestSupportAndRefute(t *testing.T) {
	var g guesses
	g.addValue("A", .5, byLabel, 1)
	g.addValue("B", .8, byTitle, 1)
	is := func(value string) func(*guess) bool { return func(c *guess) bool { return c.value == value } }
	g.support(.3, is("A"))
	g.refute(.6, is("B"))
	if a, b := sureOf(g, "A"), sureOf(g, "B"); !near(a, 1-.5*.7) || !near(b, .48) {
		t.Errorf("supported %g, refuted %g, want 0.65 and 0.48", a, b)
	}
	g.refute(0, is("A"))
	if best, _ := g.best(); best.value != "B" {
		t.Errorf("a value that is ruled out is the best: %+v", g)
	}
}

func TestGuessesAreBounded(t *testing.T) {
	var g guesses
	for i := range maxGuesses + 5 {
		g.addValue(fmt.Sprint("v", i), .5, byLabel, i)
	}
	if len(g) != maxGuesses {
		t.Errorf("%d guesses, want %d", len(g), maxGuesses)
	}
}

func TestProvenanceOfGuesses(t *testing.T) {
	for _, c := range []struct {
		g    guess
		want job.Provenance
	}{
		{guess{doubt: .5, evidence: byTitle}, job.Provenance{Method: job.Page, Confidence: .5}},
		{guess{doubt: .5, evidence: byTitle | byLabel}, job.Provenance{Method: job.Label, Confidence: .5}},
		{guess{doubt: .01, evidence: byLabel}, job.Provenance{Method: job.Label, Confidence: .9}},
	} {
		if got := c.g.provenance(); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.g, got, c.want)
		}
	}
}

func TestUnlikelyValuesAreLeftOut(t *testing.T) {
	for sure, want := range map[float64]string{.29: "", .31: "Acme"} {
		r := &reader{v: known(), posting: &job.Posting{Provenance: map[job.Field]job.Provenance{}}}
		r.company.addValue("Acme", sure, byTitle, -1)
		r.chooseValues()
		if _, found := r.posting.Provenance[job.Company]; r.posting.Company != want || found != (want != "") {
			t.Errorf("at %g the company is %q, want %q", sure, r.posting.Company, want)
		}
	}
}

func TestTidy(t *testing.T) {
	for s, want := range map[string]string{
		`Mill "Linen",`:         `Mill "Linen"`,
		`"Linen" Mill -`:        `"Linen" Mill`,
		`"Linen"`:               `Linen`,
		`: Mill «Linen»`:        `Mill «Linen»`,
		`Looms of 40" wide`:     `Looms of 40" wide`,
		`Looms of 40 ", wide "`: `Looms of 40 ", wide`,
		`- Weaver * `:           `Weaver`,
	} {
		if got := tidy(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
