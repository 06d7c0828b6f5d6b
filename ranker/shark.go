package ranker

import (
	"gannet/features"
	"gannet/topic"
)

// Shark is the strategy Shark Search (Hersovici et al., Computer Networks 30, 1998, figure 2). The relevance of a page is its topic
// probability, as in de Groc & Tannier, section 4. A parameter that is zero means zero, not a default; NewShark sets the usual parameters.
type Shark struct {
	Decay    float64 // d: the share of its relevance, or of what it inherited, that a page passes on
	Anchor   float64 // b: weight of the anchor; its context has the rest
	Inherit  float64 // g: weight of what is inherited; anchor and context have the rest
	Window   int     // words of context around the anchor
	Relevant float64 // probability from which a page passes on its own relevance

	query *topic.Query
}

// NewShark returns Shark Search with the parameters of de Groc & Tannier: d=0.5, b=0.8, g=0.1, and a context of 10 words around a link.
func NewShark(query *topic.Query) *Shark {
	return &Shark{Decay: 0.5, Anchor: 0.8, Inherit: 0.1, Window: 10, Relevant: 0.5, query: query}
}

// Name implements Strategy: it returns the name of the strategy.
func (*Shark) Name() string { return "shark" }

// Rank implements Strategy: it gives each link of a page its priority.
func (s *Shark) Rank(src *Source, scores []Score) {
	inherited := s.inherited(src)
	for i := range scores {
		potential := s.Inherit*inherited + (1-s.Inherit)*s.NeighborhoodScore(src.Page, i)
		scores[i] = Score{Priority: float32(potential), Inherited: float32(inherited)}
	}
}

// Explain implements Strategy: it returns the terms whose sum is the priority of a link.
func (s *Shark) Explain(src *Source, link int) []Reason {
	anchor, context := s.neighborhood(src.Page, link)
	return []Reason{
		{Name: "inherited", Value: s.inherited(src), Weight: s.Inherit},
		{Name: "anchor", Value: anchor, Weight: (1 - s.Inherit) * s.Anchor},
		{Name: "context", Value: context, Weight: (1 - s.Inherit) * (1 - s.Anchor)},
	}
}

// inherited returns the relevance that the page's links inherit. A relevant page passes on its own relevance, and any other page the relevance that
// it inherited itself. Both are multiplied by the decay.
func (s *Shark) inherited(src *Source) float64 {
	if src.Probability >= s.Relevant {
		return s.Decay * src.Probability
	}
	return s.Decay * src.Inherited
}

// NeighborhoodScore scores a link only by the words of its anchor and the words around it. It implements evidence.LinkScorer.
func (s *Shark) NeighborhoodScore(page *features.Page, link int) float64 {
	anchor, context := s.neighborhood(page, link)
	return s.Anchor*anchor + (1-s.Anchor)*context
}

// neighborhood compares anchor and context with the query. An anchor that shares a word with the query makes its
// context count in full, as in the original.
func (s *Shark) neighborhood(page *features.Page, link int) (anchor, context float64) {
	l := &page.Links[link]
	if anchor = s.query.Cosine(page, l.Anchor); anchor > 0 {
		return anchor, 1
	}
	return 0, s.query.Cosine(page, page.Window(l, s.Window))
}
