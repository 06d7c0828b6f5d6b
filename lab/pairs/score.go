package pairs

import (
	"math"
	"slices"

	"gannet/dedup/verdict"
)

// Silver are the kinds of pairs for which the F1 of the verdict is reported: reposts, and real pairs of two jobs.
var Silver = []string{Repost, SameMonth, OtherJob, OtherPoster}

// Kinds returns the kinds of pairs in the set.
func (s *Set) Kinds() []string {
	var kinds []string
	for i := range s.Pairs {
		if k := s.Pairs[i].Kind; !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Score counts right, wrong and missed answers "the same job".
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

// Score applies a rule to the test pairs of some kinds.
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

// Confused returns the share of test pairs with another location that a rule calls the same job.
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

// ScoreHard applies a rule to the hard pairs of one side: those kept apart to measure, or those that teach.
func (s *Set) ScoreHard(measure bool, same func(e *verdict.Evidence) bool) Score {
	var score Score
	for i := range s.Hard {
		p := &s.Hard[i]
		if p.Test != measure {
			continue
		}
		e := s.Study.Measure(p.A, p.B)
		switch is, says := p.Label == verdict.Same, same(&e); {
		case says && is:
			score.Right++
		case says:
			score.Wrong++
		case is:
			score.Missed++
		}
	}
	return score
}

// Wilson returns the interval of 95 % of a share, k of n (Wilson 1927).
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle, half := (p+z*z/(2*m))/(1+z*z/m), z/(1+z*z/m)*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return middle - half, middle + half
}
