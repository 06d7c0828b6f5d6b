package ranker

import "gannet/ranker/evidence"

// Preview implements Learner: it ranks the links of a page without learning from the page. Links that are new get the score that they would
// have if the strategy had learned from the page; other links keep their priorities.
func (l *Learned) Preview(src *Source, scores []Score) {
	texts := l.evidence.ReadTexts(src)
	defer texts.Free()
	l.mu.Lock()
	defer l.mu.Unlock()
	known := evidence.Target(l.evidence.Len())
	l.evidence.Preview(src, texts, func(targets []evidence.Target) {
		for i := range scores {
			scores[i] = Score{}
			if !src.Follows(i) {
				continue
			}
			t := targets[0]
			targets = targets[1:]
			if t < known {
				scores[i].Priority = l.evidence.Priority(t)
				continue
			}
			in := l.inputsOf(t)
			scores[i].Priority = float32(l.weights.score(in.inputs[:]))
		}
	})
}
