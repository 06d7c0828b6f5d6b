package main

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// How long a crawl waits for its seeds before it begins.
const (
	// learnTime bounds the wait as a whole.
	learnTime = 2 * time.Minute
	// patience bounds the wait for a further page, once there is one. A server that is slow but honest answers within it.
	patience = 20 * time.Second
	// leastPatience is what is left of it where many pages have come. Each page after the second halves it, since a further page
	// adds ever less to what is learned. It counts from the last request: a seed whose host must rest is waited for.
	leastPatience = 3 * time.Second
	seedWorkers   = 256 // at most: one a seed as a rule, so that none waits for slow ones
)

// patienceAfter returns how long requests may last when the seeds have given n pages.
func patienceAfter(n int) time.Duration {
	return max(leastPatience, patience>>max(0, n-2))
}

// seedPages crawls the seeds alone, each tried once, and gives their pages. It says of each other seed why it gave none, in
// the log and through answer. The hosts' clocks are those of the crawl that follows.
func (s *session) seedPages(ctx context.Context, urls []string) (list []*features.Page, answer func(url string) string, err error) {
	o := frontier.DefaultOptions()
	o.Delay, o.MaxDelay, o.Retries = s.flags.delay, max(s.flags.maxDelay, s.flags.delay), 1
	f, err := frontier.Open(frontier.NewMemory(), o, s.clock.Now())
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if err := f.AdoptClocks(s.clock.Now(), s.front); err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, s.front.AdoptClocks(s.clock.Now(), f)) }()
	memo := &memoFetcher{Fetcher: s.fetcher, recording: true, answers: make(map[string]*fetch.Response)}
	memo.asking = func() { _ = s.front.AdoptClocks(s.clock.Now(), f) } // a failure to write is told at the end
	defer memo.stop()
	s.fetcher = memo
	limits := crawler.DefaultLimits()
	limits.Workers, limits.Time, limits.Drain, limits.Wait = s.flags.workers, s.seedTime(), time.Second, patience
	limits.SitemapURLs, limits.Depth = 0, 0 // the seeds alone
	got, cancel := context.WithCancel(ctx)
	defer cancel()
	progress := func() {}
	if _, wall := s.clock.(crawler.Wall); wall {
		limits.Workers = min(max(limits.Workers, min(len(urls), seedWorkers)), connections()/2)
		impatient := time.AfterFunc(learnTime, cancel) // until there is a page, hosts may rest as long as they ask for
		defer impatient.Stop()
		progress = func() { impatient.Reset(patience) }
	}
	var mu sync.Mutex // guards pages
	pages := make(map[string]*features.Page)
	enough := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(pages) > 0 && f.Stats().Queued == 0 && memo.idle() >= patienceAfter(len(pages))
	}
	if _, wall := s.clock.(crawler.Wall); wall {
		watch := time.NewTicker(250 * time.Millisecond)
		defer watch.Stop()
		go cancelWhen(got, cancel, watch.C, enough)
	}
	c, err := crawler.New(crawler.Parts{
		Frontier: f, Fetcher: memo, Robots: s.robots, Strategy: ranker.BreadthFirst{}, Clock: s.clock,
		Log: s.out.log, Underway: s.underway, Judge: func(*features.Page) float64 { return 1 },
		Watch: func(v crawler.JudgedPage) {
			mu.Lock()
			defer mu.Unlock()
			pages[v.URL] = v.Page.Compact()
			progress()
		},
	}, limits, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := c.Seed(urls); err != nil {
		return nil, nil, err
	}
	if err := c.Run(got); err != nil {
		return nil, nil, err
	}
	answer = func(url string) string { return cmp.Or(c.SeedFailure(memo.end(url)), "no answer in time") }
	return s.sorted(urls, pages, memo, answer), answer, ctx.Err()
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

// seedTime is how long the seeds may be waited for: learnTime, or what is left of --time.
func (s *session) seedTime() time.Duration {
	if left := s.timeLeft(); left != crawler.NoLimit {
		return min(left, learnTime)
	}
	return learnTime
}

// sorted gives the pages in the order of their seeds, and warns of each seed that gave none.
func (s *session) sorted(urls []string, pages map[string]*features.Page, memo *memoFetcher, answer func(url string) string) (list []*features.Page) {
	done := make(map[string]bool)
	for _, url := range urls {
		at := memo.end(url)
		switch {
		case done[at]: // by another seed
		case pages[at] != nil:
			list = append(list, pages[at])
		default:
			s.out.log.Warn("nothing is learnt from a seed", "seed", url, "why", answer(url))
		}
		done[at] = true
	}
	return list
}

// memoFetcher remembers what it fetches while it is recording, and gives each answer back once afterwards.
type memoFetcher struct {
	crawler.Fetcher

	mu        sync.Mutex // guards the fields below
	recording bool
	answers   map[string]*fetch.Response
	asking    func()    // called before requests while it is recording, so that a killed process has kept its clocks
	asked     time.Time // when asking was last called
	began     time.Time // when the latest request began
}

// idle returns the time since the latest request began.
func (m *memoFetcher) idle() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.began)
}

// askingSeldom is how often clocks are kept at most.
const askingSeldom = 50 * time.Millisecond

func (m *memoFetcher) beginRequest() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.began = time.Now()
	if now := m.began; m.recording && now.Sub(m.asked) >= askingSeldom {
		m.asked = now
		m.asking()
	}
}

// File implements crawler.Fetcher.
func (m *memoFetcher) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	m.beginRequest()
	return m.Fetcher.File(ctx, url, limit)
}

// Fetch implements crawler.Fetcher.
func (m *memoFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	m.mu.Lock()
	held := m.answers[url]
	if !m.recording {
		delete(m.answers, url)
	}
	m.mu.Unlock()
	if held != nil {
		return held, nil
	}
	m.beginRequest()
	r, err := m.Fetcher.Fetch(ctx, url)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil && m.recording {
		m.answers[url] = r
	}
	return r, err
}

func (m *memoFetcher) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recording = false
}

// end is where a URL's redirects led.
func (m *memoFetcher) end(url string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for range len(m.answers) {
		if r := m.answers[url]; r != nil && r.Redirect != "" {
			url = r.Redirect
		}
	}
	return url
}
