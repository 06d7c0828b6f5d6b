// Package quoted reads quoted strings of HTTP header fields.
package quoted

import "strings"

// Cut reads the rest of a quoted string, whose opening quotation mark was read before, up to the closing mark or the end of s. It returns
// the string without escapes, and what follows in s (Fetch, "collect an HTTP quoted string"; RFC 8288, appendix B.4).
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
