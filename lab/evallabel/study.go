package main

import (
	"context"
	"log"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// measureWeb measures all topics of a web, one draw of all after the other.
func (r *results) measureWeb(ctx context.Context, w *web, split string, topics []string, o options) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for draw := range o.draws {
		for _, name := range topics {
			if r.has(w.name, name, draw) || o.topic != "" && name != o.topic {
				continue
			}
			group.Go(func() error {
				one, err := w.measure(ctx, name, split, o.seed, draw)
				if err != nil {
					return err
				}
				log.Printf("%s: %s, draw %d", w.name, name, draw)
				return r.add(one)
			})
		}
	}
	return group.Wait()
}

// measure measures one crawl of a topic. All orders are compared on topics for training, and the chosen one is measured on the
// others.
func (w *web) measure(ctx context.Context, name, split string, seed uint64, draw int) (one result, err error) {
	one = result{Web: w.name, Topic: name, Split: split, Draw: draw, After: make(map[string]float64)}
	s, err := w.newStart(ctx, name, seed, uint64(draw))
	if err != nil || s == nil {
		one.Skipped = true
		return one, err
	}
	none := s.measured.Judge().Classifier
	one.None, one.RestNone = s.f1(none), s.rest(none)
	for _, order := range ordersOf(split) {
		p := s.newPerson(order)
		p.label()
		one.After[order] = s.f1(p.learned.Classifier)
		if order == reach {
			one.RestAfter = s.rest(p.learned.Classifier)
		}
		if split != train && order == reach {
			one.Estimate = p.estimate()
			if one.Areas, err = p.areas(ctx); err != nil {
				return one, err
			}
		}
	}
	p := s.newPerson(random)
	p.answer(manyRandom, false)
	p.learn()
	one.Many, one.RestMany = s.f1(p.learned.Classifier), s.rest(p.learned.Classifier)
	return one, nil
}

// label answers 80 questions. Random ones do not depend on what was learned, so it is learned once.
func (p *person) label() {
	for range rounds {
		p.answer(10, true)
		if p.order != random {
			p.learn()
		}
	}
	p.learn()
}

// The splits of topics.
const (
	train = "train"
	test  = "test"
)

// ordersOf returns the orders that are compared on topics of a split.
func ordersOf(split string) []string {
	if split == train {
		return []string{random, uncertain, reach, density, positives}
	}
	return []string{random, reach}
}
