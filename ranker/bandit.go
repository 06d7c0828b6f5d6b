package ranker

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"strings"
	"sync"

	"gannet/internal/weburl"
)

// Bandit follows links by the tag paths that lead to them, after Gauquier, Manolescu and Senellart, "Efficient Crawling
// for Scalable Web Data Acquisition" (arXiv 2602.11874): every class of tag paths is an arm of a sleeping bandit, awake
// while it has links to follow, and the awake arm with the highest upper estimate of its reward goes next (AUER;
// Kleinberg, Niculescu-Mizil and Sharma, COLT 2008).
//
// What differs from the paper: the reward is the page's topic probability, not a number of files found. A class is one
// path of tag names on one host, with neither class names nor ids and without the clustering that these make necessary.
// An arm not tried yet is worth what all are on average, not infinitely much: a crawl of many hosts never runs out of
// new arms. Of an arm's links one from the likeliest page goes next, not one at random.
//
// In the frontier one link of each arm stands for it; all others wait behind every arm. At most maxOnFile links are
// kept, some 25 MB, those of the best arms; the others stay in the frontier with the priority they had. Pages fetched
// cost 20 bytes each.
type Bandit struct {
	Explore float64 // weight of the unknown: the larger, the longer bad arms are tried; sqrt(8) in AUER

	mu      sync.Mutex // guards the fields below
	paths   *Paths
	arms    []*arm // in the order of their first links
	byClass map[uint64]*arm
	links   map[uint64]*armLink // by hash of the URL
	fetched map[uint64]struct{}
	found   int // links ever on file
	limit   int // of links on file
}

// arm is a class of links.
type arm struct {
	class   uint64
	waiting armQueue
	raised  []*armLink // that stand for the arm in the frontier; more than one where it did not give them
}

type armLink struct {
	url         string
	arm         *arm
	probability float32 // of the page it was found on
	order       int
	at          int     // index in arm.waiting, -1 if raised
	priority    float32 // as the frontier was told
}

const (
	// maxOnFile is how many links a Bandit or an Ache keeps.
	maxOnFile = 1 << 17
	// waits is the priority of links for which another one stands.
	waits = -1
	// revisedArms is how many of the best arms have their priorities in the frontier set anew with each page. The others'
	// are a little behind, which changes nothing while they are not the best.
	revisedArms = 16
	// maxRaised is how many links may stand for an arm whose first was passed over: its host rests, or it is lost.
	maxRaised = 4
)

// NewBandit gives a Bandit that knows nothing. Explore was chosen on the training topics of two of our webs: rewards
// there are small and crawls short, and with AUER's sqrt(8) it does nothing but explore.
func NewBandit() *Bandit {
	return &Bandit{
		Explore: 0.1, paths: NewPaths(), byClass: make(map[uint64]*arm), links: make(map[uint64]*armLink),
		fetched: make(map[uint64]struct{}), limit: maxOnFile,
	}
}

// Name implements Strategy.
func (*Bandit) Name() string { return "bandit" }

// Rank implements Strategy.
func (b *Bandit) Rank(src *Source, scores []Score) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range scores {
		if src.Follows(i) {
			b.file(src, i)
		}
	}
	for i := range scores {
		if l := b.link(src, i); l != nil && len(l.arm.raised) == 0 {
			b.raise(l.arm)
		}
	}
	for i := range scores { // only now is known which links stand for their arms
		scores[i] = Score{Priority: waits}
		if l := b.link(src, i); l != nil && l.at < 0 {
			l.priority = b.upper(l.arm)
			scores[i].Priority = l.priority
		}
	}
}

func (b *Bandit) link(src *Source, link int) *armLink {
	return b.links[weburl.Fingerprint(src.Page.Links[link].URL)]
}

// file puts a link on file under its arm, unless it is there or was fetched.
func (b *Bandit) file(src *Source, link int) {
	url := src.Page.Links[link].URL
	key := weburl.Fingerprint(url)
	if _, fetched := b.fetched[key]; fetched || b.links[key] != nil || len(b.links) >= b.limit {
		return
	}
	class := b.paths.Class(src.Page, link)
	a := b.byClass[class]
	if a == nil {
		a = &arm{class: class}
		b.byClass[class] = a
		b.arms = append(b.arms, a)
	}
	l := &armLink{
		url: strings.Clone(url), arm: a, probability: float32(src.Probability), order: b.found, priority: waits,
	}
	b.found++
	b.links[key] = l
	heap.Push(&a.waiting, l)
}

// raise lets one more link stand for its arm, if any waits. The frontier is to be told.
func (b *Bandit) raise(a *arm) {
	if len(a.waiting) == 0 {
		return
	}
	a.raised = append(a.raised, heap.Pop(&a.waiting).(*armLink))
	if len(a.raised) > maxRaised {
		b.forget(a.raised[0])
	}
}

// forget takes a link off the file.
func (b *Bandit) forget(l *armLink) {
	delete(b.links, weburl.Fingerprint(l.url))
	if l.at >= 0 {
		heap.Remove(&l.arm.waiting, l.at)
		return
	}
	i := slices.Index(l.arm.raised, l)
	l.arm.raised = slices.Delete(l.arm.raised, i, i+1)
}

// upper is the upper estimate of an arm's reward.
func (b *Bandit) upper(a *arm) float32 {
	mean, unknown := b.estimate(a)
	return float32(mean + b.Explore*unknown)
}

func (b *Bandit) estimate(a *arm) (mean, unknown float64) {
	mean, n := b.paths.Mean(a.class)
	return mean, math.Sqrt(math.Log(float64(b.paths.all.n+1)) / float64(n+1))
}

// Learn implements Learner: the page's probability is the reward of the arm whose link led there. Arms that seemed
// better and were passed over have links that the frontier cannot give now, so another may stand for them.
func (b *Bandit) Learn(src *Source) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := weburl.Fingerprint(src.Page.URL)
	b.fetched[key] = struct{}{}
	l := b.links[key]
	if l == nil {
		return
	}
	passed := slices.Index(l.arm.raised, l) > 0
	b.forget(l)
	for _, a := range b.arms {
		higher := func(other *armLink) bool { return other.priority > l.priority }
		if a == l.arm && passed || slices.ContainsFunc(a.raised, higher) {
			b.raise(a)
		}
	}
	b.paths.Add(l.arm.class, src.Probability)
}

// Revise implements Learner.
func (b *Bandit) Revise(url string) (float32, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.links[weburl.Fingerprint(url)]
	if l == nil || l.at >= 0 {
		return 0, false
	}
	l.priority = min(l.priority, b.upper(l.arm))
	return l.priority, true
}

// Revised implements Learner.
func (b *Bandit) Revised() []Revision {
	b.mu.Lock()
	defer b.mu.Unlock()
	awake := b.awake()
	var revised []Revision
	for _, a := range best(awake, revisedArms) {
		for _, l := range a.raised {
			if l.priority != a.value {
				l.priority = a.value
				revised = append(revised, Revision{Fingerprint: weburl.Fingerprint(l.url), Priority: a.value})
			}
		}
	}
	if len(b.links) >= b.limit*3/4 {
		b.trim(awake)
	}
	return revised
}

// valued is an arm with its upper estimate.
type valued struct {
	*arm
	value float32
}

// awake gives the arms that have links, each with one that stands for it.
func (b *Bandit) awake() []valued {
	awake := make([]valued, 0, len(b.arms))
	for _, a := range b.arms {
		if len(a.raised) == 0 {
			b.raise(a)
		}
		if len(a.raised) > 0 {
			awake = append(awake, valued{a, b.upper(a)})
		}
	}
	return awake
}

// best gives the n arms of the highest values, the highest first and of equal ones the oldest.
func best(arms []valued, n int) []valued {
	top := make([]valued, 0, n+1)
	for _, a := range arms {
		if len(top) == n && a.value <= top[n-1].value {
			continue
		}
		at := len(top)
		for at > 0 && top[at-1].value < a.value {
			at--
		}
		top = slices.Insert(top, at, a)
		top = top[:min(len(top), n)]
	}
	return top
}

// trim takes waiting links of the worst arms off the file until half of it is free.
func (b *Bandit) trim(awake []valued) {
	slices.SortStableFunc(awake, func(x, y valued) int { return cmp.Compare(x.value, y.value) })
	for _, a := range awake {
		for last := len(a.waiting) - 1; last >= 0 && len(b.links) > b.limit/2; last-- {
			b.forget(a.waiting[last])
		}
	}
}

// Explain implements Strategy, by what is known now.
func (b *Bandit) Explain(src *Source, link int) []Reason {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.link(src, link)
	if l == nil || l.at >= 0 {
		return []Reason{{Name: "waits for links of its tag path", Value: 1, Weight: waits}}
	}
	mean, unknown := b.estimate(l.arm)
	return []Reason{
		{Name: "topic probability of pages that links of its tag path led to", Value: mean, Weight: 1},
		{Name: "how little is known of these", Value: unknown, Weight: b.Explore},
	}
}

// armQueue is a heap of links, those of the likeliest pages first, and of these the first found.
type armQueue []*armLink

func (q armQueue) Len() int { return len(q) }
func (q armQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].at, q[j].at = i, j
}
func (q armQueue) Less(i, j int) bool {
	if q[i].probability != q[j].probability {
		return q[i].probability > q[j].probability
	}
	return q[i].order < q[j].order
}
func (q *armQueue) Push(x any) {
	l := x.(*armLink)
	l.at = len(*q)
	*q = append(*q, l)
}
func (q *armQueue) Pop() any {
	last := len(*q) - 1
	l := (*q)[last]
	l.at, (*q)[last] = -1, nil
	*q = (*q)[:last]
	return l
}
