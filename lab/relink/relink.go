// Package relink gives the links of an HTML page other targets. The rest of the page stays as it is.
package relink

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"gannet/internal/weburl"
)

// Page returns the body of a page in which the links of a and area elements are replaced. address is the page's URL. to returns the new
// target of a link for its canonical URL, or false to remove the link. A base element is used to resolve the old links, and removed; new
// targets are absolute.
func Page(address string, body []byte, to func(target string) (string, bool)) []byte {
	base, err := url.Parse(address)
	if err != nil {
		return body
	}
	var out bytes.Buffer
	for z := html.NewTokenizer(bytes.NewReader(body)); z.Next() != html.ErrorToken; {
		raw := bytes.Clone(z.Raw()) // Token changes it
		token := z.Token()
		tag := token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken
		switch {
		case tag && token.Data == "base":
			for _, a := range token.Attr {
				if at, err := base.Parse(a.Val); err == nil && a.Key == "href" {
					base = at
				}
			}
		case tag && (token.Data == "a" || token.Data == "area"):
			token.Attr = targets(base, token.Attr, to)
			out.WriteString(token.String())
		default:
			out.Write(raw)
		}
	}
	return out.Bytes()
}

// targets replaces the href among attributes, or leaves it out.
func targets(base *url.URL, attributes []html.Attribute, to func(string) (string, bool)) []html.Attribute {
	kept := attributes[:0]
	for _, a := range attributes {
		if a.Key == "href" {
			old, err := base.Parse(strings.TrimSpace(a.Val))
			if err != nil {
				continue
			}
			canonical, err := weburl.Canonical(old.String())
			if err != nil {
				continue
			}
			var ok bool
			if a.Val, ok = to(canonical); !ok {
				continue
			}
		}
		kept = append(kept, a)
	}
	return kept
}
