package crawler

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
)

// seedPriority is above every priority of a strategy. A strategy cannot change it.
var seedPriority = float32(math.Inf(1))

// Seed adds the URLs at which the crawl begins, before all other links. A seed that an earlier run gave up is tried again; other seeds that
// the frontier knows are not changed.
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

// seedLink makes the link of a seed. The seed passes on to its links the relevance of a page on topic.
func seedLink(raw string) (frontier.Link, error) {
	url, err := weburl.Canonical(raw)
	if err != nil {
		return frontier.Link{}, err
	}
	t := seedTrail
	return frontier.Link{URL: url, Host: weburl.Host(url), Priority: seedPriority, Data: t.appendTo(nil)}, nil
}

// triesSeedAgain reports whether a seed, or the target of its redirect, is to be fetched although the frontier knows it. That is so if the seed gave
// no page, or if the crawl has kept no page at all, but only once in a run.
func (c *Crawl) triesSeedAgain(url string) bool {
	return (c.frontier.State(url) != frontier.Fetched || c.tally.kept.Load() == 0) && c.failures.firstRetry(url)
}

// RankedLink is a link of a page, together with the priority that it would have at the start of a crawl.
type RankedLink struct {
	URL      string  `json:"url"`
	Anchor   string  `json:"anchor,omitempty"`
	Priority float32 `json:"priority"`
	LeftOut  string  `json:"left_out,omitempty"` // why a crawl would not follow the link
}

// RankSeedLinks ranks the links of a page as a crawl would if this were its first page, best first. Links that would not be followed come
// last. robots returns the rule of robots.txt that forbids a URL, or "" if none does. A nil scope allows all URLs.
func RankSeedLinks(strategy ranker.Strategy, s Scope, robots func(url string) string, page *features.Page, probability float64) []RankedLink {
	t := seedTrail
	src := t.sourceOf(page, probability)
	links, scores := make([]RankedLink, len(page.Links)), make([]ranker.Score, len(page.Links))
	src.Followed = make([]bool, len(page.Links))
	c := &Crawl{scope: s}
	for i := range page.Links {
		l := &page.Links[i]
		links[i] = RankedLink{URL: l.URL, Anchor: page.Quote(l.Anchor), LeftOut: cmp.Or(c.leftOut(page, l), robots(l.URL))}
		src.Followed[i] = links[i].LeftOut == ""
	}
	if learner, ok := strategy.(ranker.Learner); ok {
		learner.Learn(src)
	}
	strategy.Rank(src, scores)
	for i := range links {
		links[i].Priority = scores[i].Priority
		if scores[i].Skip && links[i].LeftOut == "" {
			links[i].LeftOut = "not chosen by strategy " + strategy.Name()
		}
	}
	return bestLinks(links)
}

// leftOut returns why a crawl would not follow a link of its first page, "" if it would.
func (c *Crawl) leftOut(page *features.Page, l *features.Link) string {
	child := seedTrail.child(page.URL, 0)
	switch {
	case page.NoFollow || l.NoFollow:
		return string(reason.NoFollow)
	case l.URL == page.URL:
		return "the page itself"
	}
	return string(c.excluded(&child, l.URL))
}

// bestLinks sorts links and keeps the best link to each URL.
func bestLinks(links []RankedLink) []RankedLink {
	slices.SortStableFunc(links, func(a, b RankedLink) int {
		left := func(l RankedLink) int { return min(1, len(l.LeftOut)) }
		return cmp.Or(left(a)-left(b), cmp.Compare(b.Priority, a.Priority))
	})
	known := make(map[string]bool, len(links))
	return slices.DeleteFunc(links, func(l RankedLink) bool {
		repeated := known[l.URL]
		known[l.URL] = true
		return repeated
	})
}

// Original returns the canonical URL that a page declares, if it is another page of the same host, and "" otherwise. A crawl keeps only the
// canonical page of the two.
func Original(p *features.Page) string {
	if namesOriginal(p.Canonical, p.URL) {
		return p.Canonical
	}
	return ""
}
