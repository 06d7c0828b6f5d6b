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
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
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

// seedCrawl is the crawl of the seeds alone, each tried once. The pauses of hosts carry over to the main crawl.
type seedCrawl struct {
	main  *Crawl
	crawl *inmemory.Crawl
	memo  *memoFetcher

	mu       sync.Mutex // guards the fields below
	pages    map[string]*features.Page
	lastPage time.Time
}

// seedPages returns the pages of the seeds. The log and answer say why each other seed gave none.
func (c *Crawl) seedPages(ctx context.Context, urls []string) (list []*features.Page, answer func(url string) string, err error) {
	s := &seedCrawl{main: c, pages: make(map[string]*features.Page)}
	s.memo = &memoFetcher{Fetcher: c.fetcher, recording: true, answers: make(map[string]*fetch.Response)}
	c.fetcher = s.memo
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	s.crawl, err = inmemory.New(crawler.Parts{
		Fetcher: s.memo, Robots: c.robots, Purpose: c.o.Purpose, Strategy: ranker.BreadthFirst{}, Clock: c.clock,
		Log: c.log, Underway: c.underway, Judge: func(*features.Page) float64 { return 1 }, Watch: s.keepPage,
		Scope: c.scope, Data: c.o.Data, OnReaderFailure: c.onReaderFailure,
	}, s.politeness(), s.limits(len(urls)))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, s.crawl.Close()) }()
	defer s.memo.stopRecording()
	if s.onNetwork() {
		ticker := time.NewTicker(250 * time.Millisecond)
		defer ticker.Stop()
		go cancelWhen(limited, cancel, ticker.C, s.enough)
	}
	if err := s.run(limited, urls); err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return s.inSeedOrder(urls), s.answer, nil
}

// onNetwork reports whether time is real.
func (s *seedCrawl) onNetwork() bool {
	_, wall := s.main.clock.(crawler.Wall)
	return wall
}

// limits returns the limits of a crawl of n seeds.
func (s *seedCrawl) limits(n int) crawler.Limits {
	l := crawler.DefaultLimits()
	l.Workers, l.Time, l.Wait, l.Drain = s.main.o.Limits.Workers, seedTime, seedPatience, time.Second
	l.SitemapURLs, l.Depth = 0, 0 // the seeds alone
	if left := s.main.timeLeft(); left != crawler.NoLimit {
		l.Time = min(left, seedTime)
	}
	if s.onNetwork() {
		l.Workers = min(max(l.Workers, min(n, seedWorkers)), connections()/2)
	}
	return l
}

// politeness returns the rules of the frontier.
func (s *seedCrawl) politeness() frontier.Options {
	o := frontier.DefaultOptions()
	o.Delay, o.MaxDelay, o.Retries = s.main.o.Frontier.Delay, s.main.o.Frontier.MaxDelay, 1
	o.Held = s.main.scope.Blocks
	return o
}

// keepPage keeps a page that was fetched.
func (s *seedCrawl) keepPage(p crawler.JudgedPage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[p.URL] = p.Page.Compact()
	s.lastPage = time.Now()
}

// enough reports whether the seeds that are still under way add too little to wait for them.
func (s *seedCrawl) enough() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.pages) == 0:
		return false
	case time.Since(s.lastPage) >= seedPatience:
		return true
	}
	return s.crawl.Frontier().Stats().Queued == 0 && s.memo.idle() >= patienceAfter(len(s.pages))
}

// run runs the crawl with the pauses of the main frontier, which takes them over again.
func (s *seedCrawl) run(ctx context.Context, urls []string) error {
	seeds, clock := s.crawl.Frontier(), s.main.clock
	adopt := func() error { return s.main.frontier.AdoptClocks(clock.Now(), seeds) }
	s.memo.keep = func() { _ = adopt() } // the last call reports a failure to write
	if err := seeds.AdoptClocks(clock.Now(), s.main.frontier); err != nil {
		return err
	}
	return errors.Join(s.crawl.Run(ctx, urls), adopt())
}

// answer returns what a seed answered in place of a page.
func (s *seedCrawl) answer(url string) string {
	if s.main.scope.Blocks(weburl.Host(s.memo.target(url))) {
		return string(reason.HostBlocked)
	}
	return cmp.Or(s.crawl.SeedFailure(url), "no answer in time")
}

// inSeedOrder returns the pages in the order of their seeds, and warns of each seed that gave none.
func (s *seedCrawl) inSeedOrder(urls []string) (list []*features.Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	done := make(map[string]bool)
	for _, url := range urls {
		target := s.memo.target(url)
		switch {
		case done[target]: // by another seed
		case s.pages[target] != nil:
			list = append(list, s.pages[target])
		default:
			s.main.log.Warn("nothing is learned from a seed", "seed", url, "why", s.answer(url))
		}
		done[target] = true
	}
	return list
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
