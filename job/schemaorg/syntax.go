package schemaorg

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// microdata is the syntax of WHATWG HTML, 5 Microdata.
type microdata struct{ ids map[string]*html.Node }

func (microdata) item(n *html.Node) (types []any, ok bool) {
	if _, ok = attribute(n, "itemscope"); !ok {
		// A type without itemscope is an error, and common.
		if s, typed := attribute(n, "itemtype"); typed {
			return words(s), true
		}
		return nil, false
	}
	s, _ := attribute(n, "itemtype")
	return words(s), true
}

func (microdata) id(n *html.Node) string { return idOf(n, "itemid") }

// idOf returns the attribute of an element that identifies an item. If there is none, it returns the fragment of the element.
func idOf(n *html.Node, key string) string {
	if s, ok := attribute(n, key); ok && strings.TrimSpace(s) != "" {
		return strings.TrimSpace(s)
	}
	if s, ok := attribute(n, "id"); ok && s != "" {
		return "#" + url.PathEscape(s)
	}
	return ""
}

func (microdata) properties(n *html.Node) []string {
	s, ok := attribute(n, "itemprop")
	if !ok {
		return nil
	}
	names := strings.Fields(s)
	for i := range names {
		names[i] = short(names[i])
	}
	return names
}

func (m microdata) references(n *html.Node) []*html.Node {
	s, _ := attribute(n, "itemref")
	var refs []*html.Node
	for id := range strings.FieldsSeq(s) {
		if ref := m.ids[id]; ref != nil {
			refs = append(refs, ref)
		}
	}
	return refs
}

// rdfa is the syntax of W3C RDFa Lite 1.1.
type rdfa struct{}

func (rdfa) item(n *html.Node) (types []any, ok bool) {
	s, ok := attribute(n, "typeof")
	return words(s), ok
}

func (rdfa) id(n *html.Node) string { return idOf(n, "resource") }

func (rdfa) properties(n *html.Node) []string {
	s, ok := attribute(n, "property")
	if !ok {
		return nil
	}
	var names []string
	for name := range strings.FieldsSeq(s) {
		// A prefix other than schema.org's, such as og:, is another vocabulary.
		if prefix, rest, ok := strings.Cut(name, ":"); ok && !strings.HasPrefix(rest, "//schema.org/") && !strings.HasPrefix(rest, "//www.schema.org/") && !isSchemaPrefix(n, prefix) {
			continue
		}
		names = append(names, short(name))
	}
	return names
}

func (rdfa) references(*html.Node) []*html.Node { return nil }

// isSchemaPrefix reports whether a prefix stands for schema.org at n. RDFa's initial context declares "schema". An element around
// n may declare other prefixes.
func isSchemaPrefix(n *html.Node, prefix string) bool {
	if prefix == "schema" {
		return true
	}
	for depth := 0; n != nil && depth < 64; n, depth = n.Parent, depth+1 {
		s, ok := attribute(n, "prefix")
		if !ok {
			continue
		}
		fields := strings.Fields(s)
		for i := 0; i+1 < len(fields); i += 2 {
			if fields[i] == prefix+":" {
				return strings.Contains(fields[i+1], "schema.org")
			}
		}
	}
	return false
}
