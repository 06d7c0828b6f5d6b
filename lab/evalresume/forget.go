package main

import (
	"context"
	"fmt"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/frontier"
	"gannet/lab/testweb"
	"gannet/ranker"
)

// forget compares crawls whose strategy remembers fewer and fewer links, and prints a table. A web of so many links as a real
// crawl forgets at cannot be crawled here, so the memory is made smaller instead.
func forget(pages int, seed uint64) error {
	fmt.Println("| links remembered, at most | links known | links known for each remembered | relevant pages | of all pages |\n|--:|--:|--:|--:|--:|")
	for _, most := range []int{1 << 19, pages, pages / 4, pages / 16, pages / 64} {
		p, err := crawlRemembering(pages, most, seed)
		if err != nil {
			return err
		}
		fmt.Printf("| %d | %d | %.1f | %d | %.3f |\n", most, p.Frontier.Known, float64(p.Frontier.Known)/float64(most), p.Relevant, p.HarvestRate())
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
