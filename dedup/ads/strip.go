package ads

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// inline are elements that do not part words or lines.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Em: true, atom.Font: true, atom.I: true, atom.Mark: true, atom.S: true,
	atom.Small: true, atom.Span: true, atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.U: true,
}

// strip gives the text of a piece of HTML, a line a block. Markup that is itself escaped, as in JSON-LD, is unescaped
// once.
func strip(fragment string) string {
	if !strings.ContainsAny(fragment, "<&") {
		return fragment
	}
	if !strings.Contains(fragment, "<") {
		fragment = html.UnescapeString(fragment)
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(fragment))
	hidden := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.TrimSpace(b.String())
		case html.TextToken:
			if !hidden {
				b.WriteString(html.UnescapeString(string(z.Raw())))
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.DataAtom == atom.Script || t.DataAtom == atom.Style {
				hidden = t.Type == html.StartTagToken
			}
			if !inline[t.DataAtom] {
				b.WriteByte('\n')
			}
		}
	}
}
