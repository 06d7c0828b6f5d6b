package pairs

import (
	"slices"

	"gannet/dedup/verdict"
)

// Silver are the kinds of pairs on which the verdict's F1 is stated: reposts, and the pairs of two jobs beside them.
var Silver = []string{Repost, SameMonth, OtherJob, OtherPoster}

// Kinds are the kinds of pairs that there are.
func (s *Set) Kinds() []string {
	var kinds []string
	for i := range s.Pairs {
		if k := s.Pairs[i].Kind; !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Score counts how pairs were judged the same job, or not.
type Score struct{ Right, Wrong, Missed int }

// Precision is the share of pairs judged the same that are.
func (s Score) Precision() float64 { return share(s.Right, s.Right+s.Wrong) }

// Recall is the share of pairs of the same job that were found.
func (s Score) Recall() float64 { return share(s.Right, s.Right+s.Missed) }

// F1 is the harmonic mean of precision and recall.
func (s Score) F1() float64 { return share(2*s.Right, 2*s.Right+s.Wrong+s.Missed) }

func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Score judges the test pairs of some kinds by any rule.
func (s *Set) Score(kinds []string, same func(e *verdict.Evidence) bool) Score {
	var score Score
	for i := range s.Pairs {
		p := &s.Pairs[i]
		if !p.Test || p.Weight == 0 || !slices.Contains(kinds, p.Kind) {
			continue
		}
		e := s.Study.Measure(p.A, p.B)
		switch is := p.Label == verdict.Same; {
		case same(&e) && is:
			score.Right++
		case same(&e):
			score.Wrong++
		case is:
			score.Missed++
		}
	}
	return score
}

// Confused gives the share of test pairs for another place that a rule calls the same job.
func (s *Set) Confused(same func(e *verdict.Evidence) bool) float64 {
	n, wrong := 0, 0
	for i := range s.Pairs {
		p := &s.Pairs[i]
		if !p.Test || p.Label != verdict.OtherLocation {
			continue
		}
		e := s.Study.Measure(p.A, p.B)
		if n++; same(&e) {
			wrong++
		}
	}
	return share(wrong, n)
}
