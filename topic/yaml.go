package topic

import (
	"strconv"
	"strings"

	"gannet/internal/lazyregexp"
)

var (
	plainText = lazyregexp.New(`^[\p{L}][\p{L}\p{N} _./+&'()-]*$`)
	plainURL  = lazyregexp.New(`^https?://[A-Za-z0-9._~/?=&%+:@-]+[A-Za-z0-9/=]$`)
)

// quote returns a value as YAML: plain if that is safe, else in double quotes.
func quote(s string) string {
	if plainURL.MatchString(s) {
		return s
	}
	if plainText.MatchString(s) && strings.TrimSpace(s) == s && !reserved[strings.ToLower(s)] {
		return s
	}
	return strconv.Quote(s)
}

// reserved are words that YAML readers may not read as text.
var reserved = map[string]bool{
	"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true,
}
