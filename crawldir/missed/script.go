package missed

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features"
)

// Bounds of a page that a script fills.
const (
	fewWords  = 40 // words outside navigation that a shell may show
	noWords   = 8  // words of a page that shows nothing yet: a name, and that it loads
	noScripts = 3  // words of a noscript element that speaks to a reader
)

// look is what the tree of a page shows of a program that fills it.
type look struct {
	scripts  int // that a browser runs
	words    int // shown outside navigation, header and footer
	mounts   int // empty elements that a script can find: by an id, by data, or by a name of its own
	noscript int // words for readers without scripts
}

// filledByScript reports whether a script fills a page in a browser. The page shows next to nothing, or it speaks of jobs and has an empty place.
func filledByScript(p *features.Page, ofJobs bool) bool {
	var l look
	for n := range p.Tree().ChildNodes() {
		l.read(n, false)
	}
	switch {
	case l.scripts == 0:
		return false
	case l.words < fewWords:
		return l.mounts > 0 || l.noscript >= noScripts || l.words <= noWords
	}
	return ofJobs && l.mounts > 0
}

// read reads a node. aside says that it is in navigation.
func (l *look) read(n *html.Node, aside bool) {
	if n.Type == html.TextNode {
		if !aside {
			l.words += len(strings.Fields(n.Data))
		}
		return
	}
	switch n.DataAtom {
	case atom.Script:
		if runs(n) {
			l.scripts++
		}
		return
	case atom.Noscript:
		l.noscript += wordsIn(n)
		return
	case atom.Style, atom.Template, atom.Title:
		return
	case atom.Nav, atom.Header, atom.Footer:
		aside = true
	}
	if !aside && isMount(n) {
		l.mounts++
		return
	}
	for c := range n.ChildNodes() {
		l.read(c, aside)
	}
}

// runs reports whether a browser runs a script: its type is none, module, or one of JavaScript (HTML, 4.12.1).
func runs(n *html.Node) bool {
	kind := strings.ToLower(strings.TrimSpace(attribute(n, "type")))
	return kind == "" || kind == "module" || strings.Contains(kind, "javascript") || strings.Contains(kind, "ecmascript")
}

// isMount reports whether an element is an empty place that a script fills.
func isMount(n *html.Node) bool {
	switch {
	case n.Type != html.ElementNode:
		return false
	case strings.Contains(n.Data, "-"): // a custom element (HTML, 4.13.2)
		return isEmpty(n)
	}
	switch n.DataAtom {
	case atom.Div, atom.Section, atom.Main, atom.Article, atom.Ul, atom.Ol, atom.Tbody, atom.Aside:
	default:
		return false
	}
	for _, a := range n.Attr {
		if a.Key == "id" || strings.HasPrefix(a.Key, "data-") {
			return isEmpty(n)
		}
	}
	return false
}

// isEmpty reports whether an element shows nothing: it has no words, and only elements like that.
func isEmpty(n *html.Node) bool {
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			return false
		case c.Type == html.ElementNode:
			switch c.DataAtom {
			case atom.Img, atom.Iframe, atom.Video, atom.Object, atom.Embed, atom.Input, atom.Select, atom.Textarea, atom.Button, atom.A, atom.Script, atom.Style:
				return false
			}
		}
	}
	return true
}

// wordsIn counts the words of a noscript element, whose content the parser leaves as text.
func wordsIn(n *html.Node) (words int) {
	for c := range n.ChildNodes() {
		for z := html.NewTokenizer(strings.NewReader(c.Data)); z.Next() != html.ErrorToken; {
			if t := z.Token(); t.Type == html.TextToken {
				words += len(strings.Fields(t.Data))
			}
		}
	}
	return words
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
