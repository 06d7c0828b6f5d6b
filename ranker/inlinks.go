package ranker

import (
	"sync"

	"gannet/internal/weburl"
)

// InLinks orders links by an average over the pages fetched so far that lead to them. It is one of parent-mean,
// parent-sum and blend.
type InLinks struct {
	name  string
	value func(inLink) float64
	shark *Shark // for blend: scores anchors and contexts

	mu      sync.Mutex // guards the fields below
	pages   uint32     // ranked so far
	targets map[uint64]inLink
}

// inLink is what is known of one target: some 40 bytes with its place in the map, for every URL seen.
type inLink struct {
	sum, best float32 // of the sources' probabilities; the best anchor-and-context score
	n, last   uint32  // sources; number of the last of them
}

// blendPrior is how many pages of probability 0 the mean of blend is shrunk by.
const blendPrior = 1

// ParentMean gives the mean topic probability of the pages that lead to a link.
func ParentMean() *InLinks {
	return newInLinks("parent-mean", func(l inLink) float64 { return float64(l.sum) / float64(l.n) }, nil)
}

// ParentSum gives the sum of the topic probabilities of the pages that lead to a link.
func ParentSum() *InLinks {
	return newInLinks("parent-sum", func(l inLink) float64 { return float64(l.sum) }, nil)
}

// Blend gives the mean of ParentMean, shrunk towards 0, plus the best that Shark Search says of an anchor and its context.
func Blend(shark *Shark) *InLinks {
	return newInLinks("blend", func(l inLink) float64 {
		return float64(l.sum)/float64(l.n+blendPrior) + float64(l.best)
	}, shark)
}

func newInLinks(name string, value func(inLink) float64, shark *Shark) *InLinks {
	return &InLinks{name: name, value: value, shark: shark, targets: make(map[uint64]inLink)}
}

// Name implements Strategy.
func (s *InLinks) Name() string { return s.name }

// Learn implements Learner: all is learned from the links, in Rank.
func (*InLinks) Learn(*Source) {}

// Revise implements Learner: priorities change with links alone, which Rank gives.
func (*InLinks) Revise(string) (float32, bool) { return 0, false }

// Revised implements Learner.
func (*InLinks) Revised() []Revision { return nil }

// Rank implements Strategy. Several links of a page to one target count as one, with the best of their scores.
func (s *InLinks) Rank(src *Source, scores []Score) {
	near := s.near(src)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages++
	for i := range scores {
		key := weburl.Fingerprint(src.Page.Links[i].URL)
		t := s.targets[key]
		if t.last != s.pages {
			t.sum += float32(src.Probability)
			t.n++
			t.last = s.pages
		}
		if near != nil {
			t.best = max(t.best, near[i])
		}
		s.targets[key] = t
		scores[i] = Score{Priority: float32(s.value(t))}
	}
}

// near scores anchors and contexts, outside the lock.
func (s *InLinks) near(src *Source) []float32 {
	if s.shark == nil {
		return nil
	}
	near := make([]float32, len(src.Page.Links))
	for i := range near {
		near[i] = float32(s.shark.NeighborhoodScore(src.Page, i))
	}
	return near
}

// Explain implements Strategy: of the pages that lead to the link, by what is known now, as one term.
func (s *InLinks) Explain(src *Source, link int) []Reason {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.targets[weburl.Fingerprint(src.Page.Links[link].URL)]
	if t.n == 0 {
		return nil
	}
	reasons := []Reason{{Name: "topic probability of the pages that lead there", Value: s.value(t) - float64(t.best), Weight: 1}}
	if s.shark != nil {
		reasons = append(reasons, Reason{Name: "best anchor and context", Value: float64(t.best), Weight: 1})
	}
	return reasons
}
