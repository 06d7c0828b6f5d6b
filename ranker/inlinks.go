package ranker

import (
	"sync"

	"gannet/internal/weburl"
)

// InLinks is a family of strategies that order links by the fetched pages which link to them: ParentMean, ParentSum and Blend.
type InLinks struct {
	name  string
	value func(inLinks) float64
	shark *Shark // of Blend, else nil

	mu      sync.Mutex // guards the fields below
	pages   uint32     // ranked so far
	targets map[uint64]inLinks
}

// inLinks is what is known of one target. It takes some 40 bytes in the map, for every URL seen.
type inLinks struct {
	sum      float32 // of the source pages' probabilities
	best     float32 // NeighborhoodScore
	n        uint32  // source pages
	lastPage uint32  // number of the last of them, from 1
}

// blendPrior is how many pages of probability 0 are added to the mean of Blend.
const blendPrior = 1

// ParentMean returns the strategy that orders links by the mean topic probability of the pages that link to them.
func ParentMean() *InLinks {
	return newInLinks("parent-mean", func(l inLinks) float64 { return float64(l.sum) / float64(l.n) }, nil)
}

// ParentSum returns the strategy that orders links by the sum of the topic probabilities of the pages that link to them.
func ParentSum() *InLinks {
	return newInLinks("parent-sum", func(l inLinks) float64 { return float64(l.sum) }, nil)
}

// Blend returns the strategy that orders links by the sum of two scores: that of ParentMean, shrunk towards 0 for links from few pages, and
// the link's best Shark.NeighborhoodScore.
func Blend(shark *Shark) *InLinks {
	return newInLinks("blend", func(l inLinks) float64 {
		return float64(l.sum)/float64(l.n+blendPrior) + float64(l.best)
	}, shark)
}

func newInLinks(name string, value func(inLinks) float64, shark *Shark) *InLinks {
	return &InLinks{name: name, value: value, shark: shark, targets: make(map[uint64]inLinks)}
}

// Name implements Strategy: it returns the name of the strategy.
func (s *InLinks) Name() string { return s.name }

// Learn implements Learner. It does nothing, because InLinks learns only from links, in Rank.
func (*InLinks) Learn(*Source) {}

// Revise implements Learner. It returns no priority, because priorities change only when new links to a page are found, and then Rank returns
// them.
func (*InLinks) Revise(string) (float32, bool) { return 0, false }

// Revised implements Learner. It returns nil, because priorities change only in Rank.
func (*InLinks) Revised() []Revision { return nil }

// Rank implements Strategy: it gives each link of a page its priority. If a page has several links to one target, they count as one link with
// the best of their scores.
func (s *InLinks) Rank(src *Source, scores []Score) {
	neighborhood := s.neighborhoodScores(src) // outside the lock
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages++
	for i := range scores {
		key := weburl.Fingerprint(src.Page.Links[i].URL)
		t := s.targets[key]
		if t.lastPage != s.pages {
			t.sum += float32(src.Probability)
			t.n++
			t.lastPage = s.pages
		}
		if neighborhood != nil {
			t.best = max(t.best, neighborhood[i])
		}
		s.targets[key] = t
		scores[i] = Score{Priority: float32(s.value(t))}
	}
}

// Preview implements Learner: it ranks the links of a page without learning from the page.
func (s *InLinks) Preview(src *Source, scores []Score) {
	neighborhood := s.neighborhoodScores(src)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range scores {
		t := s.targets[weburl.Fingerprint(src.Page.Links[i].URL)]
		t.sum += float32(src.Probability)
		t.n++
		if neighborhood != nil {
			t.best = max(t.best, neighborhood[i])
		}
		scores[i] = Score{Priority: float32(s.value(t))}
	}
}

// neighborhoodScores returns the NeighborhoodScore of each link, or nil if the strategy uses none.
func (s *InLinks) neighborhoodScores(src *Source) []float32 {
	if s.shark == nil {
		return nil
	}
	scores := make([]float32, len(src.Page.Links))
	for i := range scores {
		scores[i] = float32(s.shark.NeighborhoodScore(src.Page, i))
	}
	return scores
}

// Explain implements Strategy: it returns the terms of a link's current priority.
func (s *InLinks) Explain(src *Source, link int) []Reason {
	if _, reasons, ok := s.ReasonsOf(src.Page.Links[link].URL); ok {
		return reasons()
	}
	return nil
}

// ReasonsOf implements Learner: it returns the priority of a queued link, and a function that returns its terms. All pages that link to the
// target are one term together.
func (s *InLinks) ReasonsOf(url string) (priority float32, reasons func() []Reason, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.targets[weburl.Fingerprint(url)]
	if !ok {
		return 0, nil, false
	}
	return float32(s.value(t)), func() []Reason { return s.reasons(t) }, true
}

// reasons splits a priority.
func (s *InLinks) reasons(t inLinks) []Reason {
	reasons := []Reason{{Name: termPages, Value: s.value(t) - float64(t.best), Weight: 1}}
	if s.shark != nil {
		reasons = append(reasons, Reason{Name: termNeighborhood, Value: float64(t.best), Weight: 1})
	}
	return reasons
}
