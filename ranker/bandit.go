package ranker

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
	"sync"

	"gannet/internal/weburl"
)

// Bandit is a strategy that learns which tag paths lead to relevant pages (Gauquier, Manolescu and Senellart, "Efficient Crawling for
// Scalable Web Data Acquisition", arXiv 2602.11874). Each class of tag paths is an arm of a sleeping bandit, and is awake while it has
// links to follow. The next link is one of the awake arm with the highest upper estimate of its reward (AUER; Kleinberg, Niculescu-Mizil
// and Sharma, COLT 2008).
//
// It differs from the paper in four points. The reward is the page's topic probability, not a number of files found. A class is one path of
// tag names on one host, without class names and ids, and without the clustering that these need. The estimate of an untried arm is the
// mean of all arms, not infinite, because a crawl of many hosts never runs out of new arms. The next link of an arm is one from the page
// with the highest topic probability, not a random one.
//
// In the frontier, one link stands for each arm, and all other links have a lower priority than every arm. At most maxKeptLinks links,
// those of the best arms, are remembered, which takes some 25 MB. The others stay in the frontier with their last priority. Each fetched
// page takes 20 bytes more.
type Bandit struct {
	Explore float64 // weight of what is unknown; the larger, the longer bad arms are tried; sqrt(8) in AUER

	mu       sync.Mutex // guards the fields below
	paths    *tagPaths
	arms     []*arm // in the order of their first links
	byClass  map[uint64]*arm
	links    map[uint64]*armLink // by hash of the URL
	fetched  map[uint64]struct{}
	found    int // links ever kept
	maxLinks int
}

const (
	// maxKeptLinks is the greatest number of links that a Bandit or an Ache keeps.
	maxKeptLinks = 1 << 17
	// waitingPriority is the priority of links that wait because another link stands for their arm.
	waitingPriority = -1
	// revisedArms is how many of the best arms get their priorities revised with each page. Those of the other arms are
	// slightly out of date, which changes nothing while they are not the best.
	revisedArms = 16
	// maxRaised is the greatest number of links that may stand for one arm. More than one is needed because the frontier passes over a link while its
	// host pauses.
	maxRaised = 4
)

// NewBandit returns a Bandit that has learned nothing yet. Its parameter Explore was chosen on the training topics of two recorded webs:
// rewards there are small and crawls are short, so with the usual sqrt(8) of AUER a crawl would only explore.
func NewBandit() *Bandit {
	return &Bandit{
		Explore: 0.1, paths: newTagPaths(), byClass: make(map[uint64]*arm), links: make(map[uint64]*armLink),
		fetched: make(map[uint64]struct{}), maxLinks: maxKeptLinks,
	}
}

// Name implements Strategy: it returns the name of the strategy.
func (*Bandit) Name() string { return "bandit" }

// Rank implements Strategy: it gives each link of a page its priority.
func (b *Bandit) Rank(src *Source, scores []Score) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range scores {
		if src.Follows(i) {
			b.keepLink(src, i)
		}
	}
	for i := range scores {
		if l := b.link(src, i); l != nil && len(l.arm.raised) == 0 {
			b.raise(l.arm)
		}
	}
	for i := range scores { // after all were raised that stand for their arms
		scores[i] = Score{Priority: waitingPriority}
		if l := b.link(src, i); l != nil && l.raised() {
			l.priority = b.upperEstimate(l.arm)
			scores[i].Priority = l.priority
		}
	}
}

// Preview implements Learner: it gives new links the priority of links that wait behind all arms.
func (b *Bandit) Preview(_ *Source, scores []Score) {
	for i := range scores {
		scores[i] = Score{Priority: waitingPriority}
	}
}

func (b *Bandit) link(src *Source, link int) *armLink {
	return b.links[weburl.Fingerprint(src.Page.Links[link].URL)]
}

// keepLink adds a link to its arm, unless it is kept already or was fetched.
func (b *Bandit) keepLink(src *Source, link int) {
	url := src.Page.Links[link].URL
	key := weburl.Fingerprint(url)
	if _, fetched := b.fetched[key]; fetched || b.links[key] != nil || len(b.links) >= b.maxLinks {
		return
	}
	class := b.paths.class(src.Page, link)
	a := b.byClass[class]
	if a == nil {
		a = &arm{class: class}
		b.byClass[class] = a
		b.arms = append(b.arms, a)
	}
	l := &armLink{
		url: strings.Clone(url), arm: a, probability: float32(src.Probability), order: b.found, priority: waitingPriority,
	}
	b.found++
	b.links[key] = l
	heap.Push(&a.waiting, l)
}

// Learn implements Learner: the topic probability of the page is the reward of the arm whose link led to it. The frontier may have passed
// over links of better arms because their hosts were busy; for each such arm, another link gets the arm's priority.
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
	b.paths.addPage(l.arm.class, src.Probability)
}

// Revise implements Learner: it returns the current priority of a queued link.
func (b *Bandit) Revise(url string) (float32, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.links[weburl.Fingerprint(url)]
	if l == nil || !l.raised() {
		return 0, false
	}
	l.priority = min(l.priority, b.upperEstimate(l.arm))
	return l.priority, true
}

// Revised implements Learner: it returns the links whose priority has changed since the last call.
func (b *Bandit) Revised() []Revision {
	b.mu.Lock()
	defer b.mu.Unlock()
	awake := b.awakeArms()
	var revised []Revision
	for _, a := range bestArms(awake, revisedArms) {
		for _, l := range a.raised {
			if l.priority != a.estimate {
				l.priority = a.estimate
				revised = append(revised, Revision{Fingerprint: weburl.Fingerprint(l.url), Priority: a.estimate})
			}
		}
	}
	if len(b.links) >= b.maxLinks*3/4 {
		b.trim(awake)
	}
	return revised
}

// trim drops waiting links of the worst arms until half of maxLinks are left.
func (b *Bandit) trim(awake []estimatedArm) {
	slices.SortStableFunc(awake, func(x, y estimatedArm) int { return cmp.Compare(x.estimate, y.estimate) })
	for _, a := range awake {
		for last := len(a.waiting) - 1; last >= 0 && len(b.links) > b.maxLinks/2; last-- {
			b.forget(a.waiting[last])
		}
	}
}

// Explain implements Strategy: it returns the terms of a link's current priority.
func (b *Bandit) Explain(src *Source, link int) []Reason {
	if _, reasons, ok := b.ReasonsOf(src.Page.Links[link].URL); ok {
		return reasons()
	}
	return waitsForOthers()
}

// ReasonsOf implements Learner: it returns the priority of a queued link, and a function that returns its terms.
func (b *Bandit) ReasonsOf(url string) (priority float32, reasons func() []Reason, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.links[weburl.Fingerprint(url)]
	switch {
	case l == nil:
		return 0, nil, false
	case !l.raised():
		return waitingPriority, waitsForOthers, true
	}
	mean, unknown := b.estimate(l.arm)
	return b.upperEstimate(l.arm), func() []Reason {
		return []Reason{
			{Name: termArmMean, Value: mean, Weight: 1},
			{Name: termArmUnknown, Value: unknown, Weight: b.Explore},
		}
	}, true
}

// waitsForOthers returns the only term of a link that waits while another link stands for its arm.
func waitsForOthers() []Reason {
	return []Reason{{Name: termWaits, Value: 1, Weight: waitingPriority}}
}
