package pairs

import "gannet/dedup/verdict"

// Examples returns the test pairs if test is true, otherwise the training pairs, as examples for a verdict model. It leaves out pairs of
// weight 0.
func (s *Set) Examples(test bool) []verdict.Example {
	var list []verdict.Example
	for i := range s.Pairs {
		if p := &s.Pairs[i]; p.Test == test && p.Weight > 0 {
			list = append(list, verdict.Example{Evidence: s.Study.Measure(p.A, p.B), Label: p.Label, Weight: p.Weight})
		}
	}
	if test {
		return list
	}
	for i := range s.Taught {
		list = append(list, s.example(&s.Taught[i], s.Taught[i].Weight))
	}
	for i := range s.Hard {
		if p := &s.Hard[i]; !p.Test {
			list = append(list, s.example(p, hardWeight))
		}
	}
	return list
}

// hardWeight is the weight of a pair that was judged by reading. They are few.
const hardWeight = 5

func (s *Set) example(p *Pair, weight float64) verdict.Example {
	e := s.Study.Measure(p.A, p.B)
	return verdict.Example{Evidence: e, Label: p.Label, Weight: weight, LikeText: e[verdict.Pairs] >= 0.6}
}
