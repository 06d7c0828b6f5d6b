package crawler

import (
	"fmt"
	"math"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// seedPriority is above every priority of a strategy. A strategy cannot change it.
var seedPriority = float32(math.Inf(1))

// Seed pushes the URLs where the crawl begins, before all other links. A seed that an earlier run gave up is tried again.
// Other seeds that the frontier knows stay as they are.
func (c *Crawl) Seed(urls []string) error {
	links := make([]frontier.Link, 0, len(urls))
	for _, raw := range urls {
		l, err := seedLink(raw)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		l.AsNew = c.triesSeedAgain(l.URL)
		links = append(links, l)
	}
	_, err := c.frontier.Push(c.clock.Now(), links)
	return err
}

// seedLink makes the link of a seed. It passes on the relevance of a page on topic.
func seedLink(raw string) (frontier.Link, error) {
	url, err := weburl.Canonical(raw)
	if err != nil {
		return frontier.Link{}, err
	}
	t := seedTrail
	return frontier.Link{URL: url, Host: weburl.Host(url), Priority: seedPriority, Data: t.appendTo(nil)}, nil
}

// triesSeedAgain reports whether a seed, or the target of its redirect, is to be fetched although the frontier knows it. It
// is if it gave no page, or if the crawl has no page at all; once in a run.
func (c *Crawl) triesSeedAgain(url string) bool {
	return (c.frontier.State(url) != frontier.Fetched || c.tally.kept.Load() == 0) && c.failures.firstRetry(url)
}
