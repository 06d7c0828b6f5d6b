package crawler

import (
	"math"
	"sync"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// A host's first freeLists sitemaps are asked for as their priority says: an index and what it names. Every further one
// has to be earned: by listPrice pages of the host, of which a relevant one that a sitemap listed counts listedWorth.
const (
	freeLists   = 2
	listPrice   = 32
	listedWorth = 8
	// maxBarren is how many sitemaps are asked for that gave no link, one after the other.
	maxBarren = 16
	// plenty is how many links of a host may be queued before no further sitemap of it is asked for, and for each page
	// of the budget that is left, if there is one.
	plenty, plentyEach = 20_000, 10
	maxDeferred        = 256 // sitemaps of a host that are remembered as waiting
)

// lists is what is known of the sitemaps of hosts. The zero value is ready.
type lists struct {
	mu    sync.Mutex // guards hosts
	hosts lately[*hostLists]
}

type hostLists struct {
	asked    int
	barren   int      // in a row
	credit   int      // earned by pages since the last one
	deferred []string // URLs of those that wait
}

func (l *lists) of(host string) *hostLists {
	h, ok := l.hosts.get(host)
	if !ok {
		h = new(hostLists)
		l.hosts.set(host, h)
	}
	return h
}

// last is below what any strategy gives.
var last = float32(math.Inf(-1))

// hasTurn says whether a link may have its host's turn. A sitemap that has not been earned may not: it is queued again
// behind the host's pages, until fetchedPage calls it.
func (c *Crawl) hasTurn(lease frontier.Lease, t *trail) bool {
	if t.kind != kindSitemap {
		return true
	}
	_, host := listed(lease.URL)
	queued, _, others := c.frontier.Queue(host)
	c.lists.mu.Lock()
	defer c.lists.mu.Unlock()
	h := c.lists.of(host)
	switch {
	case h.barren >= maxBarren:
		c.tally.refuse("sitemap after sitemaps without links")
		c.done(lease, frontier.Outcome{Result: frontier.Drop, Unasked: true})
		return false
	case h.asked < freeLists, lease.Priority == last, !others, h.credit >= listPrice && queued < c.plenty():
		return true
	}
	c.tally.refuse("sitemap (waits for pages)")
	c.check(c.frontier.Yield(c.clock.Now(), lease.ID, last))
	if len(h.deferred) < maxDeferred {
		h.deferred = append(h.deferred, lease.URL)
	}
	return false
}

// plenty is how many links of a host are enough for now.
func (c *Crawl) plenty() int {
	left := c.limits.pagesLeft(int(c.tally.kept.Load()))
	if left == NoLimit {
		return plenty
	}
	return min(plenty, plentyEach*left)
}

// gaveList notes that a sitemap of a host was asked for, and how many links and further sitemaps it gave.
func (c *Crawl) gaveList(host string, links, nested int) {
	c.lists.mu.Lock()
	defer c.lists.mu.Unlock()
	h := c.lists.of(host)
	h.asked++
	h.credit = 0
	switch {
	case links > 0:
		h.barren = 0
	case nested == 0:
		h.barren++
	}
}

// fetchedPage notes a page for its host's sitemaps, and calls the next of them if it is earned: it comes before the pages.
func (c *Crawl) fetchedPage(lease frontier.Lease, t *trail, relevant bool) {
	url := c.earned(lease.Host, t.kind == kindListed && relevant)
	if url == "" {
		return
	}
	priority := lease.Priority
	if _, best, ok := c.frontier.Queue(lease.Host); ok {
		priority = best
	}
	next := trail{kind: kindSitemap}
	c.push([]frontier.Link{{URL: url, Host: weburl.Host(url), Priority: priority, Replace: true, Data: next.appendTo(nil)}})
}

// earned gives the URL of a sitemap that a page has earned, if any.
func (c *Crawl) earned(host string, listed bool) (url string) {
	c.lists.mu.Lock()
	defer c.lists.mu.Unlock()
	h, known := c.lists.hosts.get(host)
	if !known {
		return ""
	}
	if h.credit++; listed {
		h.credit += listedWorth - 1
	}
	if h.credit < listPrice || len(h.deferred) == 0 {
		return ""
	}
	url, h.deferred = h.deferred[0], h.deferred[1:]
	return url
}
