package ranker

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"gannet/features"
	"gannet/topic"
)

// LinksName is the name of the strategy Links, whose model was trained on earlier crawls.
const LinksName = "links"

// Links is the strategy that orders links by a model over the 35 features of de Groc & Tannier. It does not learn during the crawl.
type Links struct {
	model   Model
	query   *topic.Query
	scratch sync.Pool // of *linksScratch
}

// linksScratch is the memory for ranking one page.
type linksScratch struct {
	features.Vectorizer
	scores []float64
}

// ErrNoModel says that a strategy cannot be made without a model.
var ErrNoModel = errors.New("a model is needed")

// NewLinks returns the strategy Links with the model needs.Links. The error is ErrNoModel if that is nil, and gbdt.ErrModel if the model was
// trained on other features.
func NewLinks(needs Needs) (*Links, error) {
	if needs.Links == nil {
		return nil, fmt.Errorf("strategy %q: %w", LinksName, ErrNoModel)
	}
	if err := needs.Links.CheckFeatures(linkNames()); err != nil {
		return nil, err
	}
	l := &Links{model: needs.Links, query: needs.Query}
	l.scratch.New = func() any {
		return &linksScratch{Vectorizer: features.Vectorizer{Languages: needs.Languages, Language: needs.Language}}
	}
	return l, nil
}

func linkNames() []string { return features.Names(features.LinkFeatures()) }

// Name implements Strategy: it returns the name of the strategy.
func (*Links) Name() string { return LinksName }

// Rank implements Strategy: the priority is the model's score, which has no unit.
func (l *Links) Rank(src *Source, scores []Score) {
	s := l.scratch.Get().(*linksScratch)
	defer l.scratch.Put(s)
	rows := l.rows(s, src)
	s.scores = slices.Grow(s.scores[:0], len(scores))[:len(scores)]
	l.model.Score(rows, len(scores), s.scores)
	for i, score := range s.scores {
		scores[i] = Score{Priority: float32(score)}
	}
}

func (l *Links) rows(s *linksScratch, src *Source) []float64 {
	var subject features.Subject
	if l.query != nil {
		subject = l.query
	}
	return s.Links(src.Page, subject, src.Probability, src.Parent, src.Grandparent)
}

// Explain implements Strategy: it returns the terms whose sum is the priority of a link. The first term is the mean score of all links; each
// other term is what one feature adds to it, the largest first.
func (l *Links) Explain(src *Source, link int) []Reason {
	s := l.scratch.Get().(*linksScratch)
	defer l.scratch.Put(s)
	names := linkNames()
	row := slices.Clone(l.rows(s, src)[link*len(names):][:len(names)])
	bias, contributions := l.model.Contributions(row)
	reasons := []Reason{{Name: termAnyLink, Value: bias, Weight: 1}}
	for i, c := range contributions {
		if c != 0 {
			reasons = append(reasons, Reason{Name: names[i], Value: c, Weight: 1, Measured: &row[i]})
		}
	}
	largestFirst(reasons[1:])
	return reasons
}
