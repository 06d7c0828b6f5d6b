package crawldir

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// How long Open waits for seed pages.
const (
	// seedTime bounds the wait as a whole.
	seedTime = 2 * time.Minute
	// seedPatience bounds the wait for a further page, once there is one. A slow server answers within it.
	seedPatience = 20 * time.Second
	// leastPatience is what is left of seedPatience when many pages have come. Each page after the second halves it, since
	// a further page adds ever less to what is learned. It counts from the last request, so that a seed whose host pauses
	// is waited for.
	leastPatience = 3 * time.Second
	// seedWorkers is the most workers. As a rule there is one for each seed, so that none waits for slow ones.
	seedWorkers = 256
)

// patienceAfter returns how long requests may last when the seeds have given n pages.
func patienceAfter(n int) time.Duration {
	return max(leastPatience, seedPatience>>max(0, n-2))
}

// seedPages crawls the seeds alone, each tried once, and returns their pages. The log and answer say why each other seed
// gave none. The pauses of hosts carry over to the crawl that follows.
func (c *Crawl) seedPages(ctx context.Context, urls []string) (list []*features.Page, answer func(url string) string, err error) {
	memo := &memoFetcher{Fetcher: c.fetcher, recording: true, answers: make(map[string]*fetch.Response)}
	c.fetcher = memo
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	progress := func() {}
	if c.onNetwork() {
		timer := time.AfterFunc(seedTime, cancel)
		defer timer.Stop()
		progress = func() { timer.Reset(seedPatience) }
	}
	var mu sync.Mutex // guards pages
	pages := make(map[string]*features.Page)
	crawl, err := inmemory.New(crawler.Parts{
		Fetcher: memo, Robots: c.robots, Strategy: ranker.BreadthFirst{}, Clock: c.clock,
		Log: c.log, Underway: c.underway, Judge: func(*features.Page) float64 { return 1 },
		Watch: func(p crawler.JudgedPage) {
			mu.Lock()
			defer mu.Unlock()
			pages[p.URL] = p.Page.Compact()
			progress()
		},
	}, c.seedPoliteness(), c.seedLimits(len(urls)))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, crawl.Close()) }()
	defer memo.stopRecording()
	if c.onNetwork() {
		watch := time.NewTicker(time.Second)
		defer watch.Stop()
		go cancelWhen(limited, cancel, watch.C, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(pages) > 0 && crawl.Frontier().Stats().Queued == 0 && memo.idle() >= patienceAfter(len(pages))
		})
	}
	if err := c.runSeeds(limited, crawl, memo, urls); err != nil {
		return nil, nil, err
	}
	answer = func(url string) string { return cmp.Or(crawl.SeedFailure(memo.target(url)), "no answer in time") }
	return c.inSeedOrder(urls, pages, memo, answer), answer, ctx.Err()
}

// onNetwork reports whether time is real.
func (c *Crawl) onNetwork() bool {
	_, wall := c.clock.(crawler.Wall)
	return wall
}

// cancelWhen cancels a context as soon as enough is true at a tick.
func cancelWhen(ctx context.Context, cancel context.CancelFunc, tick <-chan time.Time, enough func() bool) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			if enough() {
				cancel()
			}
		}
	}
}

// seedLimits returns the limits of a crawl of n seeds.
func (c *Crawl) seedLimits(n int) crawler.Limits {
	l := crawler.DefaultLimits()
	l.Workers, l.Time, l.Wait, l.Drain = c.o.Limits.Workers, c.seedTime(), seedPatience, time.Second
	l.SitemapURLs, l.Depth = 0, 0 // the seeds alone
	if c.onNetwork() {
		l.Workers = min(max(l.Workers, min(n, seedWorkers)), connections()/2)
	}
	return l
}

// seedPoliteness returns the rules of the frontier for the seeds.
func (c *Crawl) seedPoliteness() frontier.Options {
	o := frontier.DefaultOptions()
	o.Delay, o.MaxDelay, o.Retries = c.o.Frontier.Delay, c.o.Frontier.MaxDelay, 1
	return o
}

// runSeeds runs the crawl of the seeds with the pauses of the main frontier, and takes them over from it again.
func (c *Crawl) runSeeds(ctx context.Context, crawl *inmemory.Crawl, memo *memoFetcher, urls []string) (err error) {
	seeds := crawl.Frontier()
	adopt := func() error { return c.frontier.AdoptClocks(c.clock.Now(), seeds) }
	memo.keep = func() { _ = adopt() } // the last call reports a failure to write
	if err := seeds.AdoptClocks(c.clock.Now(), c.frontier); err != nil {
		return err
	}
	return errors.Join(crawl.Run(ctx, urls), adopt())
}

// seedTime returns how long Open may wait for seed pages: seedTime, or what is left of Limits.Time.
func (c *Crawl) seedTime() time.Duration {
	if left := c.timeLeft(); left != crawler.NoLimit {
		return min(left, seedTime)
	}
	return seedTime
}

// inSeedOrder returns the pages in the order of their seeds, and warns of each seed that gave none.
func (c *Crawl) inSeedOrder(urls []string, pages map[string]*features.Page, memo *memoFetcher, answer func(url string) string) (list []*features.Page) {
	done := make(map[string]bool)
	for _, url := range urls {
		target := memo.target(url)
		switch {
		case done[target]: // by another seed
		case pages[target] != nil:
			list = append(list, pages[target])
		default:
			c.log.Warn("nothing is learned from a seed", "seed", url, "why", answer(url))
		}
		done[target] = true
	}
	return list
}
