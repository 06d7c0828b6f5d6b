package ranker

import "gannet/ranker/evidence"

// Preview implements Learner. A new link is scored as if the page had been learned from.
func (l *Learned) Preview(src *Source, scores []Score) {
	texts := l.evidence.ReadTexts(src)
	defer texts.Free()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.evidence.Preview(src, texts, func(targets []evidence.Target) {
		for i := range scores {
			scores[i] = Score{}
			if !src.Follows(i) {
				continue
			}
			in := l.inputsOf(targets[0])
			scores[i].Priority = float32(l.weights.score(in.inputs[:]))
			targets = targets[1:]
		}
	})
}
