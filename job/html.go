package job

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/letters"
)

// maxHTML bounds the bytes of SafeHTML's result. A longer text ends at a tag.
const maxHTML = 64 << 10

// keptElements are the elements that text needs, and whether they have an end tag. Others are left out, but not the text in them.
var keptElements = map[atom.Atom]bool{
	atom.P: true, atom.Br: false, atom.Ul: true, atom.Ol: true, atom.Li: true, atom.B: true, atom.Strong: true, atom.I: true, atom.Em: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Dl: true, atom.Dt: true, atom.Dd: true,
	atom.Table: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Blockquote: true, atom.U: true, atom.A: true, atom.Div: true,
}

// SafeHTML returns an HTML text reduced to balanced text elements. The only attributes left are the targets of links to web pages. HTML that
// is escaped once or twice is unescaped first. The result is "" if s has no elements.
func SafeHTML(s string) string {
	for range 2 {
		if hasTag(s) || !strings.Contains(s, "&lt;") && !strings.Contains(s, "&#60;") && !strings.Contains(s, "&amp;lt;") {
			break
		}
		s = html.UnescapeString(s)
	}
	if !hasTag(s) {
		return ""
	}
	w := safeWriter{}
	z := html.NewTokenizer(strings.NewReader(s))
	z.SetMaxBuf(len(s) + 1)
	for w.b.Len() < maxHTML {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		w.token(kind, z.Token())
	}
	w.closeTo(0)
	return strings.TrimSpace(w.b.String())
}

// safeWriter writes tokens as balanced HTML.
type safeWriter struct {
	b    strings.Builder
	open []atom.Atom
	skip atom.Atom // the element whose text is left out
}

func (w *safeWriter) token(kind html.TokenType, t html.Token) {
	switch {
	case w.skip != 0:
		if kind == html.EndTagToken && t.DataAtom == w.skip {
			w.skip = 0
		}
	case kind == html.TextToken:
		text := t.Data
		if rest := maxHTML - w.b.Len(); len(text) > rest {
			text = letters.Cut(text, rest)
		}
		w.b.WriteString(html.EscapeString(text))
	case kind == html.StartTagToken && (t.DataAtom == atom.Script || t.DataAtom == atom.Style || t.DataAtom == atom.Template || t.DataAtom == atom.Textarea || t.DataAtom == atom.Title):
		w.skip = t.DataAtom
	case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
		w.start(t)
	case kind == html.EndTagToken:
		for i := len(w.open) - 1; i >= 0; i-- {
			if w.open[i] == t.DataAtom {
				w.closeTo(i)
				break
			}
		}
	}
}

// maxOpen bounds the elements that are open at one time.
const maxOpen = 100

func (w *safeWriter) start(t html.Token) {
	ends, kept := keptElements[t.DataAtom]
	if !kept || len(w.open) >= maxOpen {
		return
	}
	w.b.WriteString("<" + t.Data)
	if t.DataAtom == atom.A {
		for _, a := range t.Attr {
			if a.Key == "href" && (strings.HasPrefix(a.Val, "https://") || strings.HasPrefix(a.Val, "http://")) {
				w.b.WriteString(` href="` + html.EscapeString(letters.Cut(a.Val, 2000)) + `"`)
				break
			}
		}
	}
	w.b.WriteString(">")
	if ends {
		w.open = append(w.open, t.DataAtom)
	}
}

// closeTo closes elements until n are open.
func (w *safeWriter) closeTo(n int) {
	for i := len(w.open) - 1; i >= n; i-- {
		w.b.WriteString("</" + w.open[i].String() + ">")
	}
	w.open = w.open[:n]
}
