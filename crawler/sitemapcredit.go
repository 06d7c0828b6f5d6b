package crawler

import (
	"math"
	"sync"

	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// The first freeSitemaps of a host are fetched when their priority says so: an index and what it names. Every further one
// costs sitemapPrice pages of the host. A relevant page that a sitemap listed counts as listedCredit pages.
const (
	freeSitemaps = 2
	sitemapPrice = 32
	listedCredit = 8
	// maxBarrenSitemaps is how many sitemaps without links are fetched of a host in a row.
	maxBarrenSitemaps = 16
	// No further sitemap of a host is fetched while enoughLinks of its links are queued, or enoughLinksPerPage for each page
	// that is left of the budget.
	enoughLinks, enoughLinksPerPage = 20_000, 10
	// maxPostponed is how many postponed sitemaps of a host are remembered.
	maxPostponed = 256
)

// lowestPriority is below every priority of a strategy.
var lowestPriority = float32(math.Inf(-1))

// sitemapCredit knows which hosts have earned a further sitemap. The zero value is ready.
type sitemapCredit struct {
	mu    sync.Mutex // guards hosts
	hosts recentMap[*hostSitemaps]
}

type hostSitemaps struct {
	fetched   int
	barren    int      // in a row
	credit    int      // pages since the last sitemap
	postponed []string // URLs
	feeds     int      // that pages named, and that this run pushed
}

func (c *sitemapCredit) host(host string) *hostSitemaps {
	h, ok := c.hosts.get(host)
	if !ok {
		h = new(hostSitemaps)
		c.hosts.set(host, h)
	}
	return h
}

// check reports whether the sitemaps of a host are barren, and whether the next one is earned. enough says that many links
// of the host are queued.
func (c *sitemapCredit) check(host string, enough bool) (barren, earned bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.host(host)
	return h.barren >= maxBarrenSitemaps, h.fetched < freeSitemaps || h.credit >= sitemapPrice && !enough
}

// postpone remembers a sitemap that waits until its host has earned it.
func (c *sitemapCredit) postpone(host, url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h := c.host(host); len(h.postponed) < maxPostponed {
		h.postponed = append(h.postponed, url)
	}
}

// hasRoomForFeed reports whether one more feed of a host may be pushed.
func (c *sitemapCredit) hasRoomForFeed(host string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.host(host).feeds < mostFeeds
}

// countFeed counts a feed of a host that was pushed.
func (c *sitemapCredit) countFeed(host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.host(host).feeds++
}

// addFetched records that a sitemap of a host was fetched, and how many links and sitemaps it named.
func (c *sitemapCredit) addFetched(host string, links, nested int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.host(host)
	h.fetched++
	h.credit = 0
	switch {
	case links > 0:
		h.barren = 0
	case nested == 0:
		h.barren++
	}
}

// addPage records a page of a host. It returns the URL of a postponed sitemap that the host has earned, or "".
func (c *sitemapCredit) addPage(host string, listed bool) (earned string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, known := c.hosts.get(host)
	if !known {
		return ""
	}
	if h.credit++; listed {
		h.credit += listedCredit - 1
	}
	if h.credit < sitemapPrice || len(h.postponed) == 0 {
		return ""
	}
	earned, h.postponed = h.postponed[0], h.postponed[1:]
	return earned
}

// yieldUnearnedSitemap queues a sitemap that its host has not earned behind the pages of the host. creditSitemaps pushes it
// again when it is earned.
func (v *visit) yieldUnearnedSitemap() outcome {
	if v.trail.kind != kindSitemap || v.trail.feed {
		return next
	}
	_, host := parseSitemapLink(v.lease.URL)
	queued, _, others := v.frontier.Queue(host)
	barren, earned := v.sitemapCredit.check(host, queued >= v.enoughLinks())
	switch {
	case barren:
		v.tally.countReason(reason.BarrenSitemap)
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	case earned, v.lease.Priority == lowestPriority, !others:
		return next
	}
	v.tally.countReason(reason.WaitingSitemap)
	return outcome{way: yieldLease, priority: lowestPriority, afterwards: func() { v.sitemapCredit.postpone(host, v.lease.URL) }}
}

// enoughLinks is how many queued links of a host are enough for now.
func (v *visit) enoughLinks() int {
	left := v.PagesLeft()
	if left == NoLimit {
		return enoughLinks
	}
	return min(enoughLinks, enoughLinksPerPage*left)
}

// creditSitemaps counts the page for the sitemaps of its host. If one is earned, it is pushed again, before the pages.
func (v *visit) creditSitemaps() {
	url := v.sitemapCredit.addPage(v.lease.Host, v.trail.kind == kindListed && v.relevant)
	if url == "" {
		return
	}
	priority := v.lease.Priority
	if _, best, ok := v.frontier.Queue(v.lease.Host); ok {
		priority = best
	}
	t := trail{kind: kindSitemap}
	v.push([]frontier.Link{{URL: url, Host: weburl.Host(url), Priority: priority, Replace: true, Untaught: true, Data: t.appendTo(nil)}})
}
