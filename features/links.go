package features

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
)

// target returns the address that an a, area, frame or iframe leads to, or the address of the page that an object or embed shows.
func (w *walk) target(n outline.Node) (href string, found bool) {
	switch name := w.tree.Atom(n); name {
	case atom.Frame:
		return w.tree.LookupAttr(n, "src")
	case atom.Iframe:
		if _, found := w.tree.LookupAttr(n, "srcdoc"); found {
			return "", false // it goes before src
		}
		return w.tree.LookupAttr(n, "src")
	case atom.Embed, atom.Object:
		if !isPageType(w.tree.Attr(n, "type")) {
			return "", false
		}
		if name == atom.Embed {
			return w.tree.LookupAttr(n, "src")
		}
		return w.tree.LookupAttr(n, "data")
	}
	return w.tree.LookupAttr(n, "href")
}

// isPageType reports whether a media type is that of a page.
func isPageType(mediaType string) bool {
	mediaType, _, _ = strings.Cut(strings.ToLower(mediaType), ";")
	mediaType = strings.TrimSpace(mediaType)
	return mediaType == "text/html" || mediaType == "application/xhtml+xml"
}

// enterLink adds the link of an element, if it has one.
func (w *walk) enterLink(n outline.Node) {
	name := w.tree.Atom(n)
	href, found := w.target(n)
	if !found {
		return
	}
	if before := w.tree.PreviousSibling(n); before != outline.None && w.tree.Atom(before) == atom.A {
		w.space() // adjacent links are separate words
	}
	index := w.addLink(n, href, w.tree.Attr(n, "rel"))
	if index < 0 {
		return
	}
	alt := ""
	if name == atom.Area {
		alt = w.tree.Attr(n, "alt")
	}
	w.stack = append(w.stack, open{node: n, block: -1, heading: -1, link: index, textFrom: len(w.body), alt: alt})
}

// addLink adds a link that begins at the current place and returns its index. It returns -1 if the link leads to no other page, or if there is no
// room for it.
func (w *walk) addLink(n outline.Node, href, rel string) int32 {
	if len(w.links) >= w.limit {
		w.dropped++
		return -1
	}
	trimmed := strings.TrimLeft(href, "\t\n\f\r ")
	if trimmed == "" || trimmed[0] == '#' {
		return -1
	}
	if rel != "" && hasRel(rel, "license") {
		w.enterLicense(href)
	}
	index := int32(len(w.links))
	w.links = append(w.links, Link{
		Href: href, Line: w.line + w.tree.Line(n), Node: w.nodes - 1, Block: w.block, Path: mix32(w.path(n)),
		NoFollow: rel != "" && noFollow(rel), Relative: isRelative(trimmed),
	})
	w.mark(linkStart, index)
	return index
}

// hasRel reports whether a rel has a relation type.
func hasRel(rel, word string) bool {
	return slices.ContainsFunc(strings.Fields(rel), func(w string) bool { return strings.EqualFold(w, word) })
}

// noFollow reports whether a rel tells crawlers not to follow a link, or not to trust it.
func noFollow(rel string) bool {
	for _, word := range strings.Fields(rel) {
		if strings.EqualFold(word, "nofollow") || strings.EqualFold(word, "ugc") || strings.EqualFold(word, "sponsored") {
			return true
		}
	}
	return false
}

// isRelative reports whether an href names neither scheme nor host.
func isRelative(href string) bool {
	if len(href) >= 2 && (href[0] == '/' || href[0] == '\\') && (href[1] == '/' || href[1] == '\\') {
		return false
	}
	for i := 0; i < len(href); i++ {
		c := href[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return c != ':' || i == 0
		}
	}
	return true
}

// hasFragment reports whether an href has a fragment.
func hasFragment(href string) bool { return strings.IndexByte(href, '#') >= 0 }
