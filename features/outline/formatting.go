package outline

import (
	"bytes"
	"cmp"
	"slices"

	"golang.org/x/net/html/atom"
)

// mostAlike is how many equal formatting elements are kept ("Noah's Ark clause").
const mostAlike = 3

// addFormatting adds a formatting element for the token and appends it to the list of active ones
// (https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements).
func (b *builder) addFormatting() {
	n := b.add()
	alike := 0
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i] != None; i-- {
		if b.nodes[b.formatting[i]].name != b.nodes[n].name || !b.sameAttributes(b.formatting[i], n) {
			continue
		}
		if alike++; alike >= mostAlike {
			b.formatting = slices.Delete(b.formatting, i, i+1)
		}
	}
	b.formatting = append(b.formatting, n)
}

// sameAttributes reports whether two elements have the same attributes, in any order.
func (b *builder) sameAttributes(x, y Node) bool {
	m, n := &b.nodes[x], &b.nodes[y]
	if m.to-m.from != n.to-n.from {
		return false
	}
	if m.to == m.from {
		return true
	}
	return slices.Equal(b.sortedAttributes(m), b.sortedAttributes(n))
}

func (b *builder) sortedAttributes(n *node) [][2]string {
	var all [][2]string
	for _, a := range b.attrs[n.from:n.to] {
		all = append(all, [2]string{string(bytes.ToLower(b.source[a.keyFrom:a.keyTo])), attrValue(b.source[a.from:a.to])})
	}
	slices.SortFunc(all, func(x, y [2]string) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) })
	return all
}

// clearFormatting forgets the active formatting elements down to the last marker.
func (b *builder) clearFormatting() {
	for {
		last := len(b.formatting) - 1
		if last < 0 {
			return
		}
		n := b.formatting[last]
		b.formatting = b.formatting[:last]
		if n == None {
			return
		}
	}
}

// activeIndex returns the index of an active formatting element, or -1.
func (b *builder) activeIndex(n Node) int {
	for i := len(b.formatting) - 1; i >= 0; i-- {
		if b.formatting[i] == n {
			return i
		}
	}
	return -1
}

// deactivate takes an element out of the active formatting elements.
func (b *builder) deactivate(n Node) {
	if i := b.activeIndex(n); i >= 0 {
		b.formatting = slices.Delete(b.formatting, i, i+1)
	}
}

// reconstruct opens those active formatting elements again that the end of another element has closed.
func (b *builder) reconstruct() {
	i := len(b.formatting)
	for i > 0 && b.formatting[i-1] != None && b.isOpen(b.formatting[i-1]) < 0 {
		i--
	}
	for ; i < len(b.formatting) && b.err == nil; i++ {
		n := &b.nodes[b.formatting[i]]
		b.size += nodeBytes + elementBytes + attrBytes*int(n.to-n.from)
		c := b.clone(b.formatting[i])
		b.addChild(c)
		b.formatting[i] = c
	}
}

// endFormatting closes a formatting element, by the adoption agency algorithm
// (https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm).
func (b *builder) endFormatting(name atom.Atom) {
	if b.topName() == name && b.activeIndex(b.top()) < 0 {
		b.pop()
		return
	}
	for range 8 {
		if !b.adopt(name) {
			return
		}
	}
}

// adopt does one round of the adoption agency algorithm. It returns false after the last round.
func (b *builder) adopt(name atom.Atom) bool {
	element := None
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i] != None; i-- {
		if b.nodes[b.formatting[i]].name == name {
			element = b.formatting[i]
			break
		}
	}
	if element == None {
		b.endOther()
		return false
	}
	at := b.isOpen(element)
	if at < 0 {
		b.deactivate(element)
		return false
	}
	if b.find(anyScope, name) < 0 {
		return false
	}
	furthest := None
	for _, n := range b.open[at:] {
		if b.nodes[n].class&special != 0 {
			furthest = n
			break
		}
	}
	if furthest == None {
		b.closeFrom(at)
		b.deactivate(element)
		return false
	}
	b.adoptInto(element, furthest, b.open[at-1])
	return true
}

// adoptInto moves the content of the formatting element, from the furthest block on, out of the element.
func (b *builder) adoptInto(element, furthest, ancestor Node) {
	bookmark := b.activeIndex(element)
	last := furthest
	x := b.isOpen(furthest)
	for j := 1; ; j++ {
		x--
		n := b.open[x]
		if n == element {
			break
		}
		active := b.activeIndex(n)
		if active >= 0 && j > 3 {
			b.deactivate(n)
			if active <= bookmark {
				bookmark--
			}
			continue // golang.org/x/net/html leaves it open here
		}
		if active < 0 {
			b.remove(n)
			continue
		}
		c := b.cloneSized(n)
		b.formatting[active], b.open[x] = c, c
		if last == furthest {
			bookmark = active + 1
		}
		b.detach(last)
		b.appendChild(c, last)
		last = c
	}
	b.detach(last)
	if b.nodes[ancestor].class&fosters != 0 {
		b.fosterParent(last)
	} else {
		b.appendChild(ancestor, last)
	}
	c := b.cloneSized(element)
	for child := b.nodes[furthest].first; child != None; child = b.nodes[furthest].first {
		b.detach(child)
		b.appendChild(c, child)
	}
	b.appendChild(furthest, c)
	if old := b.activeIndex(element); old >= 0 && old < bookmark {
		bookmark--
	}
	b.deactivate(element)
	b.formatting = slices.Insert(b.formatting, bookmark, c)
	b.remove(element)
	b.open = slices.Insert(b.open, b.isOpen(furthest)+1, c)
}

// cloneSized does the same as clone, and counts the copy for the limit.
func (b *builder) cloneSized(n Node) Node {
	b.size += nodeBytes + elementBytes + attrBytes*int(b.nodes[n].to-b.nodes[n].from)
	return b.clone(n)
}
