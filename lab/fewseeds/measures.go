package fewseeds

import (
	"cmp"
	"slices"
)

// Figures are the precision, recall and F1 of verdicts at a threshold, and the average precision of the order by probability.
type Figures struct{ P, R, F1, AP float64 }

// judged is a page with its probability and its label.
type judged struct {
	probability float64
	relevant    bool
}

// measure computes the figures. If no page is called relevant, the precision is 0.
func measure(pages []judged, threshold float64) (f Figures) {
	sorted := slices.Clone(pages)
	slices.SortStableFunc(sorted, func(a, b judged) int { return cmp.Compare(b.probability, a.probability) })
	called, right, relevant := 0.0, 0.0, 0.0
	for i, p := range sorted {
		if p.relevant {
			relevant++
			f.AP += relevant / float64(i+1)
		}
		if p.probability >= threshold {
			called++
			if p.relevant {
				right++
			}
		}
	}
	f.AP /= max(1, relevant)
	f.P, f.R = right/max(1, called), right/max(1, relevant)
	f.F1 = 2 * right / max(1, called+relevant)
	return f
}

// mean returns the mean figures.
func mean(list []Figures) (m Figures) {
	n := float64(max(1, len(list)))
	for _, f := range list {
		m.P += f.P / n
		m.R += f.R / n
		m.F1 += f.F1 / n
		m.AP += f.AP / n
	}
	return m
}
