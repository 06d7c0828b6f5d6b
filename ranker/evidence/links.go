package evidence

import (
	"math"
	"slices"

	"gannet/features"
	"gannet/internal/weburl"
)

// maxEdges is the greatest number of source pages of a target that are kept, and edgesPerTarget the number on average.
const (
	maxEdges       = 48
	edgesPerTarget = 8
)

// edge connects a list of links on a page with a target, and refers to the target's next edge.
type edge struct{ list, next uint32 }

// sourcePage is a page whose links were added, with the harvest of these links.
type sourcePage struct {
	harvest
	probability float32
	bin         uint8 // the probabilityBin of it
}

// linkList holds the harvest of the links in one block of a page.
type linkList struct {
	harvest
	source uint32
}

// AddLinks adds the links of a page with their texts. It appends to targets the target of each link that the crawl follows, and returns the
// result. If the page was added before, AddLinks only looks up its targets.
func (c *Collection) AddLinks(targets []Target, src *Source, texts *Texts) []Target {
	page := src.Page
	if at, ok := c.find(page.URL); ok {
		if c.targets.at(int(at)).linksAdded { // by an earlier run that was killed before the lease was done
			return c.findLinks(targets, src)
		}
		c.change(at).linksAdded = true
	}
	c.makeRoom(len(page.Links))
	return c.addAllLinks(targets, src, texts)
}

// addAllLinks adds the links of a page that was not added before, if there is room.
func (c *Collection) addAllLinks(targets []Target, src *Source, texts *Texts) []Target {
	page := src.Page
	c.addSource(src)
	host := weburl.Host(page.URL)
	for i := range page.Links {
		if !src.Follows(i) {
			continue
		}
		l := &page.Links[i]
		list := c.list(listBlock(page, l))
		at := c.target(l.URL)
		t := c.change(at)
		if t.pageCount == 0 {
			t.tagPath = c.groupByKey(tagPathGroup, tagPathKey(host, l.Path))
		}
		c.addLink(t, src, l, list, &texts.links[i])
		targets = append(targets, at)
	}
	return targets
}

// findLinks appends the targets of the links of a page that was added before. Some of the targets may have been forgotten since then.
func (c *Collection) findLinks(targets []Target, src *Source) []Target {
	for i := range src.Page.Links {
		if !src.Follows(i) {
			continue
		}
		at, ok := c.find(src.Page.Links[i].URL)
		if !ok {
			at = Forgotten
		}
		targets = append(targets, at)
	}
	return targets
}

// addSource adds a page that does not have any lists yet.
func (c *Collection) addSource(src *Source) {
	p := float32(src.Probability)
	c.lastSource++
	c.sources = append(c.sources, sourcePage{probability: p, bin: uint8(probabilityBin(p))})
	c.shareSource(src)
	n := len(src.Page.Blocks) + 1
	c.listOfBlock = slices.Grow(c.listOfBlock[:0], n)[:n]
	clear(c.listOfBlock)
}

// list returns the list for a block of the page added last. It adds the list if there is none yet.
func (c *Collection) list(block int32) uint32 {
	if c.listOfBlock[block] == 0 {
		c.lists = append(c.lists, linkList{source: uint32(len(c.sources) - 1)})
		c.shareBlock(block)
		c.listOfBlock[block] = uint32(len(c.lists))
	}
	return c.listOfBlock[block] - 1
}

// addLink adds one link of the page added last.
func (c *Collection) addLink(t *target, src *Source, l *features.Link, list uint32, text *linkText) {
	c.addWords(t, &text.linkWords)
	if t.lastPage == c.lastSource { // a second link of the page to this target: the better text counts
		t.anchor.max, t.context.max = max(t.anchor.max, text.anchor), max(t.context.max, text.context)
		t.neighborhood.max = max(t.neighborhood.max, text.neighborhood)
		return
	}
	t.lastPage = c.lastSource
	t.pageCount++
	p := float32(src.Probability)
	t.latestPage = p
	t.page.addValue(p, 1)
	t.weightedPage.addValue(p, 6/float32(math.Sqrt(float64(len(src.Page.Links)+1))))
	if l.InMain {
		t.mainPage.addValue(p, 1)
	}
	t.parentSum += float32(src.Parent)
	t.addText(text)
	c.addEdge(t, list)
}

// addWords keeps the words of a link for a target if by the current weights they score higher than the words kept so far.
func (c *Collection) addWords(t *target, text *linkWords) {
	words := t.linkWords.with(text)
	if t.pageCount == 0 || words != t.linkWords && c.vocabulary.score(&words) > c.vocabulary.score(&t.linkWords) {
		t.linkWords = words
	}
}

// addText adds the text of one link to the target.
func (t *target) addText(text *linkText) {
	t.titleSum += text.title
	if text.words > 0 {
		t.anchor.addValue(text.anchor, 1)
	}
	t.context.addValue(text.context, 1)
	t.neighborhood.addValue(text.neighborhood, 1)
	for _, w := range text.tokens[:min(text.words, len(text.tokens))] {
		t.addToken(w)
	}
}

// addEdge adds an edge from a list of the page added last.
func (c *Collection) addEdge(t *target, list uint32) {
	if t.edgeCount == maxEdges {
		return
	}
	t.edgeCount++
	c.edges = append(c.edges, edge{list: list, next: t.firstEdge})
	t.firstEdge = uint32(len(c.edges) - 1)
	if t.fetched {
		c.lists[list].addPage(t.probability)
		c.sources[len(c.sources)-1].addPage(t.probability)
		c.shareList(list)
	}
}

// A block with fewer links than minListLinks is part of the block around it, unless that has more than maxListLinks.
const (
	minListLinks = 8
	maxListLinks = 60
)

// listBlock returns the block whose links form the list to which a link belongs. It is the nearest block around the link that has several links, or
// the block around that one if it has few.
func listBlock(page *features.Page, l *features.Link) int32 {
	if len(page.Blocks) == 0 {
		return 0
	}
	b := l.Block
	for page.Blocks[b].Parent >= 0 && page.Blocks[b].Links < 2 {
		b = page.Blocks[b].Parent
	}
	around := page.Blocks[b].Parent
	if around >= 0 && page.Blocks[b].Links < minListLinks && page.Blocks[around].Links <= maxListLinks {
		return around
	}
	return b
}
