package features

import (
	"cmp"
	"net/http"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/declared"
	"gannet/features/outline"
	"gannet/features/permission"
	"gannet/internal/weburl"
)

// head holds what a page says about itself.
type head struct {
	title, meta []byte // texts, white space collapsed
	hasTitle    bool
	lang        string
	base        *string  // href of the first base element that has one; nil if none has
	canonical   string   // as in the source; of a header it is resolved
	feeds       []string // likewise, at most mostFeeds
	robots      declared.Robots
	says        permission.Record // in the header and on the page
	licenses    int
}

// enterHeader reads what the headers of the response declare about the page. Their URLs are resolved against the URL of the
// response, because they do not know the base element (RFC 8288, section 3.1).
func (w *walk) enterHeader(n outline.Node, h http.Header, base *weburl.Base) {
	w.head.robots.AddHeader(h, w.agent)
	w.enterUses(permission.Robots, "header X-Robots-Tag", w.head.robots.Uses)
	w.enterUses(permission.Usage, "header Content-Usage", strings.Join(h.Values("Content-Usage"), ", "))
	for _, name := range []string{tdmReservation, tdmPolicy} {
		w.enterReservation("header", name, h.Get(name))
	}
	resolve := func(target string) string {
		url, _ := base.ResolveHeader(target)
		return url
	}
	for _, l := range declared.Links(h.Values("Link")) {
		if l.Anchor == "" || resolve(l.Anchor) == base.URL() {
			l.Target = resolve(l.Target)
			w.enterRelation(n, l)
		}
	}
	if target := declared.Refresh(h.Get("Refresh")); target != "" {
		w.addEmpty(n, resolve(target))
	}
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
		if href, found := w.tree.LookupAttr(n, "href"); found && h.base == nil {
			h.base = &href
		}
	case atom.Meta:
		w.enterMeta(n)
	case atom.Link:
		w.enterRelation(n, declared.Link{Target: w.tree.Attr(n, "href"), Rel: w.tree.Attr(n, "rel"), Type: w.tree.Attr(n, "type")})
	}
}

func (w *walk) enterMeta(n outline.Node) {
	content := w.tree.Attr(n, "content")
	if content == "" {
		return
	}
	name := w.tree.Attr(n, "name")
	switch strings.ToLower(name) {
	case "description", "keywords":
		if len(w.head.meta) > 0 {
			w.head.meta = append(w.head.meta, '\n')
		}
		w.head.meta = appendText(w.head.meta, content)
	case tdmReservation, tdmPolicy:
		w.enterReservation("meta", strings.ToLower(name), content)
	default:
		before := w.head.robots.Uses
		w.head.robots.AddMeta(name, content, w.agent)
		w.enterUses(permission.Robots, "meta "+name, strings.TrimPrefix(strings.TrimPrefix(w.head.robots.Uses, before), ", "))
	}
	w.enterRefresh(n)
}

// The names of TDMRep, of headers and of meta elements.
const tdmReservation, tdmPolicy = "tdm-reservation", "tdm-policy"

func (w *walk) enterReservation(place, name, value string) {
	if value != "" {
		w.enterUses(permission.TDM, place, name+": "+value)
	}
}

// mostLicenses bounds the licences of a page that are kept, since each of its pictures may have one.
const mostLicenses = 4

func (w *walk) enterLicense(target string) {
	if w.head.licenses++; w.head.licenses <= mostLicenses {
		w.enterUses(permission.License, "link rel=license", target)
	}
}

func (w *walk) enterUses(standard permission.Standard, place, raw string) {
	if raw != "" {
		w.head.says = w.head.says.Add(standard, place, raw)
	}
}

// mostFeeds bounds the feeds of a page that are kept.
const mostFeeds = 4

// enterRelation reads a link element, or a link of a header. Only links to the next and previous page of a series become links of the page. Style
// sheets, icons and translations do not, and feeds are kept separately.
func (w *walk) enterRelation(n outline.Node, l declared.Link) {
	for _, rel := range l.Rels() {
		switch rel {
		case "canonical": // RFC 6596
			if w.head.canonical == "" {
				w.head.canonical = l.Target
			}
		case "next", "prev", "previous":
			w.addEmpty(n, l.Target)
			return
		case "license":
			w.enterLicense(l.Target)
		case "alternate":
			if l.Target != "" && isFeedType(l.Type) && len(w.head.feeds) < mostFeeds {
				w.head.feeds = append(w.head.feeds, l.Target)
			}
		}
	}
}

// isFeedType reports whether a media type is that of a feed.
func isFeedType(mediaType string) bool {
	mediaType, _, _ = strings.Cut(strings.ToLower(mediaType), ";")
	switch strings.TrimSpace(mediaType) {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
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
