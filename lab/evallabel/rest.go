package main

import (
	"fmt"
	"io"
	"slices"

	"gannet/topic"
)

// rest says how good a classifier is on pages that are not among the first of the crawl.
type rest struct {
	Share float64 // of the pages that are on topic
	F1    float64
	Best  float64 // F1 by the best threshold, which nobody knows
	AUC   float64 // probability that a page on topic has a higher margin than another one
}

// restOf is one of how many pages of the rest of the web are judged.
const restOf = 3

// rest judges a third of the pages that are not among the first ones.
func (s *start) rest(c *topic.Classifier) (r rest) {
	type judged struct {
		probability float64
		yes         bool
	}
	first := make(map[int]bool)
	for _, id := range s.pages {
		first[id] = true
	}
	var list []judged
	relevant, called, right := 0.0, 0.0, 0.0
	for id := 0; id < len(s.URLs()); id += restOf {
		if first[id] {
			continue
		}
		j := judged{c.Score(s.Vector(id)), s.relevant(id)}
		list = append(list, j)
		if j.yes {
			relevant++
		}
		if j.probability >= 0.5 {
			called++
			if j.yes {
				right++
			}
		}
	}
	if relevant == 0 || int(relevant) == len(list) {
		return r
	}
	slices.SortStableFunc(list, func(a, b judged) int {
		switch {
		case a.probability > b.probability:
			return -1
		case a.probability < b.probability:
			return 1
		}
		return 0
	})
	hits, pairs := 0.0, 0.0
	for i, j := range list {
		if j.yes {
			hits++
		} else {
			pairs += hits
		}
		r.Best = max(r.Best, 2*hits/(float64(i+1)+relevant))
	}
	others := float64(len(list)) - relevant
	r.Share, r.F1, r.AUC = relevant/float64(len(list)), 2*right/(called+relevant), pairs/(relevant*others)
	return r
}

// writeRest writes a table about the rest of the web.
func (r *results) writeRest(w io.Writer, o options, split string) {
	fmt.Fprintf(w, "\n## The rest of the web, topics of the split %s\n\nF1, F1 by the best threshold, and AUC (how often a page on topic has a higher probability than another).\n\n", split)
	fmt.Fprint(w, "| web | topics | share on topic | no answers | 80 answers | 200 random |\n|---|--:|--:|--:|--:|--:|\n")
	for _, web := range o.webs {
		list := r.of(web, split)
		at := func(of func(*result) rest, value func(rest) float64) (float64, int) {
			return mean(list, func(one *result) (float64, bool) { return value(of(one)), one.RestNone.Share > 0 })
		}
		share, topics := at(func(one *result) rest { return one.RestNone }, func(x rest) float64 { return x.Share })
		if topics == 0 {
			continue
		}
		fmt.Fprintf(w, "| %s | %d | %.3f |", web, topics, share)
		for _, of := range []func(*result) rest{
			func(one *result) rest { return one.RestNone }, func(one *result) rest { return one.RestAfter }, func(one *result) rest { return one.RestMany },
		} {
			f1, _ := at(of, func(x rest) float64 { return x.F1 })
			best, _ := at(of, func(x rest) float64 { return x.Best })
			auc, _ := at(of, func(x rest) float64 { return x.AUC })
			fmt.Fprintf(w, " %.3f, %.3f, %.3f |", f1, best, auc)
		}
		fmt.Fprintln(w)
	}
}
