package crawler

import (
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/ranker"
)

// follow pushes the links of the page, unless its author forbids to follow them.
func (v *visit) follow() {
	if v.response.NoFollow || v.page.NoFollow {
		v.tally.countReasons(reason.NoFollow, len(v.page.Links))
		return
	}
	v.pushLinks(v.page, v.probability, v.readsPDF() && v.showsJobsHere())
}

// showsJobsHere reports whether the visit's page is a posting or a list of postings.
func (v *visit) showsJobsHere() bool {
	v.findPostings()
	return v.pageKind != job.Other
}

// pushLinks ranks the links of a page and pushes them in one batch. PDF files are taken if the page shows jobs.
func (v *visit) pushLinks(page *features.Page, probability float64, showsJobs bool) {
	if v.limits.Depth != NoLimit && int(v.trail.depth) >= v.limits.Depth {
		return
	}
	scores := make([]ranker.Score, len(page.Links))
	src := v.trail.sourceOf(page, probability)
	src.Followed = v.followable(page, showsJobs)
	v.strategy().Rank(src, scores)
	via, _ := parseSitemapLink(v.lease.URL)
	child := v.trail.child(via, probability)
	child.pdf = showsJobs
	data := make([]byte, 0, len(page.Links)*(trailHeader+len(v.lease.URL)+maxAnchor/4))
	links := make([]frontier.Link, 0, len(page.Links))
	for i := range page.Links {
		l := &page.Links[i]
		if !src.Followed[i] || scores[i].Skip {
			continue
		}
		child.inherited, child.anchor = scores[i].Inherited, page.TextOf(l.Anchor)
		begin := len(data)
		data = child.appendTo(data)
		links = append(links, frontier.Link{
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Replace: v.learner() != nil,
			Data: data[begin:len(data):len(data)],
		})
	}
	v.push(links)
}

// followable returns for each link of a page whether it may be pushed, and counts why others may not.
func (v *visit) followable(page *features.Page, showsJobs bool) []bool {
	followable := make([]bool, len(page.Links))
	child := v.trail.child(page.URL, 0)
	child.pdf = showsJobs
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

// pushSuccessor pushes a link that the visit's link led to, with the same priority. It reports whether the link is new.
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

// excluded returns why the URL of a new link is out of scope or a trap, "" if it is neither.
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

// outOfScope returns the rule that leaves out a link, "" if it may be visited.
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

// namesOriginal reports whether a page's canonical URL is another page of the same host, which stands for it. A canonical
// URL on another host, or with another scheme alone, is no reason to leave the page out.
func namesOriginal(canonical, url string) bool {
	return canonical != "" && weburl.Host(canonical) == weburl.Host(url) && weburl.Path(canonical) != weburl.Path(url)
}
