package outline

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// scope says at which elements the search for an open element stops (https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
type scope uint8

const (
	anyScope scope = iota // the standard's default
	listScope
	buttonScope
	tableScope
)

// find returns the index of the innermost open element of that name in scope, or -1.
func (b *builder) find(in scope, name atom.Atom) int {
	return b.findOf(in, name, name, name)
}

// findOf returns the index of the innermost open element of any of three names in scope, or -1.
func (b *builder) findOf(in scope, x, y, z atom.Atom) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		n := &b.nodes[b.open[i]]
		if n.namespace == HTML && (n.name == x || n.name == y || n.name == z) {
			return i
		}
		if b.ends(in, n) {
			return -1
		}
	}
	return -1
}

// findHeading returns the index of the innermost open heading in scope, or -1.
func (b *builder) findHeading() int {
	for i := len(b.open) - 1; i >= 0; i-- {
		n := &b.nodes[b.open[i]]
		if n.class&heading != 0 {
			return i
		}
		if b.ends(anyScope, n) {
			return -1
		}
	}
	return -1
}

// ends reports whether the search for an open element in a scope stops at an element.
func (b *builder) ends(in scope, n *node) bool {
	if in == tableScope {
		return n.namespace == HTML && (n.name == atom.Html || n.name == atom.Table || n.name == atom.Template)
	}
	return n.class&stopsScope != 0 || in == listScope && n.class&isList != 0 ||
		in == buttonScope && n.name == atom.Button && n.namespace == HTML
}

// closeUntil closes the innermost open element of that name in scope and all in it. It reports whether there is one.
func (b *builder) closeUntil(in scope, name atom.Atom) bool {
	i := b.find(in, name)
	if i < 0 {
		return false
	}
	b.closeFrom(i)
	return true
}

// closeP closes the open p, before an element that cannot be inside a p.
func (b *builder) closeP() {
	if b.openPs > 0 {
		b.closeUntil(buttonScope, atom.P)
	}
}

// closeTo closes all elements inside the innermost open element with one of the names, or inside html or a template.
func (b *builder) closeTo(x, y, z atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch b.nodes[b.open[i]].name {
		case atom.Html, atom.Template, x, y, z:
			b.closeFrom(i + 1)
			return
		}
	}
}

// generateImpliedEnds closes the elements whose end tags may be left out, up to one of the exception's name.
func (b *builder) generateImpliedEnds(exception atom.Atom) {
	i := len(b.open)
	for ; i > 0; i-- {
		n := &b.nodes[b.open[i-1]]
		if n.class&impliedEnd == 0 || exception != 0 && n.name == exception {
			break
		}
	}
	b.closeFrom(i)
}

// isOpen returns the index of an open element, or -1.
func (b *builder) isOpen(n Node) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i] == n {
			return i
		}
	}
	return -1
}

// remove removes an element from the open ones; elements inside it stay open.
func (b *builder) remove(n Node) {
	i := b.isOpen(n)
	if i < 0 {
		return
	}
	b.open = slices.Delete(b.open, i, i+1)
	if b.nodes[n].name == atom.P {
		b.openPs--
	}
}
