package crawler

import (
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// follow ranks the links of the page and pushes them. A strategy that learns learns from the page first, if it may.
func (v *visit) follow() {
	v.findJobs()
	src := v.trail.sourceOf(v.page, v.probability)
	src.Followed = make([]bool, len(v.page.Links))
	switch {
	case v.excess: // its links lead to more of it
	case v.page.NoFollow:
		v.tally.countReasons(reason.NoFollow, len(v.page.Links))
	default:
		v.guarded(func() { src.Followed = v.followable(v.page) })
	}
	if v.teaches() {
		v.learnAndPush(src, false)
	} else {
		v.rankAndPush(src)
	}
	if v.relevant || v.trail.via == "" {
		v.pushFeeds()
	}
}

// findJobs records whether the page shows jobs, if the crawl reads PDF files.
func (v *visit) findJobs() {
	if v.readsPDF() {
		v.findPostings()
		v.guarded(func() { v.jobsShown = v.jobs.Shown(v.pageKind, v.page) })
	}
}

// followable returns for each link of a page whether it may be pushed, and counts why others may not.
func (v *visit) followable(page *features.Page) []bool {
	followable := make([]bool, len(page.Links))
	if v.limits.reachedBy(int(v.trail.depth)) {
		return followable
	}
	child := v.trail.child(page.URL, 0)
	child.pdf = v.jobsShown
	noFollow := 0
	for i := range page.Links {
		l := &page.Links[i]
		if l.NoFollow {
			noFollow++
			continue
		}
		followable[i] = l.URL != v.lease.URL && !v.countIfExcluded(&child, l.URL)
	}
	v.tally.countReasons(reason.NoFollow, noFollow)
	return followable
}

// pushSuccessor pushes a link to which the visit's link led, such as the target of a redirect, with the same priority. It reports whether the link is
// new.
func (v *visit) pushSuccessor(from *trail, url string) bool {
	t := *from
	if t.kind == kindPage || t.kind == kindListed {
		t.origin = v.choice.ofSuccessor(v.lease.URL)
	}
	return !v.countIfExcluded(&t, url) && v.push([]frontier.Link{{
		URL: url, Host: weburl.Host(url), Priority: v.lease.Priority, Data: t.appendTo(nil),
		AsNew: t.kind == kindPage && t.via == "" && v.triesSeedAgain(url),
	}}) == 1
}

// push pushes links and returns how many of them are new.
func (c *Crawl) push(links []frontier.Link) int {
	if len(links) == 0 {
		return 0
	}
	added, err := c.frontier.Push(c.clock.Now(), links)
	c.checkFrontier(err)
	return added
}

// countIfExcluded reports whether the URL of a new link is out of scope or a trap, and counts it if so.
func (c *Crawl) countIfExcluded(t *trail, url string) bool {
	why := c.excluded(t, url)
	if why != "" {
		c.tally.countReason(why)
	}
	return why != ""
}

// excluded returns the reason if the URL of a new link is out of scope or a trap, "" otherwise.
func (c *Crawl) excluded(t *trail, url string) (why reason.Reason) {
	if rule := c.outOfScope(t, url); rule != "" {
		return reason.Reason(rule)
	}
	if why, trapped := weburl.Trap(url); trapped {
		return reason.Trap + reason.Reason(why)
	}
	if c.readsPDF() && t.kind != kindSitemap && t.kind != kindRobots && LooksLikePDF(url) && !c.takesPDF(t) {
		return reason.OtherPDF
	}
	return ""
}

// outOfScope returns the rule that excludes a link, "" if the link may be visited.
func (c *Crawl) outOfScope(t *trail, url string) (rule string) {
	switch {
	case c.scope == nil || t.kind == kindRobots:
		return ""
	case t.kind == kindSitemap:
		url, _ = parseSitemapLink(url)
		return c.scope.Sitemap(url)
	}
	return c.scope.Page(url, int(t.depth))
}

// namesOriginal reports whether a page's canonical URL is another page of the same host, so that only that page is kept. A canonical URL on another
// host, or one that differs only in its scheme, is no reason to leave the page out.
func namesOriginal(canonical, url string) bool {
	return canonical != "" && weburl.Host(canonical) == weburl.Host(url) && weburl.Path(canonical) != weburl.Path(url)
}
