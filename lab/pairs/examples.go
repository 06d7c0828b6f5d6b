package pairs

import "gannet/dedup/verdict"

// Examples returns the training pairs, or the test pairs, as evidence. Pairs of weight 0 are left out.
func (s *Set) Examples(test bool) []verdict.Example {
	var list []verdict.Example
	for i := range s.Pairs {
		if p := &s.Pairs[i]; p.Test == test && p.Weight > 0 {
			list = append(list, verdict.Example{Evidence: s.Study.Measure(p.A, p.B), Label: p.Label, Weight: p.Weight})
		}
	}
	return list
}
