package ranker

import "github.com/zeebo/xxh3"

// BreadthFirst is the strategy that follows links in the order in which they were found, those nearest to the seeds first.
type BreadthFirst struct{}

// Name implements Strategy: it returns the name of the strategy.
func (BreadthFirst) Name() string { return "bfs" }

// Rank implements Strategy: the priority is minus the target's depth, and the frontier keeps the order of arrival
// among equals.
func (BreadthFirst) Rank(src *Source, scores []Score) {
	for i := range scores {
		scores[i] = Score{Priority: -float32(src.Depth + 1)}
	}
}

// Explain implements Strategy: it returns the terms whose sum is the priority of a link.
func (BreadthFirst) Explain(src *Source, _ int) []Reason {
	return []Reason{{Name: "depth", Value: float64(src.Depth + 1), Weight: -1}}
}

// Random is the strategy that follows links in random order. The same Seed gives the same order.
type Random struct{ Seed uint64 }

// Name implements Strategy: it returns the name of the strategy.
func (Random) Name() string { return "random" }

// Rank implements Strategy: it gives each link a random priority, uniform between 0 and 1.
func (r Random) Rank(src *Source, scores []Score) {
	for i := range scores {
		scores[i] = Score{Priority: r.draw(src.Page.Links[i].URL)}
	}
}

// Explain implements Strategy: it returns the terms whose sum is the priority of a link.
func (r Random) Explain(src *Source, link int) []Reason {
	return []Reason{{Name: "draw", Value: float64(r.draw(src.Page.Links[link].URL)), Weight: 1}}
}

// draw returns a number made of 24 bits of the URL's hash, as many as a float32 holds.
func (r Random) draw(url string) float32 {
	return float32(xxh3.HashStringSeed(url, r.Seed)>>40) / (1 << 24)
}

// Parent is the strategy that follows links from those pages first that are most likely on topic. A link that is on several pages gets the
// highest of their priorities.
type Parent struct{}

// Name implements Strategy: it returns the name of the strategy.
func (Parent) Name() string { return "parent" }

// Rank implements Strategy: the priority is the page's topic probability.
func (Parent) Rank(src *Source, scores []Score) {
	for i := range scores {
		scores[i] = Score{Priority: float32(src.Probability)}
	}
}

// Explain implements Strategy: it returns the terms whose sum is the priority of a link.
func (Parent) Explain(src *Source, _ int) []Reason {
	return []Reason{{Name: termParent, Value: src.Probability, Weight: 1}}
}
