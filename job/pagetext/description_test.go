package pagetext

import (
	"strings"
	"testing"
)

// TestLineValues holds what lines of 100 letters add to the description that they stand in.
func TestLineValues(t *testing.T) {
	hundred := strings.Repeat("weave mend", 10)
	for body, want := range map[string]int{
		"<p>" + hundred:                       100 - lineCost,
		"<li>" + hundred:                      100 - listItemCost,
		"<p><a href=/>" + hundred:             100 - 200 - lineCost,
		"<table><tr><td>" + hundred:           100 - lineCost,
		"<h1>" + hundred:                      -lineCost,
		"<h2>" + hundred:                      -headingCost,
		"<p><b>Your tasks</b>":                -headingCost,
		"<nav><p>" + hundred + "</nav>":       -offCost,
		"<footer><p>" + hundred + "</footer>": -offCost,
		"<p>" + strings.Repeat("织", 10):       3*10 - lineCost,
	} {
		r := readerOf(t, "https://a.example/1", body)
		if got := r.lineValue(0); got != want {
			t.Errorf("%.40s: %d, want %d", body, got, want)
		}
	}
	r := readerOf(t, "https://a.example/1", "<p>Company: Loom")
	r.readLabels()
	if got := r.lineValue(0); got != -lineCost {
		t.Errorf("a short line with a label adds %d, want %d", got, -lineCost)
	}
}

// TestANamedBodyNeedsSixTenthsOfTheRun compares the element named as the description with the best run of lines.
func TestANamedBodyNeedsSixTenthsOfTheRun(t *testing.T) {
	const line = 100
	for letters, want := range map[int]bool{58 + lineCost: false, 62 + lineCost: true} {
		r := readerOf(t, "https://a.example/1", "<div class=job-description>"+strings.Repeat("a", letters)+"</div><p>"+strings.Repeat("b", line+lineCost))
		values := []int{r.lineValue(0), r.lineValue(1)}
		_, to, ok := r.namedBody(values[:2], 1, 2)
		if ok != want || ok && to > 2 {
			t.Errorf("values %v: taken %v", values, ok)
		}
	}
}

func TestDescriptionBeginsWithItsHeading(t *testing.T) {
	r := readerOf(t, "https://a.example/1", "<h1>Weaver</h1><h3>Your tasks</h3><p>"+filler["en"]+"</p><h3>Similar</h3><ul><li><a href=/2>Spinner</a></ul>")
	r.readDescription()
	if want := "Your tasks\n" + filler["en"]; r.posting.Description != want {
		t.Errorf("description %q, want %q", r.posting.Description, want)
	}
}
