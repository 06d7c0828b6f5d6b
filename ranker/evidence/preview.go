package evidence

import "slices"

// Preview calls use with the targets of a page's links as AddLinks would leave them, and takes the page out again.
func (c *Collection) Preview(src *Source, texts *Texts, use func([]Target)) {
	u := undo{
		targets: len(c.targets), edges: len(c.edges), sources: len(c.sources), lists: len(c.lists), lastSource: c.lastSource,
		groups: len(c.groups), freeGroups: slices.Clone(c.freeGroups), before: make(map[Target]target),
	}
	for i := range src.Page.Links {
		if t, ok := c.find(src.Page.Links[i].URL); ok {
			u.before[t] = c.targets[t]
		}
	}
	c.newGroup = func(key uint64) { u.newGroups = append(u.newGroups, key) }
	use(c.addAllLinks(nil, src, texts))
	c.newGroup = nil
	u.apply(c)
}

// undo is what a Collection was before it changed.
type undo struct {
	targets, edges, sources, lists, groups int
	lastSource                             uint32
	freeGroups                             []uint32
	newGroups                              []uint64 // keys
	before                                 map[Target]target
}

func (u *undo) apply(c *Collection) {
	for i := range c.targets[u.targets:] {
		delete(c.index, c.targets[u.targets+i].fingerprint)
	}
	for t, before := range u.before {
		c.targets[t] = before
	}
	for _, key := range u.newGroups {
		c.groupKeys[c.groupOf[key]] = 0
		delete(c.groupOf, key)
	}
	c.targets, c.edges, c.sources = c.targets[:u.targets], c.edges[:u.edges], c.sources[:u.sources]
	c.lists, c.groups, c.groupKeys = c.lists[:u.lists], c.groups[:u.groups], c.groupKeys[:u.groups]
	c.lastSource, c.freeGroups = u.lastSource, u.freeGroups
	c.shared.cut(u.lists, u.sources)
}
