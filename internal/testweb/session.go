package testweb

import (
	"strconv"
	"strings"
)

// A SessionID host adds to every link of a page a session id that is made from the page's own URL, including the page's session id. So following
// links never ends, and no two pages use the same URL for a target.

const (
	sessionParameter = "PHPSESSID="
	sessionSuffix    = ";jsessionid="
)

// sessionOf returns the session id of a path, or "".
func sessionOf(path string) string {
	if _, id, found := strings.Cut(path, sessionSuffix); found {
		return id
	}
	_, id, _ := strings.Cut(path, sessionParameter)
	return id
}

// withoutSession drops the session id of a path.
func withoutSession(path string) string {
	path, _, _ = strings.Cut(path, sessionSuffix)
	path, _, _ = strings.Cut(path, sessionParameter)
	return strings.TrimRight(path, "?&")
}

// newSession makes the session id that a page gives its links.
func newSession(p *place) string {
	return strconv.FormatUint(mixString(mix(p.host.key, uint64(p.page)), p.session), 36)
}

// appendSession appends a session id to a path in the host's way.
func appendSession(b []byte, h *host, session string) []byte {
	switch {
	case session == "":
		return b
	case h.key>>52%2 == 0 && h.urls != urlQuery:
		b = append(b, sessionSuffix...)
	case h.urls == urlQuery && strings.IndexByte(string(b), '?') >= 0:
		b = append(append(b, '&'), sessionParameter...)
	default:
		b = append(append(b, '?'), sessionParameter...)
	}
	return append(b, session...)
}
