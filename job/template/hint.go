package template

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// hint is what an element must have to be matched by a selector: asked first, since it is cheap and most fail it.
type hint struct {
	tag, id, class string // "" where the selector does not say
}

// lastCompound finds the part of a selector that the matched element itself must satisfy, as far as it is plain.
var lastCompound = regexp.MustCompile(`(?:^|[\s>+~])([a-z][a-z0-9]*)?((?:[.#][A-Za-z_][\w-]*)*)((?:\[[^\]"]*(?:"[^"]*")?\]|:[a-z-]+(?:\([^()"]*(?:"[^"\\]*")?[^()"]*\))?)*)$`)

var names = regexp.MustCompile(`[.#][^.#]+`)

// hintOf reads the hint off a selector; where it is not sure the hint is empty, which every element satisfies.
func hintOf(selector string) hint {
	var h hint
	m := lastCompound.FindStringSubmatch(selector)
	if m == nil || strings.Contains(selector, ",") {
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

// element is a node with the attributes that hints ask for, looked up once.
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

// mayMatch is false only for elements that the selector cannot match.
func (h *hint) mayMatch(e *element) bool {
	return (h.tag == "" || h.tag == e.Data) && (h.id == "" || strings.Contains(e.id, h.id)) &&
		(h.class == "" || strings.Contains(e.class, h.class))
}
