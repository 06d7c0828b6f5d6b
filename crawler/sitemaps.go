package crawler

import (
	"bytes"
	"context"
	"strings"

	"gannet/crawler/fetch"
	"gannet/crawler/sitemap"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// entryBytes bounds what is read of a sitemap, by the number of its URLs that are taken: one with its date and the
// like takes 200 bytes as a rule. The protocol's 50 MiB would be memory for URLs that are not taken.
const entryBytes = 2 << 10

// nestedHops is for how many redirects a sitemap in a sitemap counts: an index within an index is followed, one level
// more than the protocol has, and no further.
const nestedHops = maxRedirects/2 - 1

// sitemapTrust is the share that a sitemap has of the topic probability of the page that led to its host: a list of all
// pages says less of each than a page's own links do.
const sitemapTrust = 0.5

// visitSitemap fetches a sitemap and ranks its URLs as the links of a page of its host without anchors.
func (c *Crawl) visitSitemap(ctx context.Context, lease frontier.Lease, t *trail) {
	url, host := listed(lease.URL)
	resp, err := c.request(ctx, lease, false, func(ctx context.Context) (*fetch.Response, error) {
		return c.fetcher.File(ctx, url, min(int64(c.limits.SitemapURLs)*entryBytes, sitemap.MaxBytes))
	})
	if err != nil || resp.Status != 200 {
		c.refused(ctx, lease, t, resp, err)
		return
	}
	urls, nested, err := sitemap.Parse(bytes.NewReader(resp.Body), url, host, c.limits.SitemapURLs)
	switch {
	case resp.Truncated:
		c.tally.refuse("sitemap too long (read in part)")
	case err != nil:
		c.tally.refuse("broken sitemap")
	}
	c.tally.sitemaps.Add(1)
	c.gaveList(host, len(urls), len(nested))
	page := &features.Page{URL: url}
	for _, url := range urls {
		page.Links = append(page.Links, features.Link{URL: url})
	}
	c.follow(lease, t, page, sitemapTrust*float64(t.parent))
	c.nested(lease, t, nested)
	c.done(lease, frontier.Outcome{Result: frontier.Finish})
}

// nested pushes the sitemaps that a sitemap names.
func (c *Crawl) nested(lease frontier.Lease, t *trail, urls []string) {
	next := *t
	if next.hops += nestedHops; next.hops > maxRedirects {
		c.tally.refuseAll("sitemaps nested too deep", len(urls))
		return
	}
	_, host := listed(lease.URL)
	for _, url := range urls {
		c.pushOne(lease, &next, listing(url, host))
	}
}

// listing is the link to a sitemap of a host. Where it lies on another one, which robots.txt may say it does, the host
// is its fragment: so each host that names the same sitemap has its own pages out of it, and one that names another's
// page for a sitemap does not keep it from being fetched as a page.
func listing(url, host string) string {
	if sitemap.SameSite(weburl.Host(url), host) {
		return url
	}
	return url + "#" + host
}

// listed gives a sitemap's URL, and the host whose pages it lists.
func listed(link string) (url, host string) {
	url, host, elsewhere := strings.Cut(link, "#")
	if !elsewhere {
		host = weburl.Host(url)
	}
	return url, host
}
