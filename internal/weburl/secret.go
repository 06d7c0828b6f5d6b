package weburl

import (
	"regexp"
	"strings"
)

// hidden stands for a user name and password.
const hidden = "…@"

// Redact gives an address as it may be printed: without user name and password. It is for what was refused, so it
// need not be an address: where it might have a password it rather hides too much.
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

// mayHoldUser says whether a user name and password may stand at the front of what follows a scheme. They do not where
// a host does, with or without a port, and the @ is in the path.
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

var users = regexp.MustCompile(`(//|\\\\)[^\s/\\?#"'<>]*@`)

// Scrub hides the user names and passwords of all addresses in a text.
func Scrub(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return users.ReplaceAllString(text, "${1}"+hidden)
}
