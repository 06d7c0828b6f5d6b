package eval

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestPairedByHand(t *testing.T) {
	p := paired(map[string]areas{
		"a":        {"x": {.5, .7}, "y": {.7, .7}},
		"b":        {"x": {.4, .4}, "y": {.4, .4}},
		OracleName: {"x": {1, 1}, "y": {1, 1}},
	})
	near := func(x *float64, want float64) bool { return x != nil && math.Abs(*x-want) < 1e-12 }
	// By topic the differences are .2 and .3. Of topic x they are .1 and .3 by draw, so its mean has a standard error of .1.
	if got := p["a"]; got.Against != "b" || math.Abs(got.Difference-.25) > 1e-12 || got.Better != 2 || !near(got.StdErr, .05) || !near(got.DrawErr, .05) {
		t.Errorf("a: %+v, want .25 ± .05, ± .05 above b on both topics", got)
	}
	if got := p["a"].Verdict; got != isBetter {
		t.Errorf("a is %q, want better: five standard errors", got)
	}
	if got := p["b"]; got.Against != "a" || got.Better != 0 || got.Verdict != isWorse {
		t.Errorf("b: %+v, want it worse than a", got)
	}
	if got := p[OracleName]; got.Against != "a" {
		t.Errorf("the oracle is compared with %q, want a", got.Against)
	}
}

// TestOneDrawOfATopic: topics x and y vary by variances of .02 and .08 from draw to draw; z, drawn once, counts as varying by their mean.
func TestOneDrawOfATopic(t *testing.T) {
	p := compareAreas("b", areas{"x": {.5, .7}, "y": {.5, .9}, "z": {.4}}, areas{"x": {.4, .4}, "y": {.4, .4}, "z": {.4}})
	if want := math.Sqrt(.02/2+.08/2+.05) / 3; p.DrawErr == nil || math.Abs(*p.DrawErr-want) > 1e-12 {
		t.Errorf("%+v, want an error over draws of %.4f", p, want)
	}
}

// TestVerdicts holds that a difference counts from two of the larger standard error on, and not at all if there is one topic only.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		own, other areas
		want       string
	}{
		{areas{"x": {.5}}, areas{"x": {.4}}, notKnown},
		{areas{"x": {.5, .51}}, areas{"x": {.4, .4}}, notKnown},
		{areas{"x": {.5, .51}, "y": {.5, .51}}, areas{"x": {.4, .4}, "y": {.4, .4}}, isBetter},
		{areas{"x": {.42, .7}, "y": {.42, .7}}, areas{"x": {.4, .4}, "y": {.4, .4}}, notKnown},
		{areas{"x": {.5}, "y": {.4}}, areas{"x": {.4}, "y": {.4}}, notKnown},
		{areas{"x": {.4}, "y": {.5}}, areas{"x": {.4}, "y": {.5}}, noDifference},
		{areas{"x": {.4}, "y": {.41}}, areas{"x": {.5}, "y": {.5}}, isWorse},
	} {
		if got := compareAreas("b", c.own, c.other); got.Verdict != c.want {
			t.Errorf("%v against %v: %+v, want %s", c.own, c.other, got, c.want)
		}
	}
}

// TestSkippedDraws holds that a topic counts by the draws that it has, and that the report names the others.
func TestSkippedDraws(t *testing.T) {
	r := newReport(Options{Name: "w", Strategies: []string{"bfs", "parent"}, Draws: 2}, []outcome{
		{topic: "a", skipped: "3 relevant pages can be reached, fewer than 20"},
		{topic: "a", draw: 1, results: []Result{newResult("bfs", "a", 1, 2, curve{0, 1, 1, 2}), newResult("parent", "a", 1, 2, curve{1, 2})}},
		{topic: "b", skipped: "none"}, {topic: "b", draw: 1, skipped: "none"},
	})
	var md, js, page strings.Builder
	if err := errors.Join(r.WriteMarkdown(&md), r.WriteJSON(&js), r.WriteHTML(&page)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Skipped: draw 1 of a (3 relevant", "Skipped: b (none)", "| a | 2 |", "| not known |"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("no %q in\n%s", want, &md)
		}
	}
	if !strings.Contains(js.String(), `"stderr": null`) || !strings.Contains(page.String(), "<li>draw 1 of a: 3 relevant") {
		t.Errorf("JSON or page without what is not known:\n%s\n%s", &js, &page)
	}
}

// TestNothingToCompare holds that a comparison without a draw is one clear error.
func TestNothingToCompare(t *testing.T) {
	site, labels := frozen(t, 30)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Run(t.Context(), web, labels, beekeeping(1))
	if !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "beekeeping") || !strings.Contains(err.Error(), "fewer than 20") {
		t.Errorf("%v, want ErrNothing with the topic and its reason", err)
	}
}
