package sitemap

import (
	"strings"

	"golang.org/x/net/html"
)

// maxTitle and maxSummary are how many bytes of an entry's title and summary are kept. These serve as the anchor of a link and its context.
const maxTitle, maxSummary = 200, 300

// plain returns text without markup and with single spaces, cut off after most bytes. Feeds have HTML in their titles, whatever they declare.
func plain(text string, most int) string {
	if strings.ContainsAny(text, "<&") {
		var b strings.Builder
		z := html.NewTokenizer(strings.NewReader(text))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			if kind == html.TextToken {
				b.Write(z.Text())
			} else {
				b.WriteByte(' ')
			}
		}
		text = b.String()
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, " ")), " ")
	if len(text) <= most {
		return text
	}
	text = strings.ToValidUTF8(text[:most], "")
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	return text
}
