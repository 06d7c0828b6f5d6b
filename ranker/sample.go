package ranker

import (
	"cmp"
	"math"
	"slices"

	"github.com/zeebo/xxh3"
)

// SampleName is the name of the strategy Sample, for crawls whose pages are training data.
const SampleName = "sample"

const (
	sampleSize  = 10   // links followed of a page
	sampleFloor = 0.01 // weight of a link that Shark Search gives less, so that every link can be drawn
)

// Sample is the strategy that follows ten random links of each page, drawn without replacement with probabilities in proportion to their
// scores in Shark Search. So were the training crawls of de Groc & Tannier made (section 3.2).
//
// A link's priority is the logarithm of its score plus a Gumbel variate. So the ten links of a page with the highest priority are such a
// draw, and so is the queued link with the highest priority. In the paper, links are drawn in rounds of 300; here every fetch is a round.
type Sample struct {
	shark *Shark
	seed  uint64
}

// NewSample returns the strategy Sample. With the same seed it draws the same links of a page.
func NewSample(shark *Shark, seed uint64) *Sample { return &Sample{shark: shark, seed: seed} }

// Name implements Strategy: it returns the name of the strategy.
func (*Sample) Name() string { return SampleName }

// Rank implements Strategy: it gives each link of a page its priority, and sets Score.Skip for links that were not drawn. If several links
// lead to one target, only the best of them counts.
func (s *Sample) Rank(src *Source, scores []Score) {
	s.shark.Rank(src, scores)
	var order []int
	for i := range scores {
		scores[i].Priority = float32(logWeight(scores[i].Priority) + s.gumbel(src, i))
		scores[i].Skip = true
		if src.Follows(i) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b].Priority, scores[a].Priority) })
	drawn := make([]string, 0, sampleSize)
	for _, i := range order {
		if url := src.Page.Links[i].URL; !slices.Contains(drawn, url) {
			drawn = append(drawn, url)
			scores[i].Skip = false
		}
		if len(drawn) == sampleSize {
			break
		}
	}
}

// Explain implements Strategy: it returns the terms whose sum is the priority of a link.
func (s *Sample) Explain(src *Source, link int) []Reason {
	return []Reason{
		{Name: "logarithm of Shark Search's weight", Value: logWeight(float32(sumOfTerms(s.shark.Explain(src, link)))), Weight: 1},
		{Name: "draw", Value: s.gumbel(src, link), Weight: 1},
	}
}

func logWeight(weight float32) float64 { return math.Log(max(float64(weight), sampleFloor)) }

// gumbel draws from the standard Gumbel distribution. The number depends on a link and its page.
func (s *Sample) gumbel(src *Source, link int) float64 {
	h := xxh3.HashStringSeed(src.Page.Links[link].URL, xxh3.HashStringSeed(src.Page.URL, s.seed))
	return -math.Log(-math.Log((float64(h>>11) + 0.5) / (1 << 53)))
}

// sumOfTerms is the sum of the terms.
func sumOfTerms(reasons []Reason) (sum float64) {
	for _, r := range reasons {
		sum += r.Value * r.Weight
	}
	return sum
}
