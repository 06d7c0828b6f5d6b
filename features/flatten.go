package features

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// flatten rewrites a page that is nested too deep for the parser: texts, links and what the head says stay, block
// elements become line breaks, everything else goes.
func flatten(source []byte) []byte {
	var out bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(source))
	skipped := atom.Atom(0) // an element whose contents are dropped
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			return out.Bytes()
		case html.TextToken:
			if skipped == 0 {
				out.Write(z.Raw())
			}
			continue
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
		default:
			continue
		}
		raw := bytes.Clone(z.Raw()) // TagName changes it to lower case
		name, _ := z.TagName()
		tag := atom.Lookup(name)
		k := kindOf(tag)
		switch {
		case tag == atom.Title || tag == atom.A || k&isHead != 0 || k&isVoid != 0 && k&(isLink|isImage) != 0:
			out.Write(raw)
		case tag == atom.Iframe && kind != html.EndTagToken:
			out.Write(raw)
			out.WriteString("</iframe>")
		case k&(isBlock|isBreak) != 0:
			out.WriteString("<br>")
		}
		if k&isSkipped != 0 && tag != atom.Title && tag != atom.Template {
			skipped = tag
			if kind == html.EndTagToken {
				skipped = 0
			}
		}
	}
}
