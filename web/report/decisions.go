package report

import (
	"cmp"
	"errors"
	"slices"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/reason"
	"gannet/store"
)

// decision is a link that was taken, with the causes of its priority.
type decision struct {
	URL, Source string
	Probability float64
	Priority    float32
	Causes      []crawldir.Cause
}

const (
	candidates    = 100 // pages whose priorities are read
	mostDecisions = 5
	mostCauses    = 4
)

// decisions returns the links that the order did well or badly to take. Well: relevant pages, found on pages that are not. Badly:
// pages that are not relevant. Both with the highest priorities first, among those whose source pages promised least, or most.
func (g *graph) decisions(r *crawldir.Reader) (best, worst []decision, err error) {
	var good, bad []int
	source := func(i int) *node { return &g.nodes[g.nodes[i].source] }
	for i := range g.nodes {
		switch n := &g.nodes[i]; {
		case n.source < 0:
		case n.relevant && !source(i).relevant:
			good = append(good, i)
		case !n.relevant && source(i).relevant:
			bad = append(bad, i)
		}
	}
	bySource := func(a, b int) int { return cmp.Compare(source(a).score, source(b).score) }
	slices.SortStableFunc(good, bySource)
	slices.SortStableFunc(bad, func(a, b int) int { return bySource(b, a) })
	if best, err = g.highest(r.Store, good); err == nil {
		worst, err = g.highest(r.Store, bad)
	}
	explain(r, best)
	explain(r, worst)
	return best, worst, err
}

// highest reads the priorities of the first pages of a list, and returns the pages with the highest ones.
func (g *graph) highest(from store.Reader, list []int) (found []decision, err error) {
	for _, i := range list[:min(len(list), candidates)] {
		p, _, err := from.Lookup(g.nodes[i].url)
		if errors.Is(err, store.ErrNotFound) { // taken out meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		if priority, ok := crawler.KeptPriority(p); ok {
			found = append(found, decision{URL: p.URL, Source: p.Via, Probability: p.Score, Priority: priority})
		}
	}
	slices.SortStableFunc(found, func(a, b decision) int { return cmp.Compare(b.Priority, a.Priority) })
	return found[:min(len(found), mostDecisions)], nil
}

// explain adds the largest causes of the priorities, where they are known.
func explain(r *crawldir.Reader, list []decision) {
	for i := range list {
		if e, err := r.Explain(list[i].URL, crawldir.ExplainOptions{KeptOnly: true}); err == nil {
			list[i].Causes = e.Causes[:min(len(e.Causes), mostCauses)]
		}
	}
}

// count is a name with the number of times that it was counted.
type count struct {
	Name     string
	N        int
	Sentence string
}

// mostCounts is how many lines a table of counts has.
const mostCounts = 20

// largest returns the largest counts that are not 0, with the sentences of reasons.
func largest(counts map[string]int64, most int) (list []count) {
	for name, n := range counts {
		if n > 0 {
			list = append(list, count{name, int(n), reason.Reason(name).Sentence()})
		}
	}
	slices.SortFunc(list, func(a, b count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return list[:min(len(list), most)]
}
