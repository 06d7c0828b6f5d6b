package pagetext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// collapse replaces each run of white space with one space.
func collapse(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' ') || c == 0xc2 && i+1 < len(s) && s[i+1] == 0xa0 {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s
}

func attribute(n *html.Node, name string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			return n.Attr[i].Val
		}
	}
	return ""
}

// skipped reports whether the contents of an element are not text of the page.
func skipped(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Title, atom.Textarea, atom.Iframe, atom.Select,
		atom.Noframes, atom.Noembed, atom.Object, atom.Svg:
		return true
	}
	return false
}

// mayBeRegion reports whether an element may be a region of a page that is skipped as a whole.
func mayBeRegion(tag atom.Atom) bool {
	switch tag {
	case atom.Div, atom.Section, atom.Ul, atom.Ol, atom.Table, atom.Form, atom.Aside, atom.Header, atom.P, atom.Li, atom.Td:
		return true
	}
	return false
}

// breaksLine reports whether a browser breaks the line before and after an element.
func breaksLine(tag atom.Atom) bool {
	switch tag {
	case 0, atom.A, atom.Abbr, atom.Acronym, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code, atom.Data, atom.Del,
		atom.Dfn, atom.Em, atom.Font, atom.I, atom.Img, atom.Ins, atom.Kbd, atom.Label, atom.Mark, atom.Meta, atom.Link,
		atom.Q, atom.Rp, atom.Rt, atom.Ruby, atom.S, atom.Samp, atom.Script, atom.Small, atom.Span, atom.Strike,
		atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr, atom.Style, atom.Noscript:
		return false
	}
	return true
}
