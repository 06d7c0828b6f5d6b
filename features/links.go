package features

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// enterLink notes an a, area, frame or iframe, if it leads anywhere.
func (w *walk) enterLink(n *html.Node) {
	var href, rel, alt string
	found := false
	target := "href"
	if n.DataAtom == atom.Frame || n.DataAtom == atom.Iframe {
		target = "src"
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case target:
			href, found = a.Val, true
		case "rel":
			rel = a.Val
		case "alt":
			alt = a.Val
		}
	}
	if !found {
		return
	}
	index := w.addLink(href, rel, w.lines.find(n.DataAtom, href))
	if index < 0 {
		return
	}
	if n.DataAtom != atom.Area {
		alt = ""
	}
	w.stack = append(w.stack, open{node: n, block: -1, heading: -1, link: index, textFrom: len(w.body), alt: alt})
}

// addLink notes a link that begins here and gives its index, or -1 where it leads nowhere.
func (w *walk) addLink(href, rel string, line int32) int32 {
	if len(w.links) >= w.limit {
		w.dropped++
		return -1
	}
	trimmed := strings.TrimLeft(href, "\t\n\f\r ")
	if trimmed == "" || trimmed[0] == '#' {
		return -1
	}
	index := int32(len(w.links))
	w.links = append(w.links, Link{
		Href: href, Line: line, Node: w.nodes - 1, Block: w.block,
		NoFollow: rel != "" && noFollow(rel), Relative: isRelative(trimmed),
	})
	w.mark(linkStart, index)
	return index
}

// noFollow says whether a rel asks crawlers not to follow, or not to trust, a link.
func noFollow(rel string) bool {
	for _, word := range strings.Fields(rel) {
		if strings.EqualFold(word, "nofollow") || strings.EqualFold(word, "ugc") || strings.EqualFold(word, "sponsored") {
			return true
		}
	}
	return false
}

// isRelative says whether an href names neither scheme nor host.
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

// hasFragment says whether an href has a fragment.
func hasFragment(href string) bool { return strings.IndexByte(href, '#') >= 0 }

// refreshURL gives the URL of a meta refresh, "5; url=...", or "".
func refreshURL(content string) string {
	_, target, ok := strings.Cut(content, ";")
	if !ok {
		_, target, ok = strings.Cut(content, ",")
	}
	target = strings.TrimSpace(target)
	if !ok || len(target) < 4 || !strings.EqualFold(target[:3], "url") {
		return ""
	}
	target = strings.TrimSpace(target[3:])
	if target == "" || target[0] != '=' {
		return ""
	}
	target = strings.TrimSpace(target[1:])
	if target != "" && (target[0] == '"' || target[0] == '\'') {
		target, _, _ = strings.Cut(target[1:], target[:1])
	}
	return target
}

// head is what a page says about itself.
type head struct {
	title, meta       []byte // texts, white space collapsed
	hasTitle          bool
	lang              string
	base, canonical   string // as in the source
	noIndex, noFollow bool
}

// enterHead notes what title, meta, base, link and html say.
func (w *walk) enterHead(n *html.Node) {
	h := &w.head
	switch n.DataAtom {
	case atom.Html:
		h.lang = strings.ToLower(strings.TrimSpace(attribute(n, "lang")))
	case atom.Title:
		if !h.hasTitle {
			h.hasTitle = true
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				h.title = appendText(h.title, c.Data)
			}
		}
	case atom.Base:
		if h.base == "" {
			h.base = attribute(n, "href")
		}
	case atom.Meta:
		w.enterMeta(n)
	case atom.Link:
		w.enterRelation(n)
	}
}

func (w *walk) enterMeta(n *html.Node) {
	content := attribute(n, "content")
	if content == "" {
		return
	}
	switch strings.ToLower(attribute(n, "name")) {
	case "description", "keywords":
		if len(w.head.meta) > 0 {
			w.head.meta = append(w.head.meta, '\n')
		}
		w.head.meta = appendText(w.head.meta, content)
	case "robots":
		for _, word := range strings.FieldsFunc(strings.ToLower(content), func(r rune) bool { return r == ',' || r <= ' ' }) {
			w.head.noIndex = w.head.noIndex || word == "noindex" || word == "none"
			w.head.noFollow = w.head.noFollow || word == "nofollow" || word == "none"
		}
	}
	if strings.EqualFold(attribute(n, "http-equiv"), "refresh") {
		w.addEmpty(atom.Meta, refreshURL(content), content)
	}
}

// enterRelation reads a link element. Of the links that no one clicks only the next and previous page of a series
// are followed; style sheets, icons, feeds and translations are not.
func (w *walk) enterRelation(n *html.Node) {
	rel, href := strings.ToLower(attribute(n, "rel")), attribute(n, "href")
	for _, word := range strings.Fields(rel) {
		switch word {
		case "canonical":
			if w.head.canonical == "" {
				w.head.canonical = href
			}
		case "next", "prev", "previous":
			w.addEmpty(atom.Link, href, href)
			return
		}
	}
}

// addEmpty notes a link without an anchor.
func (w *walk) addEmpty(tag atom.Atom, href, value string) {
	if href == "" {
		return
	}
	w.addLink(href, "", w.lines.findHead(tag, value))
}
