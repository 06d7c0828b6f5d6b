package crawler_test

import (
	"context"
	"fmt"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
)

// Example crawls ten pages of a generated web, breadth first and in virtual time.
func Example() {
	web := testweb.New(testweb.DefaultOptions(1))
	clock := crawler.NewVirtual(time.Unix(1e9, 0), crawler.FixedLatency(crawler.FetchTime))
	options := fetch.DefaultOptions()
	options.Transport, options.Now = web, clock.Now
	client, err := fetch.New(options)
	if err != nil {
		panic(err)
	}
	defer client.Close()
	links, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), clock.Now())
	if err != nil {
		panic(err)
	}
	defer links.Close()
	limits := crawler.DefaultLimits()
	limits.Pages = 10
	c, err := crawler.New(crawler.Parts{
		Frontier: links, Fetcher: client, Clock: clock, Strategy: ranker.BreadthFirst{},
		Judge: func(*features.Page) float64 { return 1 },
	}, limits, 0)
	if err != nil {
		panic(err)
	}
	if err := c.Seed(web.Seeds("beekeeping", 3)); err != nil {
		panic(err)
	}
	if err := c.Run(context.Background()); err != nil {
		panic(err)
	}
	p := c.Progress()
	fmt.Printf("%d pages: %s\n", p.Kept, p.Ended)
	// Output: 10 pages: page budget spent
}
