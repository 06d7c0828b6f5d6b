package crawler

import (
	"context"
	"math"
	"strings"
	"sync"
	"time"

	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// seedLink makes the link of a seed: before all others, and with the relevance of a page on topic to pass on.
func seedLink(raw string) (frontier.Link, error) {
	url, err := weburl.Canonical(raw)
	if err != nil {
		return frontier.Link{}, err
	}
	t := seedTrail
	return frontier.Link{URL: url, Host: weburl.Host(url), Priority: seedPriority, Data: t.appendTo(nil)}, nil
}

// seedPriority is above what any strategy gives, and is kept where a strategy values links anew.
var seedPriority = float32(math.Inf(1))

// admit says whether a leased link may be fetched now: its address is allowed and free, and robots.txt agrees. If not,
// the lease has ended when it returns.
func (c *Crawl) admit(ctx context.Context, lease frontier.Lease, t *trail) bool {
	if !c.reach(ctx, lease, t) {
		return false
	}
	if c.robots == nil || t.kind == kindRobots {
		return true
	}
	rules, cached := c.robots.Cached(c.clock.Now(), lease.URL)
	if !cached {
		c.askRobots(ctx, lease, t)
		return false
	}
	if rules.Unreachable {
		c.unreachable(lease, t, rules)
		return false
	}
	c.apply(lease, t, rules)
	if allowed, why := rules.Explain(lease.URL); !allowed {
		c.tally.refuse("robots.txt")
		c.answers.note(lease.Host, lease.URL, t, why)
		c.done(lease, frontier.Outcome{Result: frontier.Drop, Unasked: true})
		return false
	}
	return true
}

// reach says whether the address of a lease's host is allowed and free, and reserves it.
func (c *Crawl) reach(ctx context.Context, lease frontier.Lease, t *trail) bool {
	addr, err := c.fetcher.Resolve(ctx, lease.Host)
	if err != nil {
		c.trouble.note(c.clock.Now(), err)
		if t.kind == kindRobots && !notTheHost(ctx, err) {
			c.robotsOf(ctx, lease, nil, err)
		} else {
			c.refused(ctx, lease, t, nil, err)
		}
		return false
	}
	if !addr.IsValid() {
		return true
	}
	ok, err := c.frontier.Reserve(c.clock.Now(), lease.ID, addr.String())
	if !ok {
		c.check(err)
	}
	return ok
}

// apply takes over a robots.txt's Crawl-delay and sitemaps, once for each answer of an origin.
func (c *Crawl) apply(lease frontier.Lease, t *trail, rules *robots.Rules) {
	if rules.Unreachable || !c.ruled.first(weburl.Origin(lease.URL), rules.Expires) {
		return
	}
	if rules.CrawlDelay > 0 {
		c.frontier.SetDelay(lease.Host, rules.CrawlDelay)
	}
	if c.limits.SitemapURLs == 0 {
		return
	}
	next := trail{kind: kindSitemap, depth: t.depth, parent: t.parent, grandparent: t.grandparent}
	for _, url := range rules.Sitemaps {
		c.pushOne(lease, &next, listing(url, lease.Host))
	}
}

// ruled remembers which robots.txt was applied to each origin.
type ruled struct {
	mu      sync.Mutex // guards expires
	expires lately[time.Time]
}

// first says whether the robots.txt of an origin that expires then is another than the last.
func (r *ruled) first(origin string, expires time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, known := r.expires.get(origin); known && last.Equal(expires) {
		return false
	}
	r.expires.set(strings.Clone(origin), expires) // or it holds the whole URL
	return true
}
