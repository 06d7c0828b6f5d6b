package eval

import (
	"context"

	"gannet/crawler"
	"gannet/topic"
)

// Start is what a crawl begins with.
type Start struct {
	Seeds      []int // numbers of pages
	Words      []string
	IDF        *topic.IDF
	Classifier *topic.Classifier
}

// Course crawls by a strategy, and returns the numbers of at most pages pages in the order of their fetches. The options say whether the classifier
// stays as it is or is renewed by the judge.
func (w *Web) Course(ctx context.Context, o Options, strategy string, s Start, pages int) ([]int, error) {
	d := &draw{
		web: w, learnt: make([]bool, len(w.pages)), relevant: make([]bool, len(w.pages)),
		query: topic.NewQuery(s.Words, s.IDF), classifier: s.Classifier, probability: make([]float64, len(w.pages)),
	}
	for _, id := range s.Seeds {
		d.seeds = append(d.seeds, int32(id))
	}
	for id := range w.vectors {
		d.probability[id] = s.Classifier.Score(w.vectors[id])
	}
	ranked, err := d.strategy(strategy, o)
	if err != nil {
		return nil, err
	}
	var order []int
	d.watch = func(v crawler.JudgedPage) { order = append(order, int(w.ids[v.URL])) }
	_, _, err = d.crawl(ctx, o, ranked, pages)
	return order[:min(len(order), pages)], err
}

// Reachable marks the pages that a crawl from seeds can reach.
func (w *Web) Reachable(seeds []int) []bool {
	ids := make([]int32, len(seeds))
	for i, id := range seeds {
		ids[i] = int32(id)
	}
	return w.reachable(ids)
}

// Area returns the area under the recall curve of a crawl, defined as in Result. found says for each counted fetch whether it found one of the
// relevant pages.
func Area(found []bool, relevant int) float64 {
	var c curve
	for _, yes := range found {
		c = append(c, c.at(len(c)))
		if yes {
			c[len(c)-1]++
		}
	}
	return c.area(relevant)
}
