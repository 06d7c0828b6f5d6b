package crawler

import (
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
)

// follow ranks the links of a page and pushes them in one batch.
func (c *Crawl) follow(lease frontier.Lease, t *trail, page *features.Page, probability float64) {
	if c.limits.Depth != NoLimit && int(t.depth) >= c.limits.Depth {
		return
	}
	scores := make([]ranker.Score, len(page.Links))
	src := t.source(page, probability)
	src.Followed = c.followed(lease.URL, page)
	c.strategy.Rank(src, scores)
	via, _ := listed(lease.URL)
	child := trail{
		kind: t.leadsTo(), depth: deeper(t.depth), via: via,
		parent: float32(probability), grandparent: t.parent,
	}
	data := make([]byte, 0, len(page.Links)*(trailHeader+len(lease.URL)+maxAnchor/4))
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
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Replace: c.learner != nil,
			Data: data[begin:len(data):len(data)],
		})
	}
	c.push(links)
}

// followed says which links of a page are to be pushed.
func (c *Crawl) followed(url string, page *features.Page) []bool {
	followed := make([]bool, len(page.Links))
	noFollow := 0
	for i := range page.Links {
		l := &page.Links[i]
		if l.NoFollow {
			noFollow++
			continue
		}
		followed[i] = l.URL != url && !c.trapped(l.URL)
	}
	c.tally.refuseAll("nofollow", noFollow)
	return followed
}

// replaces says whether a page's canonical URL is another page of the same host that stands for it. A canonical URL
// on another host, or that differs in the scheme alone, is no reason to leave the page out.
func (c *Crawl) replaces(canonical, url string) bool {
	return canonical != "" && weburl.Host(canonical) == weburl.Host(url) && weburl.Path(canonical) != weburl.Path(url)
}

// pushOne pushes a link that takes the place of the leased one, with its priority. It says whether the link is new.
func (c *Crawl) pushOne(lease frontier.Lease, t *trail, url string) bool {
	return !c.trapped(url) && c.push([]frontier.Link{{
		URL: url, Host: weburl.Host(url), Priority: lease.Priority, Data: t.appendTo(nil),
		AsNew: t.kind == kindPage && t.via == "" && c.fruitless(url), // as with seeds
	}}) == 1
}

// push says how many of the links are new.
func (c *Crawl) push(links []frontier.Link) int {
	if len(links) == 0 {
		return 0
	}
	added, err := c.frontier.Push(c.clock.Now(), links)
	c.check(err)
	return added
}

// trapped says whether a URL is not to be followed, out of scope or a trap, and counts it.
func (c *Crawl) trapped(url string) bool {
	if c.scope != nil && !c.scope(url) {
		c.tally.refuse("out of scope")
		return true
	}
	why, trapped := weburl.Trap(url)
	if trapped {
		c.tally.refuse("trap: " + why)
	}
	return trapped
}
