package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"gannet/crawler"
	"gannet/training/freshness"
)

// harvestDays is how long discovery is measured, and harvestSeeds with how many seeds.
const (
	harvestDays  = 6
	harvestSeeds = 20
)

// harvest is what a crawl has found after so many requests.
type harvest struct {
	requests, postings, half, again int
}

// writeHarvest compares what is found by a crawl that asks nothing twice, and by one with as many requests that does.
func writeHarvest(ctx context.Context, w io.Writer, o *options) error {
	perDay := o.harvest * 15 / 100
	pure, err := discover(ctx, o, perDay, true)
	if err != nil {
		return err
	}
	fresh, err := discover(ctx, o, perDay, false)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nDiscovery, on a web of %d open postings, from %d seeds, with %d requests a day:\n", o.harvest, harvestSeeds, perDay)
	fmt.Fprintf(w, "\n| crawl | requests | of these for what was fetched before | different postings read | after half of the requests |\n|---|--:|--:|--:|--:|\n")
	fmt.Fprintf(w, "| pure | %d | %d | %d | %d |\n", pure.requests, pure.again, pure.postings, pure.half)
	fmt.Fprintf(w, "| with `--fresh` | %d | %d | %d | %d |\n", fresh.requests, fresh.again, fresh.postings, fresh.half)
	fmt.Fprintf(w, "\nWith %.2f of the requests discovery has %.2f of the pure crawl's harvest, and %.2f of what that has with half of the requests.\n",
		1-share(fresh.again, fresh.requests), share(fresh.postings, pure.postings), share(fresh.postings, pure.half))
	return nil
}

// discover crawls a large web from a few seeds.
func discover(ctx context.Context, o *options, perDay int, pure bool) (h harvest, err error) {
	clock := crawler.NewVirtual(begin, crawler.FixedLatency(crawler.FetchTime))
	sized := o.Options
	sized.Open, sized.Days = o.harvest, max(o.Days, 30)
	web, err := freshness.MakeWeb(&sized, o.Seed, clock.Now)
	if err != nil {
		return h, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(web, clock.Now, begin)
	s.most, s.spent = perDay*harvestDays, cancel
	run := crawl{o: o, dir: filepath.Join(o.dir, fmt.Sprint("harvest", pure)), web: s, clock: clock, pure: pure}
	for i, url := 0, web.Pages(); i < harvestSeeds; i++ {
		run.seeds = append(run.seeds, url[i*len(url)/harvestSeeds])
	}
	if err := run.goOn(ctx, perDay, 2*harvestDays*day); err != nil && !errors.Is(err, context.Canceled) {
		return h, err
	}
	return harvest{requests: s.requests, postings: len(s.postings), half: s.half, again: s.again}, nil
}

func share(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }
