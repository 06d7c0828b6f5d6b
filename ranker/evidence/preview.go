package evidence

import "slices"

// Preview calls use with the targets of a page's links, in the state in which AddLinks would leave them, and then removes the page again.
// So the Collection does not change.
func (c *Collection) Preview(src *Source, texts *Texts, use func([]Target)) {
	u := undo{
		targets: c.targets.n, edges: len(c.edges), sources: len(c.sources), lists: len(c.lists), lastSource: c.lastSource,
		groups: len(c.groups), freeGroups: slices.Clone(c.freeGroups), before: make(map[Target]target),
	}
	for i := range src.Page.Links {
		if t, ok := c.find(src.Page.Links[i].URL); ok {
			u.before[t] = *c.targets.at(int(t))
		}
	}
	c.newGroup = func(key uint64) { u.newGroups = append(u.newGroups, key) }
	use(c.addAllLinks(nil, src, texts))
	c.newGroup = nil
	u.apply(c)
}

// undo holds what is needed to restore a Collection to its earlier state.
type undo struct {
	targets, edges, sources, lists, groups int
	lastSource                             uint32
	freeGroups                             []uint32
	newGroups                              []uint64 // keys
	before                                 map[Target]target
}

func (u *undo) apply(c *Collection) {
	for t, before := range u.before {
		*c.targets.at(int(t)) = before
	}
	for _, key := range u.newGroups {
		c.groupKeys[c.groupOf[key]] = 0
		delete(c.groupOf, key)
	}
	c.targets.removeLast(u.targets)
	c.edges, c.sources = c.edges[:u.edges], c.sources[:u.sources]
	c.lists, c.groups, c.groupKeys = c.lists[:u.lists], c.groups[:u.groups], c.groupKeys[:u.groups]
	c.lastSource, c.freeGroups = u.lastSource, u.freeGroups
	c.shared.cut(u.lists, u.sources)
}
