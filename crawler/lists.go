package crawler

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"

	"gannet/crawler/reason"
	"gannet/crawler/sitemap"
	"gannet/features"
	"gannet/features/declared"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// A feed or a sitemap is treated as a list of links however it was found: named by robots.txt, named by a page as its feed, or behind any link.

// takesLists reports whether the crawl reads feeds and sitemaps at all.
func (c *Crawl) takesLists() bool { return c.limits.SitemapURLs > 0 }

// readAsList reads the page of the visit as a feed or a sitemap, because it turned out to be one. From here on the visit is that of a feed.
func (v *visit) readAsList() outcome {
	v.refuse(reason.ReadList)
	v.isList = true
	v.trail.kind, v.trail.feed, v.trail.inherited = kindSitemap, true, 0
	var author declared.Robots
	if author.AddHeader(v.response.Header, cmp.Or(v.robots.Agent(), declared.Agent)); author.NoFollow {
		return finished
	}
	return v.readSitemap(v.response, v.lease.URL, v.lease.Host)
}

// mostFeeds is how many feeds of a host are requested because its pages name them, such as one for its news and one for its comments. It is small
// because the pages of a blog each name a further feed for their own comments.
const mostFeeds = 3

// pushFeeds pushes those feeds named by the page that belong to its own site.
func (v *visit) pushFeeds() {
	host := weburl.Host(v.lease.URL)
	if !v.takesLists() || v.limits.reachedBy(int(v.trail.depth)) || v.page.NoFollow {
		return
	}
	t := trail{kind: kindSitemap, feed: true, depth: v.trail.depth, parent: float32(v.probability), grandparent: v.trail.parent}
	for _, url := range v.page.Feeds {
		if !sitemap.SameSite(weburl.Host(url), host) || !v.sitemapCredit.hasRoomForFeed(host) {
			continue
		}
		if link := sitemapLink(url, host); v.pushSuccessor(&t, link) {
			v.sitemapCredit.countFeed(host)
		} else {
			v.watchKnownSitemap(&t, link)
		}
	}
}

// pushNext pushes the next page of a feed. The host has to earn it by its pages, as with a sitemap.
func (v *visit) pushNext(url, host string) {
	if url == "" || !sitemap.SameSite(weburl.Host(url), host) || v.limits.reachedBy(int(v.trail.depth)) {
		return
	}
	t := v.trail
	t.feed = false
	v.pushSuccessor(&t, url)
}

// linksOf returns the links of a list in the form in which the store keeps them.
func linksOf(pages []sitemap.Page) []store.SitemapLink {
	links := make([]store.SitemapLink, len(pages))
	for i := range pages {
		links[i] = store.SitemapLink{URL: pages[i].URL, Title: pages[i].Title, Summary: pages[i].Summary}
	}
	return links
}

// listPage makes a page of links from a sitemap or a feed. An entry of a feed is read like an item of an HTML list: its title is the anchor of the
// link, and its summary is the text after it.
func listPage(url string, links []store.SitemapLink) *features.Page {
	page := &features.Page{URL: url}
	for i := range links {
		page.Links = append(page.Links, features.Link{URL: links[i].URL})
	}
	if !slices.ContainsFunc(links, func(l store.SitemapLink) bool { return l.Title != "" || l.Summary != "" }) {
		return page
	}
	var b strings.Builder
	for i := range links {
		l := &links[i]
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a><p>%s</p></li>", html.EscapeString(l.URL), html.EscapeString(l.Title), html.EscapeString(l.Summary))
	}
	if read, err := features.NewReader().Read(url, []byte("<ul>"+b.String()+"</ul>")); err == nil {
		return read
	}
	return page
}

// pageLinks returns the links of a sitemap or feed as those of a page, without texts.
func pageLinks(pages []sitemap.Page) []features.Link {
	links := make([]features.Link, len(pages))
	for i := range pages {
		links[i].URL = pages[i].URL
	}
	return links
}

// watchKnownSitemap watches a sitemap that an earlier run fetched without watching it.
func (v *visit) watchKnownSitemap(t *trail, link string) {
	w := v.Crawl.watched
	if w == nil || v.frontier.State(link) != frontier.Fetched {
		return
	}
	w.addUnknown(&store.Watched{
		URL: link, Kind: store.WatchedSitemap, Visited: v.clock.Now().Add(-2 * w.fresh), Trail: t.appendTo(nil),
	})
}

// list returns the URL of the list on which a posting of the visit's page was found, or "" if that is not known. A sitemap does not count as such a
// list, because it may link to postings that ended long ago.
func (v *visit) list(found *job.Posting) string {
	switch {
	case found.Part != "":
		return v.lease.URL
	case v.trail.kind == kindPage:
		return v.trail.via
	}
	return ""
}

// ListOf returns the URL of the listing on which a posting was found. If a page shows several postings, the page itself is the listing;
// otherwise the listing is the page that linked to the posting. part is the fragment of the posting's URL if the page shows several postings,
// and "" otherwise. ListOf returns "" if the listing is not known.
func ListOf(db *store.DB, page *store.Page, part string) (string, error) {
	if part != "" {
		return page.URL, nil
	}
	if _, outcome, err := db.Lookup(page.Via); errors.Is(err, store.ErrNotFound) || err == nil && outcome != store.Stored {
		return "", nil
	} else if err != nil {
		return "", err
	}
	return page.Via, nil
}

// IsListed reports whether the listing on which a posting was found still linked to the posting at the listing's latest visit. If that is not
// known, the result is true, because the posting was found just now.
func (j *Jobs) IsListed(db *store.DB, number uint64) (bool, error) {
	kept, err := db.Postings().Get(number)
	if err != nil {
		return true, ignoreUnknown(err)
	}
	page, outcome, err := db.Lookup(postings.PageOf(kept.URL))
	if err != nil || outcome != store.Stored {
		return true, ignoreUnknown(err)
	}
	links, err := db.Links(weburl.Fingerprint(page.Via))
	if err != nil || len(links) == 0 {
		return true, err
	}
	link := page.URL
	if c, err := decodeChoice(page.Choice); err == nil && c != nil && c.link != "" {
		link = c.link
	}
	_, listed := slices.BinarySearch(links, weburl.Fingerprint(link))
	return listed, nil
}

func ignoreUnknown(err error) error {
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, postings.ErrNotFound) {
		return nil
	}
	return err
}
