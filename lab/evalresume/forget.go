package main

import (
	"context"
	"fmt"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
)

// forgetSeeds is how many webs are crawled with each memory.
const forgetSeeds = 3

// forget compares crawls whose strategy remembers fewer and fewer links, and prints a table. A web of so many links as a real
// crawl forgets at cannot be crawled here again and again, so the memory is made smaller instead.
func forget(pages int, seed uint64) error {
	fmt.Println("| links remembered, at most | links known | links known for each remembered | relevant pages, mean | fewest | most |\n|--:|--:|--:|--:|--:|--:|")
	for _, most := range []int{1 << 19, pages, pages / 4, pages / 16, pages / 64} {
		known, sum, fewest, highest := 0, 0, pages, 0
		for i := range uint64(forgetSeeds) {
			p, err := crawlRemembering(pages, most, seed+i)
			if err != nil {
				return err
			}
			relevant := int(p.Relevant)
			known, sum = known+int(p.Frontier.Known), sum+relevant
			fewest, highest = min(fewest, relevant), max(highest, relevant)
		}
		known /= forgetSeeds
		fmt.Printf("| %d | %d | %.1f | %.0f | %d | %d |\n", most, known, float64(known)/float64(most), float64(sum)/forgetSeeds, fewest, highest)
	}
	return nil
}

// crawlRemembering crawls a generated web with a strategy that remembers so many links at most.
func crawlRemembering(pages, most int, seed uint64) (crawler.Progress, error) {
	var none crawler.Progress
	web := testweb.New(testweb.DefaultOptions(seed).Sized(max(100, pages/20), 10*pages))
	jobs, err := crawldir.LoadTopic(crawldir.JobsTopic)
	if err != nil {
		return none, err
	}
	needs, err := crawldir.Order{Seed: 1, Language: "en"}.Needs(jobs)
	if err != nil {
		return none, err
	}
	strategy, err := ranker.NewLearned(needs)
	if err != nil {
		return none, err
	}
	strategy.SetMaxTargets(most)
	o := fetch.DefaultOptions()
	o.Transport = web
	client, err := fetch.New(o)
	if err != nil {
		return none, err
	}
	defer client.Close()
	limits := crawler.DefaultLimits()
	limits.Pages, limits.Workers = pages, 4
	parts := crawler.Parts{Fetcher: client, Judge: jobs.Classifier.Probability, Strategy: strategy}
	return inmemory.Run(context.Background(), web.Seeds("jobs", 20), parts, frontier.DefaultOptions(), limits)
}
