package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/publicsuffix"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/logistic"
	"gannet/internal/weburl"
	"gannet/ranker"
)

// Partition says how the links of a crawl are divided among several owners, as on several machines, for the strategy learned. In each round
// every owner fetches one page.
type Partition struct {
	Owners  int
	Every   int      // pages of all owners from one exchange of totals to the next; 0: nothing is shared
	Only    []string // parts of totals that are shared; none: all
	OwnBest bool     // an owner fetches its best link always; else it waits while that is less than half as good as the best of all
	// AtPage lets the owner of a page rank all its links, as machines of a cluster do. Owners of links then know only the priorities. Otherwise
	// owners rank their own links.
	AtPage bool
}

// DefaultPartition returns a partition in which the owners share everything that they learn, at the longest interval that does not cost
// area.
func DefaultPartition(owners int) Partition { return Partition{Owners: owners, Every: 20} }

// Name returns the name of the partition in reports.
func (s Partition) Name() string {
	name := fmt.Sprintf("%d owners", s.Owners)
	switch {
	case s.Every == 0:
		name += ", nothing shared"
	case len(s.Only) > 0:
		name += fmt.Sprintf(", %d parts shared", len(s.Only))
	}
	if s.Every != 0 && s.Every != DefaultPartition(1).Every {
		name += fmt.Sprintf(", every %d pages", s.Every)
	}
	if s.OwnBest {
		name += ", each its own best"
	}
	if s.AtPage {
		name += ", ranked at the page"
	}
	return name
}

// crawlSplit crawls by several owners of links until they have made budget counted fetches.
func (d *draw) crawlSplit(ctx context.Context, o Options, p Partition, budget int) (c curve, err error) {
	crawl, err := d.newSplitCrawl(o, p)
	if err != nil {
		return nil, err
	}
	err = crawl.run(ctx, func(id int32) bool {
		if d.watch != nil {
			d.watch(crawler.JudgedPage{URL: d.web.urls[id]})
		}
		c = d.addPage(c, id, budget)
		return len(c) < budget
	})
	return c, err
}

// ownerKey returns the function that maps a link to the key of its owner, and the name of this key: the registered domain, or the host if the web has
// one domain, or the URL if it has one host.
func (w *Web) ownerKey() (key func(url string) string, name string) {
	differs := func(key func(string) string) bool {
		return slices.ContainsFunc(w.urls, func(url string) bool { return key(url) != key(w.urls[0]) })
	}
	switch {
	case differs(domainOf):
		return domainOf, "by registered domain"
	case differs(weburl.Host):
		return weburl.Host, "by host"
	}
	return func(url string) string { return url }, "by URL"
}

// SplitBy returns the name of the key by which the links of the web are split among owners.
func (w *Web) SplitBy() string {
	_, name := w.ownerKey()
	return name
}

func domainOf(url string) string {
	host := weburl.Host(url)
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// splitCrawl is one crawl by several owners of links. Each has a frontier and a learner of its own.
type splitCrawl struct {
	*draw
	split    Partition
	now      time.Time
	key      func(url string) string
	owners   []*owner
	ways     map[string]way // how a link was found first
	exchange int            // pages fetched at which totals are exchanged next
	fetched  int
}

// owner is one owner of links in a split crawl.
type owner struct {
	name     string
	learner  ranker.Sharer
	frontier *frontier.Frontier
	best     float64 // how good its best link is, as it has said last: a probability; 0 if it has none
}

// way is what the crawl knows of the pages that lead to a page. It is needed to rank the page's own links.
type way struct {
	depth               int
	parent, grandparent float64
}

// errNotShared is returned if the strategy cannot be split.
var errNotShared = errors.New("the strategy learned cannot share what it learns")

// newSplitCrawl makes the owners and gives them the seeds.
func (d *draw) newSplitCrawl(o Options, s Partition) (*splitCrawl, error) {
	c := &splitCrawl{draw: d, split: s, now: time.Unix(0, 0), ways: make(map[string]way), exchange: s.Every}
	c.key, _ = d.web.ownerKey()
	rules := frontier.DefaultOptions()
	rules.Delay = 0
	for i := range s.Owners {
		strategy, err := ranker.New(ranker.LearnedName, d.needs(o))
		if err != nil {
			return nil, err
		}
		learner, ok := strategy.(ranker.Sharer)
		if !ok {
			return nil, errNotShared
		}
		if s.Every > 0 {
			learner.Share(s.Only...)
		}
		links, err := frontier.Open(frontier.NewMemory(), rules, c.now)
		if err != nil {
			return nil, err
		}
		c.owners = append(c.owners, &owner{name: fmt.Sprintf("owner %d", i), learner: learner, frontier: links})
	}
	for _, url := range d.seedURLs() {
		c.ways[url] = way{0, 1, 1}
		if err := c.push(c.ownerOf(url), []frontier.Link{{URL: url, Host: weburl.Host(url), Priority: float32(math.Inf(1))}}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *splitCrawl) ownerOf(url string) *owner {
	return c.owners[xxh3.HashString(c.key(url))%uint64(len(c.owners))]
}

func (c *splitCrawl) push(o *owner, links []frontier.Link) error {
	_, err := o.frontier.Push(c.now, links)
	return err
}

// run crawls until fetched returns false for a page.
func (c *splitCrawl) run(ctx context.Context, fetched func(id int32) bool) error {
	for ctx.Err() == nil {
		before := c.fetched
		for _, o := range c.owners {
			more, err := c.turn(o, fetched)
			if err != nil || !more {
				return err
			}
		}
		if c.fetched > before {
			continue
		}
		if left, err := c.sayBest(); err != nil || !left {
			return err
		}
	}
	return ctx.Err()
}

// turn lets one owner fetch a page, unless the owner waits. It returns false if the crawl is over.
func (c *splitCrawl) turn(o *owner, fetched func(id int32) bool) (more bool, err error) {
	lease, ok, err := c.take(o)
	if err != nil || !ok {
		return true, err
	}
	if c.waits(o, good(lease.Priority)) {
		return true, o.frontier.Yield(c.now, lease.ID, lease.Priority)
	}
	if err := c.fetch(o, lease); err != nil {
		return false, err
	}
	if c.fetched++; c.split.Every > 0 && c.fetched >= c.exchange {
		c.exchange = c.fetched + c.split.Every
		if err := c.share(); err != nil {
			return false, err
		}
	}
	return fetched(c.web.ids[lease.URL]), nil
}

// take leases an owner's best link, as in a crawl: if the priority of the first link has fallen, others are taken first.
func (c *splitCrawl) take(o *owner) (lease frontier.Lease, ok bool, err error) {
	for {
		lease, _, err = o.frontier.Take(c.now)
		if errors.Is(err, frontier.ErrEmpty) || errors.Is(err, frontier.ErrWait) {
			return lease, false, nil
		}
		if err != nil {
			return lease, false, err
		}
		priority, known := o.learner.Revise(lease.URL)
		if !known || !(priority < lease.Priority) || math.IsInf(float64(lease.Priority), 1) {
			return lease, true, nil
		}
		if err := o.frontier.Yield(c.now, lease.ID, priority); err != nil {
			return lease, false, err
		}
	}
}

// good returns the probability that a link's target is relevant, as expected by the strategy.
func good(priority float32) float64 { return logistic.Probability(float64(priority)) }

// waits reports whether an owner skips its turn because other owners have far better links.
func (c *splitCrawl) waits(o *owner, own float64) bool {
	if c.split.OwnBest {
		return false
	}
	return slices.ContainsFunc(c.owners, func(other *owner) bool { return other != o && own < other.best/2 })
}

// sayBest updates how good each owner's best link is. It returns false if no owner has any links left.
func (c *splitCrawl) sayBest() (left bool, err error) {
	for _, o := range c.owners {
		lease, ok, err := c.take(o)
		if err != nil {
			return false, err
		}
		if o.best = 0; !ok {
			continue
		}
		left, o.best = true, good(lease.Priority)
		if err := o.frontier.Yield(c.now, lease.ID, lease.Priority); err != nil {
			return false, err
		}
	}
	return left, nil
}

// share gives the total of every owner to all others.
func (c *splitCrawl) share() error {
	totals := make(map[string][]byte, len(c.owners))
	for _, o := range c.owners {
		totals[o.name] = o.learner.Total()
	}
	for _, o := range c.owners {
		own := totals[o.name]
		delete(totals, o.name)
		if err := o.learner.TakeIn(totals); err != nil {
			return err
		}
		totals[o.name] = own
		if err := c.reorder(o); err != nil {
			return err
		}
	}
	_, err := c.sayBest()
	return err
}

// reorder updates those priorities of an owner's links that have changed.
func (c *splitCrawl) reorder(o *owner) error {
	revised := o.learner.Revised()
	orders := make([]frontier.Order, len(revised))
	for i, r := range revised {
		orders[i] = frontier.Order(r)
	}
	return o.frontier.Reorder(c.now, orders)
}

// fetch fetches a page as the owner of its link, and gives the links of the page to their owners.
func (c *splitCrawl) fetch(o *owner, lease frontier.Lease) error {
	id := c.web.ids[lease.URL]
	page, from := c.web.pages[id], c.ways[lease.URL]
	src := ranker.Source{Page: page, Depth: from.depth, Probability: c.probability[id], Parent: from.parent, Grandparent: from.grandparent}
	o.learner.Learn(&src)
	if err := c.reorder(o); err != nil {
		return err
	}
	if err := c.follow(o, &src); err != nil {
		return err
	}
	return o.frontier.Done(c.now, lease.ID, frontier.Outcome{Result: frontier.Finish})
}

// follow gives each owner its own links of a page that one owner has fetched.
func (c *splitCrawl) follow(fetcher *owner, src *ranker.Source) error {
	links := make(map[*owner][]bool)
	for i := range src.Page.Links {
		url := src.Page.Links[i].URL
		if _, trapped := weburl.Trap(url); trapped || url == src.Page.URL || !c.web.has(url) {
			continue
		}
		o := c.ownerOf(url)
		if links[o] == nil {
			links[o] = make([]bool, len(src.Page.Links))
		}
		links[o][i] = true
		if _, known := c.ways[url]; !known {
			c.ways[url] = way{src.Depth + 1, src.Probability, src.Parent}
		}
	}
	src.Split = len(links) > 1
	if c.split.AtPage {
		return c.rankAll(fetcher, src, links)
	}
	for _, o := range c.owners {
		if src.Followed = links[o]; src.Followed == nil {
			continue
		}
		if err := c.rank(o, src); err != nil {
			return err
		}
	}
	return nil
}

// rankAll lets the owner that fetched the page rank the links of all owners.
func (c *splitCrawl) rankAll(fetcher *owner, src *ranker.Source, links map[*owner][]bool) error {
	src.Followed = make([]bool, len(src.Page.Links))
	for _, own := range links {
		for i, yes := range own {
			src.Followed[i] = src.Followed[i] || yes
		}
	}
	scores := make([]ranker.Score, len(src.Page.Links))
	fetcher.learner.Rank(src, scores)
	for _, o := range c.owners {
		if err := c.push(o, ranked(src, scores, links[o], o == fetcher)); err != nil {
			return err
		}
	}
	return nil
}

// rank ranks and queues those links of a page that belong to one owner.
func (c *splitCrawl) rank(o *owner, src *ranker.Source) error {
	scores := make([]ranker.Score, len(src.Page.Links))
	o.learner.Rank(src, scores)
	return c.push(o, ranked(src, scores, src.Followed, true))
}

// ranked returns some of a page's links with their priorities. replace says whether these priorities replace earlier ones; otherwise the highest
// priority of a link counts.
func ranked(src *ranker.Source, scores []ranker.Score, which []bool, replace bool) (links []frontier.Link) {
	for i, yes := range which {
		if url := src.Page.Links[i].URL; yes && !scores[i].Skip {
			links = append(links, frontier.Link{URL: url, Host: weburl.Host(url), Priority: scores[i].Priority, Replace: replace})
		}
	}
	return links
}
