package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gannet/ranker"
)

// orderDraws is how many draws of seeds tell orders apart. The areas of two draws may differ by .2.
const orderDraws = 20

// orderStrategies are the orders that are compared by many draws.
var orderStrategies = []string{"parent-mean", "ache", ranker.LearnedName}

// orderAreas are the areas of one strategy, by draw.
type orderAreas struct{ jobs, postings []float64 }

// ordersSection writes how soon orders find jobs and postings, from many draws of seeds.
func ordersSection(w io.Writer, o options) error {
	return onJobWeb(o, func(c *jobCrawls, _, _ int) error {
		areas, err := c.orders(o, orderStrategies, orderDraws)
		if err != nil {
			return err
		}
		writeOrders(w, c, areas)
		return nil
	})
}

// orders crawls by every strategy from every draw of seeds.
func (c *jobCrawls) orders(o options, strategies []string, draws int) ([]orderAreas, error) {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(runtime.GOMAXPROCS(0))
	areas := make([]orderAreas, len(strategies))
	for s, name := range strategies {
		areas[s] = orderAreas{make([]float64, draws), make([]float64, draws)}
		for n := range draws {
			group.Go(func() error {
				d, err := c.draw(uint64(n))
				if err != nil {
					return err
				}
				f, err := c.crawl(ctx, name, d, o.seed, nil)
				if err != nil {
					return fmt.Errorf("%s, draw %d: %w", name, n, err)
				}
				areas[s].jobs[n] = f.area(c.web.Jobs(), c.budget)
				areas[s].postings[n] = areaOf(f.postings, len(c.web.Postings()), c.budget)
				return nil
			})
		}
	}
	return areas, group.Wait()
}

// writeOrders writes the areas, and how far each is from that of the last strategy on the same draws.
func writeOrders(w io.Writer, c *jobCrawls, areas []orderAreas) {
	last := areas[len(areas)-1]
	fmt.Fprintf(w, "### Orders, by many draws\n\n"+
		"The same web and crawls of %d pages, with %d draws of seeds. *Postings* is the area under the curve of relevant pages, copies and all. An\n"+
		"order that finds more postings can find fewer jobs, if they are copies of the same. Differences are to %s, on the same draws.\n\n"+
		"| strategy | jobs | difference | better on | postings | difference | better on |\n|---|---|---|---|---|---|---|\n",
		c.budget, len(last.jobs), ranker.LearnedName)
	for s, a := range areas {
		fmt.Fprintf(w, "| %s |%s%s\n", orderStrategies[s], orderCells(a.jobs, last.jobs), orderCells(a.postings, last.postings))
	}
	fmt.Fprintln(w)
}

// orderCells writes a mean, its paired difference to the mean of others with the standard error, and in how many draws it is above them.
func orderCells(own, others []float64) string {
	differences, better := make([]float64, len(own)), 0
	for i := range own {
		differences[i] = own[i] - others[i]
		if differences[i] > 0 {
			better++
		}
	}
	mean, _ := meanAndError(own)
	difference, se := meanAndError(differences)
	return fmt.Sprintf(" %.3f | %+.4f ± %.4f | %d of %d |", mean, difference, se, better, len(own))
}
