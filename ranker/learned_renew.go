package ranker

import (
	"slices"

	"gannet/ranker/evidence"
)

// A renewal scores all waiting links if there are at most renewalAll. If there are more, it scores those with the highest priorities, one in
// headShare, and one in tailNth of the others. The rest keep the priority from an earlier renewal, because they are hardly fetched before the next
// one. A link whose priority is too high is scored again when its turn comes.
const (
	renewalAll = 2048
	headShare  = 4
	tailNth    = 4
	headSample = 1024 // waiting links whose priorities say which are the highest
)

// renew puts the learned weights and scales into effect, and scores waiting links again.
func (l *Learned) renew() {
	if l.relearning {
		l.sampleScales()
		l.refresh()
		return
	}
	l.refresh()
	waiting := l.countWaiting()
	if waiting <= renewalAll {
		l.rescoreWaiting()
		for t := range l.evidence.Waiting() {
			l.revise(t)
		}
		return
	}
	l.renewSome(waiting)
}

// renewSome scores the waiting links of the highest priorities and a sample of the others. In the scales, the sample counts for all others.
func (l *Learned) renewSome(waiting int) {
	least := l.leastOfHead(waiting)
	i, b := l.fetched%tailNth, &l.buffers.links // others each time
	b.clear()
	for t := range l.evidence.Waiting() {
		count := 1.0
		if l.evidence.Priority(t) < least {
			if i++; i%tailNth != 0 {
				continue
			}
			count = tailNth
		}
		if b.add(t, count); len(b.targets) == batchLinks {
			l.rescoreAndRevise(b)
		}
	}
	l.rescoreAndRevise(b)
}

func (l *Learned) rescoreAndRevise(b *batch) {
	l.rescore(b)
	for _, t := range b.targets {
		l.revise(t)
	}
	b.clear()
}

// leastOfHead returns the least priority that is among the highest of the waiting links, estimated from a sample.
func (l *Learned) leastOfHead(waiting int) float32 {
	every := waiting/headSample + 1
	sample := make([]float32, 0, headSample)
	i := 0
	for t := range l.evidence.Waiting() {
		if i++; i%every == 0 {
			sample = append(sample, l.evidence.Priority(t))
		}
	}
	slices.Sort(sample)
	return sample[len(sample)-1-len(sample)/headShare]
}

func (l *Learned) countWaiting() (n int) {
	for range l.evidence.Waiting() {
		n++
	}
	return n
}

func (l *Learned) revise(t evidence.Target) {
	l.revised = append(l.revised, Revision{Fingerprint: l.evidence.Fingerprint(t), Priority: l.evidence.Priority(t)})
}
