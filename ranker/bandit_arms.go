package ranker

import (
	"container/heap"
	"math"
	"slices"

	"gannet/internal/weburl"
)

// arm is a class of links.
type arm struct {
	class   uint64
	waiting armQueue
	raised  []*armLink // stand for the arm in the frontier; more than one if the frontier passed over the first
}

type armLink struct {
	url         string
	arm         *arm
	probability float32 // of the page it was found on
	order       int     // of finding
	index       int     // in arm.waiting, -1 if raised
	priority    float32 // in the frontier
}

func (l *armLink) raised() bool { return l.index < 0 }

// raise lets one more waiting link stand for its arm, if there is one. The caller must set the priority of the link in the frontier.
func (b *Bandit) raise(a *arm) {
	if len(a.waiting) == 0 {
		return
	}
	a.raised = append(a.raised, heap.Pop(&a.waiting).(*armLink))
	if len(a.raised) > maxRaised {
		b.forget(a.raised[0])
	}
}

// forget drops a link.
func (b *Bandit) forget(l *armLink) {
	delete(b.links, weburl.Fingerprint(l.url))
	if !l.raised() {
		heap.Remove(&l.arm.waiting, l.index)
		return
	}
	i := slices.Index(l.arm.raised, l)
	l.arm.raised = slices.Delete(l.arm.raised, i, i+1)
}

// upperEstimate returns the upper estimate of an arm's reward. It is the mean reward plus Explore times the uncertainty.
func (b *Bandit) upperEstimate(a *arm) float32 {
	mean, unknown := b.estimate(a)
	return float32(mean + b.Explore*unknown)
}

func (b *Bandit) estimate(a *arm) (mean, unknown float64) {
	mean, n := b.paths.mean(a.class)
	return mean, math.Sqrt(math.Log(float64(b.paths.all.n+1)) / float64(n+1))
}

// estimatedArm is an arm with its upper estimate.
type estimatedArm struct {
	*arm
	estimate float32
}

// awakeArms returns the arms that have links. It raises a link for those that have none raised.
func (b *Bandit) awakeArms() []estimatedArm {
	awake := make([]estimatedArm, 0, len(b.arms))
	for _, a := range b.arms {
		if len(a.raised) == 0 {
			b.raise(a)
		}
		if len(a.raised) > 0 {
			awake = append(awake, estimatedArm{a, b.upperEstimate(a)})
		}
	}
	return awake
}

// bestArms returns the n arms with the highest estimates, in falling order. Among equal arms the oldest comes first.
func bestArms(arms []estimatedArm, n int) []estimatedArm {
	top := make([]estimatedArm, 0, n+1)
	for _, a := range arms {
		if len(top) == n && a.estimate <= top[n-1].estimate {
			continue
		}
		at := len(top)
		for at > 0 && top[at-1].estimate < a.estimate {
			at--
		}
		top = slices.Insert(top, at, a)
		top = top[:min(len(top), n)]
	}
	return top
}

// armQueue is a heap of links. Those from pages with the highest probability come first, and of these the first found.
type armQueue []*armLink

func (q armQueue) Len() int { return len(q) }
func (q armQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q armQueue) Less(i, j int) bool {
	if q[i].probability != q[j].probability {
		return q[i].probability > q[j].probability
	}
	return q[i].order < q[j].order
}
func (q *armQueue) Push(x any) {
	l := x.(*armLink)
	l.index = len(*q)
	*q = append(*q, l)
}
func (q *armQueue) Pop() any {
	last := len(*q) - 1
	l := (*q)[last]
	l.index, (*q)[last] = -1, nil
	*q = (*q)[:last]
	return l
}
