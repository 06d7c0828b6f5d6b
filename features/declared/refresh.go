package declared

import "strings"

// Refresh returns the target URL in the value of a Refresh header or of a meta element with http-equiv=refresh, unchanged. It returns "" if
// the value is invalid or only reloads the document. See HTML, "shared declarative refresh steps" (4.2.5.3).
func Refresh(value string) string {
	isTime := func(c byte) bool { return isDigit(c) || c == '.' }
	s := skip(value, isSpace)
	if s == "" || !isTime(s[0]) {
		return ""
	}
	s = skip(s, isTime)
	if s == "" || s[0] != ';' && s[0] != ',' && !isSpace(s[0]) {
		return ""
	}
	s = skip(s, isSpace)
	if s != "" && (s[0] == ';' || s[0] == ',') {
		s = s[1:]
	}
	return refreshURL(skip(s, isSpace))
}

// refreshURL removes the optional "url=" and the quotes. If the equals sign is missing, the text "url" is part of the URL.
func refreshURL(s string) string {
	if len(s) > 0 && s[0]|0x20 == 'u' {
		if len(s) < 3 || !strings.EqualFold(s[:3], "url") {
			return s
		}
		rest := skip(s[3:], isSpace)
		if rest == "" || rest[0] != '=' {
			return s
		}
		s = skip(rest[1:], isSpace)
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return s
}
