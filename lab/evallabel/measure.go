package main

import (
	"context"

	"gannet/topic"
	"gannet/topic/label"
	"gannet/training/eval"
)

// f1 is that of a classifier on the pages that nobody is asked about.
func (s *start) f1(c *topic.Classifier) float64 {
	var list []verdict
	for i, id := range s.pages {
		if s.held[i] {
			list = append(list, verdict{s.relevant(id), c.Score(s.Vector(id)) >= 0.5})
		}
	}
	return f1Of(list)
}

// verdict is a classifier's on a page, and the truth.
type verdict struct{ yes, said bool }

func f1Of(list []verdict) float64 {
	hits, called, all := 0.0, 0.0, 0.0
	for _, v := range list {
		if v.yes {
			all++
		}
		if v.said {
			called++
		}
		if v.yes && v.said {
			hits++
		}
	}
	return 2 * hits / max(1, called+all)
}

// estimated is what the tool says of a classifier, against the truth.
type estimated struct {
	Within bool    // the true F1 is between the bounds
	Width  float64 // between them
	Off    float64 // the estimated F1 less the true one
}

// estimate compares the estimate with the truth about the pages that did not teach.
func (p *person) estimate() *estimated {
	var list []verdict
	called := 0
	for i, id := range p.pages {
		if _, taught := p.teach[i]; taught {
			continue
		}
		v := verdict{p.relevant(id), p.learned.Probabilities[i] >= 0.5}
		if v.said {
			called++
		}
		list = append(list, v)
	}
	held := make([]label.Held, len(p.held))
	for i, a := range p.held {
		held[i] = label.Held{Odds: a.HeldOut, Yes: a.Verdict == label.Yes, Relevant: p.learned.Probabilities[p.about[i]] >= 0.5}
	}
	said, ok := label.EstimateOf(held, called, len(list)-called)
	truth := f1Of(list)
	if !ok {
		return nil
	}
	return &estimated{said.F1.Low <= truth && truth <= said.F1.High, said.F1.High - said.F1.Low, said.F1.Value - truth}
}

// areas are those of crawls from the same seeds. The pages that were asked about count in none of them.
type areas struct{ Seeds, Judge, Taught float64 }

// leastRelevant is how many pages there must be to be found.
const leastRelevant = 20

// areas crawls again with what was learned, and by the seeds alone. It returns nil if too few pages are to be found.
func (p *person) areas(ctx context.Context) (*areas, error) {
	skip := make(map[int]bool)
	for _, id := range p.begin.Seeds {
		skip[id] = true
	}
	for page := range p.teach {
		skip[p.pages[page]] = true
	}
	for _, page := range p.about {
		skip[p.pages[page]] = true
	}
	relevant := 0
	for id, reachable := range p.Reachable(p.begin.Seeds) {
		if reachable && !skip[id] && p.relevant(id) {
			relevant++
		}
	}
	if relevant < leastRelevant {
		return nil, nil
	}
	area := func(course []int) float64 {
		var found []bool
		for _, id := range course {
			if !skip[id] && len(found) < 5*relevant {
				found = append(found, p.relevant(id))
			}
		}
		return eval.Area(found, relevant)
	}
	pages := 5*relevant + len(skip)
	seeds, err := p.crawl(ctx, eval.FromSeeds, p.begin, pages)
	if err != nil {
		return nil, err
	}
	begin := p.begin
	begin.Classifier = p.learned.Classifier
	taught, err := p.crawl(ctx, eval.Labelled, begin, pages)
	return &areas{area(seeds), area(p.course), area(taught)}, err
}
