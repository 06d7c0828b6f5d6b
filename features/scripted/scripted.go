// Package scripted owns the probability that a script makes the content of a page. If so, the page as it was received does not contain it.
package scripted

import (
	"cmp"
	"slices"

	"gannet/features"
	"gannet/internal/logistic"
)

// Evidence is a fact about a page, and the number that it adds to the log-odds that a script makes the page's content.
type Evidence struct {
	What  string  `json:"what"`
	Value float64 `json:"value"`
	Logit float64 `json:"logit"`
}

// Probability returns how probable it is that a script makes the content of a page in the browser, from 0 to 1. It is 0 for a page without
// scripts, and after features.Page.Compact. The content may still be in data that the page contains.
func Probability(p *features.Page) float64 {
	if p.Programs == nil {
		return 0
	}
	sum := bias
	for i, value := range measure(p) {
		sum += weights[i] * value
	}
	return logistic.Probability(sum)
}

// Likely is a threshold: if the Probability of a page is at least Likely, gannet assumes that a script makes the content of the page.
const Likely = .5

// Explain returns the facts from which Probability is computed, sorted by the size of their effect, the largest first. It returns nil for a
// page without scripts.
func Explain(p *features.Page) []Evidence {
	if p.Programs == nil {
		return nil
	}
	var all []Evidence
	for i, value := range measure(p) {
		if logit := weights[i] * value; logit != 0 {
			all = append(all, Evidence{What: measures[i], Value: value, Logit: logit})
		}
	}
	slices.SortStableFunc(all, func(a, b Evidence) int { return cmp.Compare(max(b.Logit, -b.Logit), max(a.Logit, -a.Logit)) })
	return all
}
