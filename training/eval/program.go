package eval

import (
	"context"
	"fmt"
)

// Program is a crawler of others that is compared with our strategies on the same topics and seeds.
type Program struct {
	Name string
	// Crawl runs the crawler on a task. It returns when the crawler has ended, or when the task's budget is spent. An error ends the
	// whole comparison.
	Crawl func(context.Context, Task) error
}

// Task is what a Program has to crawl: a topic with one draw of seeds.
type Task struct {
	Topic string
	Draw  int
	Seeds []string // URLs
	Words []string // of the query, the heaviest first
	// Relevant reports whether the draw's classifier considers a page of the web relevant. One of our strategies knows this only of pages that were
	// fetched, so a Program may use it only for fetched pages.
	Relevant func(url string) bool
	// Fetched records that the Program has fetched a page of the web. It must be called in the order of the fetches. Repetitions and other URLs are
	// not counted. It returns false once the budget is spent, and then the Program must be ended. It is not safe for concurrent use.
	Fetched func(url string) bool
}

// run lets a Program crawl for a draw of a topic, and counts its fetches in the same way as those of a strategy.
func (p Program) run(ctx context.Context, d *draw, topic string, n, budget int) (Result, error) {
	own := d.forCrawl()
	own.losses = newLossCount(own)
	seen := make([]bool, len(d.web.pages))
	var c curve
	t := Task{
		Topic: topic, Draw: n, Seeds: d.seedURLs(), Words: d.query.Words(),
		Relevant: func(url string) bool {
			id, ok := d.web.ids[url]
			return ok && d.probability[id] >= relevantFrom
		},
		Fetched: func(url string) bool {
			if id, ok := d.web.ids[url]; ok && !seen[id] {
				seen[id] = true
				c = own.addPage(c, id, budget)
			}
			return len(c) < budget
		},
	}
	if err := p.Crawl(ctx, t); err != nil {
		return Result{}, fmt.Errorf("topic %s, draw %d, %s: %w", topic, n, p.Name, err)
	}
	r := newResult(p.Name, topic, n, d.count, c)
	own.losses.record(&r, c)
	return r, nil
}
