package features

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/declared"
	"gannet/features/outline"
)

// Some parts of a page contain text that is not the page's own, but links that can be followed: noscript, the srcdoc of an iframe, and drawings. Only
// the hyperlinks in them are read, with their anchor text. Frames in them are left out, since those in noscript count visitors.

// fragmentMost returns the most bytes that the tree of a fragment of n bytes may take. The links of a fragment with a larger tree are not read.
func fragmentMost(n int) int { return 64_000 + 15*n }

// enterFragment reads the hyperlinks in HTML that the parser treats as text. The content of noscript is parsed separately: as a part of the page, an
// element that was left open there would change the rest of the page, and no author would have noticed.
func (w *walk) enterFragment(n outline.Node) {
	source := []byte(w.tree.Attr(n, "srcdoc"))
	if w.tree.Atom(n) == atom.Noscript {
		source = w.firstText(n)
		w.enterWanted(source)
	}
	if bytes.IndexByte(source, '<') < 0 || w.inner.Read(source, fragmentMost(len(source)), func([]byte) bool { return false }) != nil {
		return
	}
	outer := w.tree
	w.tree, w.line = &w.inner, outer.Line(n)-1
	w.enterQuiet(0, false)
	w.tree, w.line = outer, 0
	w.inner.Clear()
}

// enterQuiet reads the hyperlinks of a node and of all nodes inside it. The parser bounds their depth.
func (w *walk) enterQuiet(n outline.Node, inLink bool) {
	isLink := false
	switch w.tree.Kind(n) {
	case outline.Text:
		for i := w.tree.FirstPiece(n); inLink && i >= 0; {
			var text []byte
			text, i = w.tree.Piece(i)
			w.body = appendText(w.body, text)
		}
		return
	case outline.Element:
		if name := w.tree.Atom(n); name == atom.A || name == atom.Area {
			isLink = w.enterHyperlink(n)
		} else if name == atom.Meta && w.tree.Namespace(n) == outline.HTML {
			w.enterRefresh(n)
		} else if roleOf(name)&isSkipped != 0 {
			return
		}
	}
	if w.tree.FirstChild(n) != outline.None {
		w.paths = append(w.paths, w.path(n))
		for c := w.tree.FirstChild(n); c != outline.None; c = w.tree.NextSibling(c) {
			w.enterQuiet(c, inLink || isLink)
		}
		w.paths = w.paths[:len(w.paths)-1]
	}
	if isLink {
		w.close()
		w.space()
	}
}

// enterHyperlink opens a link and reports whether the element is one. SVG also has links by an older name (SVG 2, 16.3).
func (w *walk) enterHyperlink(n outline.Node) bool {
	href, found := w.tree.LookupAttr(n, "href")
	if !found && w.tree.Namespace(n) == outline.SVG {
		href, found = w.tree.LookupAttr(n, "xlink:href")
	}
	if !found {
		return false
	}
	w.space()
	index := w.addLink(n, href, w.tree.Attr(n, "rel"))
	if index < 0 {
		return false
	}
	w.stack = append(w.stack, open{node: n, block: -1, heading: -1, link: index, textFrom: len(w.body), alt: w.tree.Attr(n, "alt")})
	return true
}

// enterRefresh adds the link of a meta element that makes browsers go to another page.
func (w *walk) enterRefresh(n outline.Node) {
	if strings.EqualFold(w.tree.Attr(n, "http-equiv"), "refresh") {
		w.addEmpty(n, declared.Refresh(w.tree.Attr(n, "content")))
	}
}
