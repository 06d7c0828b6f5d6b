package weburl

import (
	"strings"

	"gannet/internal/lazyregexp"
)

// hidden stands for a user name and password.
const hidden = "…@"

// Redact returns a URL without user name and password, for messages and logs. raw may be an invalid URL. If it may contain a password,
// Redact hides too much rather than too little.
func Redact(raw string) string {
	scheme, rest := "", raw
	if i := strings.IndexAny(raw, `/\`); i > 0 && raw[i-1] == ':' || i == 0 && len(raw) > 1 && strings.ContainsRune(`/\`, rune(raw[1])) {
		for i < len(raw) && (raw[i] == '/' || raw[i] == '\\') {
			i++
		}
		scheme, rest = raw[:i], raw[i:]
	}
	end := 0 // of what is hidden
	for _, at := range []string{"@", "%40"} {
		if i := strings.LastIndex(rest, at); i >= 0 {
			end = max(end, i+len(at))
		}
	}
	if end == 0 || !mayHoldUser(rest) {
		return raw
	}
	return scheme + hidden + rest[end:]
}

// mayHoldUser reports whether the text after a scheme may begin with a user name and password. It does not if it begins
// with a host, with or without a port, and the @ is in the path.
func mayHoldUser(rest string) bool {
	authority := rest
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		authority = rest[:i]
	}
	if strings.Contains(authority, "@") || strings.Contains(authority, "%40") {
		return true
	}
	_, port, found := strings.Cut(authority, ":")
	return found && strings.Trim(port, "0123456789") != "" && !strings.HasPrefix(authority, "[")
}

var users = lazyregexp.New(`(//|\\\\)[^\s/\\?#"'<>]*@`)

// Scrub hides the user names and passwords in all URLs of a text.
func Scrub(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return users.ReplaceAllString(text, "${1}"+hidden)
}
