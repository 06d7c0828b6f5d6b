package evidence

import (
	"math"
	"slices"
)

// makeRoom forgets some targets if that number of new links would exceed the limits.
func (c *Collection) makeRoom(links int) {
	if !c.Forgets(links) {
		return
	}
	c.forget()
	c.forgetAt = 2 * (len(c.edges) + len(c.lists)) // so that it does not happen again soon
}

// Forgets reports whether adding a page with this number of links would exceed MaxTargets, so that targets of low priority would be
// removed.
func (c *Collection) Forgets(links int) bool {
	maxEdges := max(c.forgetAt, edgesPerTarget*c.MaxTargets) // and lists
	return c.targets.n+links > c.MaxTargets || len(c.edges)+len(c.lists)+2*links > maxEdges
}

// forget drops half of the targets: those that were fetched, then those of the lowest priority.
func (c *Collection) forget() {
	priorities := make([]float32, c.targets.n)
	for i := range priorities {
		priorities[i] = c.targets.at(i).keepingPriority()
	}
	least := median(priorities)
	ties := len(priorities) / 2 // to drop of those with just this priority: not all, if all have the same
	for _, p := range priorities {
		if p < least {
			ties--
		}
	}
	kept := 0
	edges := make([]edge, 1, len(c.edges)/2+1)
	for i := range priorities {
		t := *c.targets.at(i)
		if priorities[i] == least {
			ties--
		}
		if t.fetched || priorities[i] < least || priorities[i] == least && ties >= 0 {
			continue
		}
		first := uint32(0)
		for e := t.firstEdge; e != 0; e = c.edges[e].next {
			edges = append(edges, edge{c.edges[e].list, first})
			first = uint32(len(edges) - 1)
		}
		t.firstEdge = first
		*c.targets.at(kept) = t
		kept++
	}
	c.targets.cut(kept)
	c.targets.makeIndex()
	c.edges = edges
	c.forgetLists()
	c.forgetGroups()
	if c.mirrors.on {
		c.mirrors.begin(c)
	}
}

// keepingPriority is the priority with which a target is kept when others are forgotten.
func (t *target) keepingPriority() float32 {
	if t.fetched {
		return float32(math.Inf(-1))
	}
	return t.priority
}

// forgetLists drops lists that have no edge, and pages that have no list.
func (c *Collection) forgetLists() {
	const none = math.MaxUint32
	number := slices.Repeat([]uint32{none}, len(c.lists))
	for i := range c.edges[1:] {
		number[c.edges[1+i].list] = 0
	}
	lists, sources := c.lists[:0], c.sources[:0]
	last := uint32(none) // source of the list that was kept last; the lists of a source stand together
	for i, l := range c.lists {
		if number[i] == none {
			continue
		}
		if l.source != last {
			last = l.source
			sources = append(sources, c.sources[last])
			c.shared.moveSource(len(sources)-1, int(last))
		}
		l.source = uint32(len(sources) - 1)
		number[i] = uint32(len(lists))
		lists = append(lists, l)
		c.shared.moveList(len(lists)-1, i)
	}
	for i := range c.edges[1:] {
		c.edges[1+i].list = number[c.edges[1+i].list]
	}
	c.lists, c.sources = lists, sources
	c.shared.cut(len(lists), len(sources))
}

// forgetGroups drops groups without a target from which nothing was fetched. If there are many groups, it drops all
// without a target.
func (c *Collection) forgetGroups() {
	used := make([]bool, len(c.groups))
	for i := range c.targets.n {
		t := c.targets.at(i)
		used[t.host], used[t.directory], used[t.tagPath] = true, true, true
	}
	many := len(c.groupOf) > c.MaxTargets
	for key, i := range c.groupOf {
		if !used[i] && (many || c.groups[i].n == 0) {
			c.groups[i], c.groupKeys[i] = harvest{}, 0
			delete(c.groupOf, key)
			c.freeGroups = append(c.freeGroups, i)
		}
	}
	slices.Sort(c.freeGroups) // a map has no order, but a crawl must be the same each time
}

func median(xs []float32) float32 {
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}
