// Package quoted reads quoted strings of HTTP header fields.
package quoted

import "strings"

// Cut reads s, which begins behind a quotation mark, up to the closing mark, or to the end without one. It returns the string without its
// escapes, and what follows (Fetch, "collect an HTTP quoted string"; RFC 8288, appendix B.4).
func Cut(s string) (value, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}
