package weburl

import "unicode/utf8"

// appendURL appends the canonical form of raw, resolved against b unless that is nil.
func appendURL(dst []byte, raw string, b *Base) ([]byte, error) {
	raw = trim(raw)
	if hasOtherScheme(raw) {
		return dst, failure(raw, ErrScheme)
	}
	if len(raw) > MaxLength {
		return dst, failure(raw, ErrLong)
	}
	if b != nil && b.encoding != nil {
		raw = encodeQuery(raw, b.encoding)
	}
	start := len(dst)
	out, ok := appendFast(dst, raw, b)
	if !ok {
		var err error
		if out, err = appendLibrary(out[:start], raw, b); err != nil {
			return dst, failure(raw, err)
		}
	}
	if b == nil || !b.sessions {
		out = dropSession(out, start)
	}
	if len(out)-start > MaxLength {
		return dst, failure(raw, ErrLong)
	}
	return out, nil
}

// trim drops control characters and spaces around a URL, as the standard's parser does first.
func trim(raw string) string {
	for len(raw) > 0 && raw[0] <= ' ' {
		raw = raw[1:]
	}
	for len(raw) > 0 && raw[len(raw)-1] <= ' ' {
		raw = raw[:len(raw)-1]
	}
	return raw
}

// hasOtherScheme reports whether raw begins with a scheme other than http or https. It finds only short lower-case
// schemes; the library finds the others.
func hasOtherScheme(raw string) bool {
	for i := 0; i < len(raw) && i < 12; i++ {
		switch c := raw[i]; {
		case c >= 'a' && c <= 'z':
		case c == ':':
			return i > 0 && raw[:i] != "http" && raw[:i] != "https"
		default:
			return false
		}
	}
	return false
}

// appendFast appends the library's result if raw is an ordinary URL. ok is false if it is not.
func appendFast(dst []byte, raw string, b *Base) ([]byte, bool) {
	if rest, ok := absolute(raw); ok {
		return appendAbsolute(dst, raw[:len(raw)-len(rest)], rest)
	}
	if b == nil {
		return dst, false
	}
	if raw == "" || raw[0] == '#' {
		return append(dst, b.url...), true
	}
	switch {
	case raw[0] == '?':
		return appendTail(append(dst, b.url[:b.path]...), raw)
	case raw[0] == '/' && len(raw) > 1 && (raw[1] == '/' || raw[1] == '\\'):
		if raw[1] == '\\' || len(raw) > 2 && (raw[2] == '/' || raw[2] == '\\') {
			return dst, false
		}
		return appendAbsolute(dst, b.url[:b.scheme]+"//", raw[2:])
	case raw[0] == '/':
		return appendTail(append(dst, b.url[:b.origin]...), raw)
	}
	dir := b.dir
	for {
		switch {
		case len(raw) >= 2 && raw[:2] == "./":
			raw = raw[2:]
		case len(raw) >= 3 && raw[:3] == "../":
			raw = raw[3:]
			if dir > b.origin+1 {
				dir--
				for b.url[dir-1] != '/' {
					dir--
				}
			}
		default:
			return appendRelative(append(dst, b.url[:dir]...), raw)
		}
	}
}

// appendRelative appends a path that follows a directory's slash. A path that may begin with a scheme goes to the library.
func appendRelative(dst []byte, raw string) ([]byte, bool) {
	for i := 0; i < len(raw) && raw[i] != '/' && raw[i] != '?' && raw[i] != '#'; i++ {
		if raw[i] == ':' {
			return dst, false
		}
	}
	return appendTail(dst, raw)
}

// absolute removes "http://" or "https://" from the beginning of a URL.
func absolute(raw string) (rest string, ok bool) {
	switch {
	case len(raw) > 7 && raw[:7] == "http://":
		return raw[7:], true
	case len(raw) > 8 && raw[:8] == "https://":
		return raw[8:], true
	}
	return raw, false
}

// appendAbsolute appends scheme, host and the rest of a URL whose host is a plain lower-case name.
func appendAbsolute(dst []byte, scheme, rest string) ([]byte, bool) {
	end := plainHost(rest)
	if end == 0 {
		return dst, false
	}
	dst = append(append(dst, scheme...), rest[:end]...)
	if end == len(rest) || rest[end] != '/' {
		dst = append(dst, '/')
	}
	return appendTail(dst, rest[end:])
}

// plainHost returns the length of the host name at the front of rest, or 0 if IDNA or the standard's host parser might
// change it. They leave names of lower-case letters, digits, dots and single hyphens alone. A name with an empty label, a
// port or a numeric last label (an IPv4 address) is not plain.
func plainHost(rest string) int {
	label := 0 // where the current label began
	i := 0
	for ; i < len(rest); i++ {
		c := rest[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			continue
		case c == '-':
			if i == label || rest[i-1] == '-' || i+1 == len(rest) {
				return 0
			}
			continue
		case c == '.':
			if i == label || rest[i-1] == '-' {
				return 0
			}
			label = i + 1
			continue
		case c == '/' || c == '?' || c == '#':
		default:
			return 0
		}
		break
	}
	if i == label || rest[label] <= '9' || rest[i-1] == '-' {
		return 0
	}
	return i
}

// The classes of bytes in a path and in a query. The first two are the standard's path percent-encode set and its
// special-query percent-encode set (section 1.3).
const (
	encodeInPath  = 1 << iota // written as %XX in a path
	encodeInQuery             // written as %XX in a query
	endOfPath                 // '?' or '#'
	escape                    // '%'
	slow                      // tab, newline, backslash: left to the library
)

var classes = func() (t [256]byte) {
	for c := range t {
		if c <= ' ' || c > '~' {
			t[c] = encodeInPath | encodeInQuery
		}
	}
	for _, c := range `"<>` {
		t[c] = encodeInPath | encodeInQuery
	}
	for _, c := range "^`{}" {
		t[c] = encodeInPath
	}
	t['\''] = encodeInQuery
	t['?'], t['#'] = endOfPath, endOfPath
	t['%'] = escape
	t['\t'], t['\n'], t['\r'], t['\\'] = slow, slow, slow, slow
	return t
}()

// appendTail appends path and query, without the fragment. dst ends in a slash or raw begins with one, unless raw has no path.
func appendTail(dst []byte, raw string) ([]byte, bool) {
	if !utf8.ValidString(raw) {
		return dst, false
	}
	i := 0
	fresh := true // at the first byte of a segment
	for ; i < len(raw); i++ {
		c := raw[i]
		if fresh && (c == '.' || c == '%') && dotSegment(raw[i:]) {
			return dst, false
		}
		fresh = c == '/'
		if class := classes[c]; class&(encodeInPath|endOfPath|escape|slow) == 0 {
			dst = append(dst, c)
		} else if class&encodeInPath != 0 {
			dst = appendEncoded(dst, c)
		} else if class == escape {
			size := 0
			dst, size = appendEscape(dst, raw[i:])
			i += size - 1
		} else if class&slow != 0 {
			return dst, false
		} else {
			break
		}
	}
	if i+1 >= len(raw) || raw[i] == '#' || raw[i+1] == '#' {
		return dst, true
	}
	return appendQuery(dst, raw[i:])
}

// appendQuery appends a query that begins with '?', up to a '#'.
func appendQuery(dst []byte, raw string) ([]byte, bool) {
	dst = append(dst, '?')
	for i := 1; i < len(raw); i++ {
		c := raw[i]
		if c == '#' {
			break
		}
		switch class := classes[c]; {
		case c == '\t' || c == '\n' || c == '\r':
			return dst, false
		case class&encodeInQuery != 0:
			dst = appendEncoded(dst, c)
		case class == escape:
			size := 0
			dst, size = appendEscape(dst, raw[i:])
			i += size - 1
		default:
			dst = append(dst, c)
		}
	}
	return dst, true
}

// Escape converts a part of a URL, such as one in a pattern, to the form that it has in canonical URLs: escapes are normalised, and
// characters that may not occur in a path or query are percent-encoded.
func Escape(part string) string {
	return string(appendNormal(make([]byte, 0, len(part)+2), part, encodeInPath|encodeInQuery))
}

// appendNormal appends a part of a URL. It normalises escapes, and encodes the characters that have all of the given classes.
// The library's older standard leaves some of them as they are.
func appendNormal(dst []byte, part string, encode byte) []byte {
	for i := 0; i < len(part); i++ {
		switch c := part[i]; {
		case c == '%':
			size := 0
			dst, size = appendEscape(dst, part[i:])
			i += size - 1
		case classes[c]&encode == encode:
			dst = appendEncoded(dst, c)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// appendEscape appends the first byte of raw, a '%', and the escape that it may begin, of size bytes in raw. Digits get upper
// case, and an unreserved character stands for itself (RFC 3986, 6.2.2.1 and 6.2.2.2), unless it would complete another escape.
func appendEscape(dst []byte, raw string) (out []byte, size int) {
	if len(raw) < 3 || hexValues[raw[1]] == 0 || hexValues[raw[2]] == 0 {
		return append(dst, '%'), 1
	}
	c := (hexValues[raw[1]]-1)<<4 | (hexValues[raw[2]] - 1)
	if n := len(dst); isUnreserved(c) && (n < 1 || dst[n-1] != '%') && (n < 2 || dst[n-2] != '%') {
		return append(dst, c), 3
	}
	return appendEncoded(dst, c), 3
}

// hexValues has one more than the value of each hexadecimal digit, and 0 for other bytes.
var hexValues = func() (t [256]byte) {
	for i := range "0123456789abcdef" {
		t["0123456789abcdef"[i]], t["0123456789ABCDEF"[i]] = byte(i+1), byte(i+1)
	}
	return t
}()

// isUnreserved reports whether a character means the same escaped or not (RFC 3986, 2.3).
func isUnreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

func appendEncoded(dst []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '%', digits[c>>4], digits[c&15])
}

// dotSegment reports whether a segment may be "." or "..", written plainly or with %2e.
func dotSegment(s string) bool {
	if s[0] == '%' {
		return len(s) >= 3 && s[1] == '2' && s[2]|0x20 == 'e'
	}
	if len(s) > 1 && s[1] != '.' && s[1] != '%' && classes[s[1]]&(endOfPath|slow) == 0 && s[1] != '/' {
		return false // a name such as ".well-known"
	}
	return true
}
