package crawler

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/sitemap"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/store"
)

const (
	// sitemapEntryBytes, multiplied by the number of URLs to read, is how many bytes are read of a sitemap. An entry takes about 200 bytes. The
	// protocol allows 50 MiB, but most of that would be URLs that the crawl does not use.
	sitemapEntryBytes = 2 << 10
	// watchedURLs is how many URLs are read of a sitemap that is revisited. A sitemap with more URLs shows which pages are new, but not which are
	// gone.
	watchedURLs, watchedEntryBytes = 20_000, 512
	// nestedHops is how many redirects a nested sitemap counts as. With this number an index within an index is still followed, which is one level
	// more than the protocol allows, but nothing deeper.
	nestedHops = maxRedirects/2 - 1
	// sitemapTrust is the fraction of a page's topic probability that a sitemap of the page's host inherits. It is below 1 because a sitemap says
	// less about a page than a link does.
	sitemapTrust = 0.5
)

// visitSitemap fetches a sitemap and follows its URLs as links without anchors.
func (v *visit) visitSitemap(ctx context.Context) outcome {
	url, host := parseSitemapLink(v.lease.URL)
	resp, err := v.request(ctx, false, func(ctx context.Context) (*fetch.Response, error) {
		return v.fetcher.File(ctx, url, v.sitemapBytes())
	})
	if err != nil || resp.Status != 200 {
		return v.noPage(ctx, resp, err)
	}
	return v.readSitemap(resp, url, host)
}

// readSitemap follows the links of a sitemap or a feed.
func (v *visit) readSitemap(resp *fetch.Response, url, host string) outcome {
	file, err := v.parseSitemap(resp.Body, url, host)
	followed := file.Pages[:min(len(file.Pages), v.limits.SitemapURLs)]
	switch {
	case resp.Truncated:
		v.tally.countReason(reason.LongSitemap)
	case err != nil:
		v.tally.countReason(reason.BrokenSitemap)
	}
	v.tally.sitemaps.Add(1)
	if !v.trail.feed {
		v.sitemapCredit.addFetched(host, len(followed), len(file.Nested))
	}
	if err == nil && !resp.Truncated {
		v.watchSitemap(resp, &file)
	}
	o := v.followSitemap(url, linksOf(followed))
	v.pushNestedSitemaps(file.Nested)
	v.pushNext(file.Next, host)
	return o
}

// parseSitemap reads a sitemap or a feed.
func (v *visit) parseSitemap(body []byte, url, host string) (sitemap.File, error) {
	file, err := pageguard.Get(func() (sitemap.File, error) {
		return sitemap.Parse(bytes.NewReader(body), url, host, v.sitemapURLs())
	})
	v.noteReaderFailure(err)
	return file, err
}

// sitemapURLs is how many URLs are read of a sitemap. In a crawl with revisits more are read than followed, because a sitemap then also shows which
// pages are gone.
func (c *Crawl) sitemapURLs() int {
	if c.watched != nil {
		return max(c.limits.SitemapURLs, watchedURLs)
	}
	return c.limits.SitemapURLs
}

// sitemapBytes is how many bytes are read of a sitemap at most.
func (c *Crawl) sitemapBytes() int64 {
	bytes := int64(c.limits.SitemapURLs) * sitemapEntryBytes
	if c.watched != nil {
		bytes = max(bytes, watchedURLs*watchedEntryBytes)
	}
	return min(bytes, sitemap.MaxBytes)
}

// followSitemap pushes the links of a sitemap or a feed. For a strategy that learns these are links of a page like any other.
func (v *visit) followSitemap(url string, links []store.SitemapLink) outcome {
	page := listPage(url, links)
	src := v.trail.sourceOf(page, sitemapTrust*float64(v.trail.parent))
	src.Followed = v.followable(page)
	if v.learner() == nil || !slices.Contains(src.Followed, true) {
		v.rankAndPush(src)
		return v.sitemapRead()
	}
	if v.judging.renewal != nil {
		v.judging.mu.RLock()
		v.holdsVerdicts = true
	}
	v.learnAndPush(src, true)
	if v.keeper == nil {
		return v.sitemapRead()
	}
	v.lesson.Sitemap = &store.Sitemap{URL: url, Depth: int(v.trail.depth), Probability: src.Probability, Links: links}
	return handOver
}

// sitemapRead ends the lease of a sitemap. Its note distinguishes the sitemap from links that gave no page.
func (v *visit) sitemapRead() outcome {
	n := Note{Reason: cmp.Or(v.refusal, reason.ReadSitemap), Attempts: v.lease.Attempt, Time: v.clock.Now()}
	return endWith(frontier.Outcome{Result: frontier.Finish, NoPage: true, Note: n.encode()})
}

// pushNestedSitemaps pushes the sitemaps that a sitemap names.
func (v *visit) pushNestedSitemaps(urls []string) {
	t := v.trail
	t.feed = false
	if t.hops += nestedHops; t.hops > maxRedirects {
		v.tally.countReasons(reason.NestedSitemaps, len(urls))
		return
	}
	_, host := parseSitemapLink(v.lease.URL)
	for _, url := range urls {
		v.pushSuccessor(&t, sitemapLink(url, host))
	}
}

// sitemapLink makes the link to a sitemap of a host. robots.txt may name a sitemap on another host; then the link's fragment is the host to which the
// sitemap belongs. So each host gets its own pages out of a shared sitemap, and a page that a host wrongly names as its sitemap can still be fetched
// as a page.
func sitemapLink(url, host string) string {
	if sitemap.SameSite(weburl.Host(url), host) {
		return url
	}
	return url + "#" + host
}

// parseSitemapLink splits the link to a sitemap into its URL and the host whose pages it lists.
func parseSitemapLink(link string) (url, host string) {
	url, host, elsewhere := strings.Cut(link, "#")
	if !elsewhere {
		host = weburl.Host(url)
	}
	return url, host
}

// The first freeSitemaps of a host are fetched when their priority is reached, so an index and one sitemap that it names cost nothing. Every further
// sitemap has to be earned by sitemapPrice pages of the host. A relevant page that was found through a sitemap counts as listedCredit pages.
const (
	freeSitemaps = 2
	sitemapPrice = 32
	listedCredit = 8
	// maxBarrenSitemaps is how many sitemaps in a row without any link are fetched of a host.
	maxBarrenSitemaps = 16
	// No further sitemap of a host is fetched while enoughLinks of its links are queued, or enoughLinksPerPage for each page
	// that is left of the budget.
	enoughLinks, enoughLinksPerPage = 20_000, 10
	// maxPostponed is how many postponed sitemaps of a host are remembered.
	maxPostponed = 256
)

// lowestPriority is below every priority of a strategy.
var lowestPriority = float32(math.Inf(-1))

// sitemapCredit records which hosts have earned a further sitemap. The zero value is ready.
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

// check reports whether the sitemaps of a host are barren, which means that too many in a row had no links, and whether the host has earned the next
// one. enough says that many links of the host are queued.
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
