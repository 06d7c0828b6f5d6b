package main

import (
	"fmt"
	"os"
	"slices"

	"gannet/topic"
)

// rest prints how a classifier does on pages of the web that are not among the first of the crawl.
func (s *start) rest(name string, c *topic.Classifier) {
	if os.Getenv("REST") == "" {
		return
	}
	in := make(map[int]bool)
	for _, id := range s.pages {
		in[id] = true
	}
	type row struct {
		m   float64
		yes bool
	}
	var list []row
	for id := range s.URLs() {
		if in[id] || id%3 != 0 || s.Page(id) == nil {
			continue
		}
		list = append(list, row{c.Score(s.Vector(id)), s.relevant(id)})
	}
	slices.SortFunc(list, func(a, b row) int {
		if a.m > b.m {
			return -1
		}
		return 1
	})
	all := 0.0
	for _, r := range list {
		if r.yes {
			all++
		}
	}
	hits, best, at, auc, called, got := 0.0, 0.0, 0, 0.0, 0.0, 0.0
	for i, r := range list {
		if r.yes {
			hits++
		} else {
			auc += hits
		}
		if f := 2 * hits / (float64(i+1) + all); f > best {
			best, at = f, i+1
		}
		if r.m >= 0.5 {
			called++
			if r.yes {
				got++
			}
		}
	}
	fmt.Fprintf(os.Stderr, "REST %s %-10s n %d rel %.0f called %.0f P %.3f R %.3f F1 %.3f best %.3f at %d AUC %.3f\n", s.topic, name, len(list), all, called,
		got/max(1, called), got/max(1, all), 2*got/max(1, called+all), best, at, auc/max(1, all*(float64(len(list))-all)))
}

func (s *start) scratch() {
	yes := 0
	for _, id := range s.pages {
		if s.relevant(id) {
			yes++
		}
	}
	fmt.Fprintf(os.Stderr, "SCRATCH %s pages %d yes %d\n", s.topic, len(s.pages), yes)
	s.rest("judge", s.measured.Judge().Classifier)
	p := s.newPerson(reach)
	p.label()
	nyes := 0
	for _, v := range p.teach {
		if v {
			nyes++
		}
	}
	fmt.Fprintf(os.Stderr, "teach %d yes %d heldF1 %.3f\n", len(p.teach), nyes, s.f1(p.learned.Classifier))
	s.rest("taught", p.learned.Classifier)
	p = s.newPerson(random)
	p.answer(manyRandom, false)
	p.learn()
	s.rest("many", p.learned.Classifier)
	all := make(map[int]bool)
	for i, id := range s.pages {
		all[i] = s.relevant(id)
	}
	s.rest("all", s.measured.Taught(all).Classifier)
}
