package pairs

import (
	"math"
	"slices"

	"gannet/dedup/verdict"
)

// Silver has the kinds of pairs for which the F1 of verdicts is reported: reposts, and real pairs of two different jobs.
var Silver = []string{Repost, SameMonth, OtherJob, OtherPoster}

// Kinds returns the kinds of pairs that are in the set.
func (s *Set) Kinds() []string {
	var kinds []string
	for i := range s.Pairs {
		if k := s.Pairs[i].Kind; !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Score counts how often the answer "the same job" is right, wrong and missed.
type Score struct{ Right, Wrong, Missed int }

// Precision returns the share of pairs that are the same job, among those judged so.
func (s Score) Precision() float64 { return share(s.Right, s.Right+s.Wrong) }

// Recall returns the share of pairs that are judged the same job, among those that are.
func (s Score) Recall() float64 { return share(s.Right, s.Right+s.Missed) }

// F1 returns the harmonic mean of precision and recall.
func (s Score) F1() float64 { return share(2*s.Right, 2*s.Right+s.Wrong+s.Missed) }

func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Score counts how often the rule same is right about the test pairs of the given kinds.
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

// Confused returns the share of test pairs at different locations for which same is wrongly true.
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

// ScoreHard counts how often same is right about the hard pairs: those kept for measuring if measure is true, otherwise those for training.
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

// Wilson returns the 95 % confidence interval of a share of k in n (Wilson 1927).
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle, half := (p+z*z/(2*m))/(1+z*z/m), z/(1+z*z/m)*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return middle - half, middle + half
}
