package crawler

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/sitemap"
	"gannet/frontier"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/store"
)

const (
	// sitemapEntryBytes times the URLs that are taken is how much is read of a sitemap. An entry takes about 200 bytes. The
	// protocol allows 50 MiB, most of it for URLs that would not be taken.
	sitemapEntryBytes = 2 << 10
	// watchedURLs is how many URLs are read of a sitemap that is watched. One that names more shows what is new, and not what is gone.
	watchedURLs, watchedEntryBytes = 20_000, 512
	// nestedHops is how many redirects a nested sitemap counts as. An index within an index is followed, one level more
	// than the protocol allows, and no further.
	nestedHops = maxRedirects/2 - 1
	// sitemapTrust is the share of a page's topic probability that its host's sitemap gets. A sitemap says less of a page
	// than a link does.
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

// readSitemap follows what a sitemap or a feed names.
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

// sitemapURLs is how many URLs are read of a sitemap. More than are followed are read of one that is watched, which tells what is gone.
func (c *Crawl) sitemapURLs() int {
	if c.watched != nil {
		return max(c.limits.SitemapURLs, watchedURLs)
	}
	return c.limits.SitemapURLs
}

// sitemapBytes is how much is read of a sitemap.
func (c *Crawl) sitemapBytes() int64 {
	bytes := int64(c.limits.SitemapURLs) * sitemapEntryBytes
	if c.watched != nil {
		bytes = max(bytes, watchedURLs*watchedEntryBytes)
	}
	return min(bytes, sitemap.MaxBytes)
}

// followSitemap pushes the links of a sitemap or a feed. A strategy that learns takes them for those of a page.
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

// sitemapRead ends the lease of a sitemap. The note tells it from links that gave nothing.
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

// sitemapLink makes the link to a sitemap of a host. If the sitemap is on another host, which robots.txt may say, the host is
// the fragment of the link. So each host gets its own pages out of a shared sitemap. And a page that a host wrongly names
// as its sitemap can still be fetched as a page.
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
