package robots

import "strings"

// rule is one Allow or Disallow line.
type rule struct {
	pattern string // normal form; '*' and a '$' at the end are wildcards, other ones are percent-encoded
	allow   bool
	line    int32
}

// matches reports whether the pattern matches the beginning of a path in normal form, or the whole path if the pattern ends in '$'. It searches for
// the parts between wildcards in turn, each after the end of the one before, so no pattern needs more than one pass.
func (r *rule) matches(path string) bool {
	pattern, toEnd := strings.CutSuffix(r.pattern, "$")
	part, rest, wild := strings.Cut(pattern, "*")
	if !strings.HasPrefix(path, part) {
		return false
	}
	path = path[len(part):]
	for wild {
		part, rest, wild = strings.Cut(rest, "*")
		if !wild && toEnd {
			return strings.HasSuffix(path, part)
		}
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	return !toEnd || path == ""
}

const (
	asPath    = false
	asPattern = true
)

// normalPath returns a path and query in the normal form with which patterns are compared.
func normalPath(path string) string { return normal(path, asPath) }

// normal brings paths and patterns to one form (RFC 9309 section 2.2.2):
//
//   - Unreserved characters are plain, reserved ones as they were written.
//   - All others are percent-encoded with capital digits.
//   - '*' and '$' are encoded where they are no wildcards (section 2.2.3): in paths, and '$' before the end of a pattern.
//   - After a '?', encoded ':' and '/' become plain, because the RFC's second example treats them as equal.
func normal(s string, pattern bool) string {
	if isNormal(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	query := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			d := unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
			if unreserved(d) || query && (d == ':' || d == '/') {
				b.WriteByte(d)
			} else {
				encode(&b, d)
			}
			continue
		case c == '*' && pattern, c == '$' && pattern && i == len(s)-1:
			b.WriteByte(c)
		case c == '*', c == '$', !plain(c):
			encode(&b, c)
		default:
			b.WriteByte(c)
		}
		query = query || c == '?'
	}
	return b.String()
}

// isNormal reports whether s is certainly in normal form, as most paths are.
func isNormal(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !plain(c) || c == '%' || c == '*' || c == '$' {
			return false
		}
	}
	return true
}

func encode(b *strings.Builder, c byte) {
	const digits = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(digits[c>>4])
	b.WriteByte(digits[c&15])
}

// unreserved reports whether a character is unreserved (RFC 3986 section 2.3).
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// plain reports whether a character stays as it is: unreserved, reserved, or a '%' that encodes nothing.
func plain(c byte) bool {
	return unreserved(c) || strings.IndexByte(":/?#[]@!$&'()*+,;=%", c) >= 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}
