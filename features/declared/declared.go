// Package declared reads what a document and its response headers declare about the document. Refresh says where a browser
// goes next, Link which pages are related, and robots what crawlers may do. The package follows the steps of the standards
// and resolves no URL.
package declared

import "net/http"

// Agent is the product token of this crawler: the name by which documents address it, unless the crawl uses another one.
const Agent = "gannet"

// Headers returns those headers of a response that declare something about the document, such as Link and X-Robots-Tag, or nil if there are
// none.
func Headers(h http.Header) (declares http.Header) {
	for _, name := range []string{"Content-Usage", "Link", "Refresh", "Tdm-Policy", "Tdm-Reservation", "X-Robots-Tag"} {
		if values := h[name]; len(values) > 0 {
			if declares == nil {
				declares = make(http.Header)
			}
			declares[name] = values
		}
	}
	return declares
}

// isSpace reports whether c is ASCII white space (Infra, "ASCII whitespace"). It includes the white space of header fields.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// skip returns s without the bytes at its front for which is holds.
func skip(s string, is func(byte) bool) string {
	for s != "" && is(s[0]) {
		s = s[1:]
	}
	return s
}
