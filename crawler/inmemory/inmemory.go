// Package inmemory assembles crawls that leave nothing on a disk: crawls of frozen and generated webs, and of the seeds
// from which a topic is learned. Package crawldir assembles those that are kept.
package inmemory

import (
	"context"
	"errors"
	"time"

	"gannet/crawler"
	"gannet/frontier"
)

// Run crawls from the seeds, with a frontier in memory, until a limit is reached, no link is left or ctx is done. See New for parts,
// politeness and limits.
func Run(ctx context.Context, seeds []string, parts crawler.Parts, politeness frontier.Options, limits crawler.Limits) (crawler.Progress, error) {
	c, err := New(parts, politeness, limits)
	if err != nil {
		return crawler.Progress{}, err
	}
	err = c.Run(ctx, seeds)
	return c.crawl.Progress(), errors.Join(err, c.Close())
}

// Crawl is a crawl whose frontier is kept only in memory. Make it with New, call Run once, then Close.
type Crawl struct {
	crawl    *crawler.Crawl
	frontier *frontier.Frontier
}

// New assembles a crawl. parts.Frontier may be nil, because New makes the frontier. If parts.Clock is nil, time is virtual: it begins in
// 1970, and every response takes crawler.FetchTime.
func New(parts crawler.Parts, politeness frontier.Options, limits crawler.Limits) (*Crawl, error) {
	if parts.Clock == nil {
		parts.Clock = crawler.NewVirtual(time.Unix(0, 0), crawler.FixedLatency(crawler.FetchTime))
	}
	f, err := frontier.Open(frontier.NewMemory(), politeness, parts.Clock.Now())
	if err != nil {
		return nil, err
	}
	parts.Frontier = f
	crawl, err := crawler.New(parts, limits, 0)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Crawl{crawl, f}, nil
}

// Frontier returns the frontier with the links of the crawl.
func (c *Crawl) Frontier() *frontier.Frontier { return c.frontier }

// Run crawls from the seeds until a limit is reached, no link is left or ctx is done.
func (c *Crawl) Run(ctx context.Context, seeds []string) error {
	if err := c.crawl.Seed(seeds); err != nil {
		return err
	}
	return c.crawl.Run(ctx)
}

// SeedFailure says in a few words why a seed gave no page. It returns "" if that is not known.
func (c *Crawl) SeedFailure(url string) string { return c.crawl.SeedFailure(url) }

// Close closes the frontier of the crawl.
func (c *Crawl) Close() error { return c.frontier.Close() }
