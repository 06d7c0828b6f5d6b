package features

import (
	"cmp"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
)

// head holds what a page says about itself.
type head struct {
	title, meta       []byte // texts, white space collapsed
	hasTitle          bool
	lang              string
	base, canonical   string   // as in the source
	feeds             []string // as in the source, at most mostFeeds
	noIndex, noFollow bool
}

// enterHead reads title, meta, base, link and html.
func (w *walk) enterHead(n outline.Node) {
	h := &w.head
	switch w.tree.Atom(n) {
	case atom.Html:
		h.lang = strings.ToLower(strings.TrimSpace(cmp.Or(w.tree.Attr(n, "lang"), w.tree.Attr(n, "xml:lang")))) // XHTML may have the second alone
	case atom.Title:
		if !h.hasTitle {
			h.hasTitle = true
			for c := w.tree.FirstChild(n); c != outline.None; c = w.tree.NextSibling(c) {
				for i := w.tree.FirstPiece(c); i >= 0; {
					var text []byte
					text, i = w.tree.Piece(i)
					h.title = appendText(h.title, text)
				}
			}
		}
	case atom.Base:
		if h.base == "" {
			h.base = w.tree.Attr(n, "href")
		}
	case atom.Meta:
		w.enterMeta(n)
	case atom.Link:
		w.enterRelation(n)
	}
}

func (w *walk) enterMeta(n outline.Node) {
	content := w.tree.Attr(n, "content")
	if content == "" {
		return
	}
	switch strings.ToLower(w.tree.Attr(n, "name")) {
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
	if strings.EqualFold(w.tree.Attr(n, "http-equiv"), "refresh") {
		w.addEmpty(n, refreshURL(content))
	}
}

// mostFeeds is how many feeds of a page are known.
const mostFeeds = 4

// enterRelation reads a link element. Only the next and previous page of a series become links of the page. Style sheets,
// icons and translations do not, and feeds are kept apart.
func (w *walk) enterRelation(n outline.Node) {
	rel, href := strings.ToLower(w.tree.Attr(n, "rel")), w.tree.Attr(n, "href")
	for _, word := range strings.Fields(rel) {
		switch word {
		case "canonical":
			if w.head.canonical == "" {
				w.head.canonical = href
			}
		case "next", "prev", "previous":
			w.addEmpty(n, href)
			return
		case "alternate":
			if href != "" && isFeedType(w.tree.Attr(n, "type")) && len(w.head.feeds) < mostFeeds {
				w.head.feeds = append(w.head.feeds, href)
			}
		}
	}
}

// isFeedType reports whether a media type is that of an RSS or Atom feed.
func isFeedType(mediaType string) bool {
	mediaType, _, _ = strings.Cut(strings.ToLower(mediaType), ";")
	switch strings.TrimSpace(mediaType) {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml":
		return true
	}
	return false
}

// addEmpty adds a link without an anchor.
func (w *walk) addEmpty(n outline.Node, href string) {
	if href != "" {
		w.addLink(n, href, "")
	}
}

// refreshURL returns the URL of a meta refresh, "5; url=...", or "".
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
