package template

import (
	"strings"

	"golang.org/x/net/html"

	"gannet/internal/lazyregexp"
)

// hint holds what an element must have to match a selector. Hints are checked before the selector, because this is cheap and excludes most elements.
type hint struct {
	tag, id, class string // "" if the selector does not require one
}

// lastCompound finds the part of a selector that the matched element itself must satisfy.
var lastCompound = lazyregexp.New(`(?:^|[\s>+~])([a-z][a-z0-9]*)?((?:[.#][A-Za-z_][\w-]*)*)((?:\[[^\]"]*(?:"[^"]*")?\]|:[a-z-]+(?:\([^()"]*(?:"[^"\\]*")?[^()"]*\))?)*)$`)

var names = lazyregexp.New(`[.#][^.#]+`)

// hintOf returns the hint of a selector. If in doubt it returns the empty hint, which every element satisfies.
func hintOf(selector string) hint {
	var h hint
	m := lastCompound.FindStringSubmatch(selector)
	if m == nil || isPointer(selector) || strings.Contains(selector, ",") {
		return h
	}
	h.tag = m[1]
	for _, name := range names.FindAllString(m[2], -1) {
		if name[0] == '#' {
			h.id = name[1:]
		} else if len(name) > len(h.class) {
			h.class = name[1:]
		}
	}
	return h
}

// element is a node with the attributes that hints need, looked up once.
type element struct {
	*html.Node
	id, class string
}

func elementOf(n *html.Node) element {
	e := element{Node: n}
	for i := range n.Attr {
		switch n.Attr[i].Key {
		case "id":
			e.id = n.Attr[i].Val
		case "class":
			e.class = n.Attr[i].Val
		}
	}
	return e
}

// mayMatch reports whether the selector may match an element.
func (h *hint) mayMatch(e *element) bool {
	return (h.tag == "" || h.tag == e.Data) && (h.id == "" || strings.Contains(e.id, h.id)) &&
		(h.class == "" || strings.Contains(e.class, h.class))
}
