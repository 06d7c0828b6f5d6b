package template

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/job"
)

// Text returns the text of a node with collapsed white space. If lines is true, each block, row, list item and br ends a line; otherwise
// these count as white space. Scripts and styles are skipped, unless the node itself is one.
func Text(n *html.Node, lines bool) string {
	w := textWriter{lines: lines}
	if n.DataAtom == atom.Script || n.DataAtom == atom.Style {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			w.text(c.Data)
		}
	} else {
		w.walk(n)
	}
	return strings.TrimSpace(w.String())
}

type textWriter struct {
	strings.Builder
	lines      bool
	space, cut bool // white space, or the end of a line, precedes the next word
}

func (w *textWriter) walk(root *html.Node) {
	n := root
	for {
		descend := w.enter(n)
		if descend && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			w.leave(n)
			if n == root {
				return
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
}

// enter handles the beginning of a node and reports whether its children are to be read.
func (w *textWriter) enter(n *html.Node) bool {
	switch {
	case n.Type == html.TextNode:
		w.text(n.Data)
	case n.Type != html.ElementNode:
		return n.Type == html.DocumentNode
	case hidden(n.DataAtom):
		return false
	case job.IsBlock(n.DataAtom):
		w.cut = true
	}
	return true
}

func (w *textWriter) leave(n *html.Node) {
	if n.Type == html.ElementNode && job.IsBlock(n.DataAtom) {
		w.cut = true
	}
}

func (w *textWriter) text(s string) {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if unicode.IsSpace(r) {
			w.space = true
			s = s[size:]
			continue
		}
		if w.Len() > 0 && w.cut && w.lines {
			w.WriteByte('\n')
		} else if w.Len() > 0 && (w.cut || w.space) {
			w.WriteByte(' ')
		}
		w.cut, w.space = false, false
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		w.WriteString(s[:end])
		s = s[end:]
	}
}

func hidden(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Head, atom.Iframe, atom.Object, atom.Svg:
		return true
	}
	return false
}
