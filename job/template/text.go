package template

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/job"
)

// Text gives the text of a node with collapsed white space. With lines, blocks, rows, list items and br end a line;
// without, they are white space. Scripts and styles count only where they are the node itself.
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
	space, cut bool // white space, or the end of a line, stands before what comes next
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

// enter reports whether the node's children count.
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
