package eval

import (
	"context"

	"gannet/crawler"
	"gannet/topic"
)

// Start has the seeds, the query and the classifier with which a crawl begins.
type Start struct {
	Seeds      []int // numbers of pages
	Words      []string
	IDF        *topic.IDF
	Classifier *topic.Classifier
}

// Course crawls by a strategy, and returns the numbers of the fetched pages in their order, at most pages of them. The options say whether
// the classifier stays the same or is renewed by the judge.
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

// Reachable returns, for each page of the web, whether a crawl from the seeds can reach it.
func (w *Web) Reachable(seeds []int) []bool {
	ids := make([]int32, len(seeds))
	for i, id := range seeds {
		ids[i] = int32(id)
	}
	return w.reachable(ids)
}

// Area returns the area under the recall curve of a crawl, as Result defines it. found says for each fetch that counts whether its page is
// relevant, and relevant is the number of all relevant pages.
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
