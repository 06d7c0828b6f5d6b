package weburl

import (
	"bytes"
	"strings"
)

// parameter is a query parameter that identifies the visitor or the referring page, but not the content.
type parameter struct {
	name   string // lower case
	prefix bool   // any name that begins with name
	value  func(string) bool
	reason string
}

// sessionParameters lists the query parameters that are dropped, without regard to case. Names that one software gives to
// its sessions, and those of campaigns and clicks, are always dropped. Sites use the other names for content, too: the session
// of a course, a story, a search. Such a parameter is dropped only if its value is a random token.
var sessionParameters = []parameter{
	{name: "phpsessid", reason: "PHP session"},
	{name: "jsessionid", reason: "Java servlet session; also as a path parameter"},
	{name: "aspsessionid", prefix: true, reason: "classic ASP session, followed by eight letters"},
	{name: "asp.net_sessionid", reason: "ASP.NET session"},
	{name: "cftoken", reason: "ColdFusion session"},
	{name: "cfid", value: digits, reason: "ColdFusion session, numeric"},
	{name: "oscsid", reason: "osCommerce session"},
	{name: "zenid", reason: "Zen Cart session"},
	{name: "aspxautodetectcookiesupport", reason: "ASP.NET, to find out whether cookies work"},
	{name: "sessionid", value: isRandom, reason: "also the session of a course"},
	{name: "session_id", value: isRandom, reason: "also the session of a course"},
	{name: "session-id", value: isRandom, reason: "also the session of a course"},
	{name: "sessid", value: isRandom, reason: "session by its name"},
	{name: "sid", value: isRandom, reason: "phpBB, Django and others; also story, section and station numbers"},
	{name: "s", value: isRandom, reason: "vBulletin session; also the search words of WordPress"},
	{name: "session", value: isRandom, reason: "also the session of a conference"},
	{name: "utm_", prefix: true, reason: "Google Analytics campaign"},
	{name: "gclid", reason: "Google Ads click"},
	{name: "gclsrc", reason: "Google Ads click"},
	{name: "dclid", reason: "Google Display click"},
	{name: "gbraid", reason: "Google Ads click"},
	{name: "wbraid", reason: "Google Ads click"},
	{name: "_ga", reason: "Google Analytics linker"},
	{name: "_gl", reason: "Google Analytics linker"},
	{name: "srsltid", reason: "Google Shopping click"},
	{name: "fbclid", reason: "Facebook click"},
	{name: "igshid", reason: "Instagram share"},
	{name: "msclkid", reason: "Microsoft Advertising click"},
	{name: "yclid", reason: "Yandex click"},
	{name: "ttclid", reason: "TikTok click"},
	{name: "twclid", reason: "X click"},
	{name: "mc_cid", reason: "Mailchimp campaign"},
	{name: "mc_eid", reason: "Mailchimp recipient"},
	{name: "mkt_tok", reason: "Marketo recipient"},
	{name: "_hsenc", reason: "HubSpot recipient"},
	{name: "_hsmi", reason: "HubSpot message"},
}

// initials marks the letters with which a session parameter's name can begin.
var initials = func() (t [256]bool) {
	for _, p := range sessionParameters {
		t[p.name[0]] = true
		t[strings.ToUpper(p.name[:1])[0]] = true
	}
	return t
}()

// isSession reports whether "name=value" is a parameter to drop.
func isSession(pair []byte) bool {
	if len(pair) == 0 || !initials[pair[0]] {
		return false
	}
	name, value, _ := strings.Cut(string(pair), "=")
	for i := range sessionParameters {
		p := &sessionParameters[i]
		if len(name) < len(p.name) || !p.prefix && len(name) > len(p.name) || !strings.EqualFold(name[:len(p.name)], p.name) {
			continue
		}
		return p.value == nil || p.value(value)
	}
	return false
}

// dropSession drops session parameters from the canonical URL out[start:], in place.
func dropSession(out []byte, start int) []byte {
	query := bytes.IndexByte(out[start:], '?')
	if query >= 0 {
		out = dropQuery(out, start+query)
	}
	if bytes.IndexByte(out[start:], ';') >= 0 {
		out = dropPathSession(out, start)
	}
	if bytes.Contains(out[start:], []byte("/(")) {
		out = dropSessionSegments(out, start)
	}
	return out
}

// dropQuery drops session parameters from the query that begins at out[query], and the '?' if nothing is left.
// Parameters are separated by '&' or, as CGI libraries also allow, by ';'.
func dropQuery(out []byte, query int) []byte {
	write, first := query+1, true
	for read := query + 1; read <= len(out); {
		end := read
		for end < len(out) && out[end] != '&' && out[end] != ';' {
			end++
		}
		if !isSession(out[read:end]) {
			if !first { // the separator before it
				out[write] = out[read-1]
				write++
			}
			write += copy(out[write:], out[read:end])
			first = false
		}
		read = end + 1
	}
	if write == query+1 {
		return out[:query]
	}
	return out[:write]
}

// pathSession is the parameter in which servlet containers put a session if cookies do not work.
const pathSession = ";jsessionid="

// dropPathSession drops ;jsessionid=... from the path's segments, unless "." or ".." would be left.
func dropPathSession(out []byte, start int) []byte {
	path := start + bytes.Index(out[start:], []byte("://")) + len("://")
	for path < len(out) && out[path] != '/' {
		path++
	}
	segment := path
	for i := path; i+len(pathSession) <= len(out) && out[i] != '?'; i++ {
		if out[i] == '/' {
			segment = i + 1
		}
		if out[i] != ';' || !strings.EqualFold(string(out[i:i+len(pathSession)]), pathSession) {
			continue
		}
		end := i + len(pathSession)
		for end < len(out) && out[end] != '/' && out[end] != ';' && out[end] != '?' {
			end++
		}
		if i > segment && (out[segment] == '.' || out[segment] == '%') && dotSegment(string(out[segment:i])) {
			continue
		}
		out = append(out[:i], out[end:]...)
		i--
	}
	return out
}

// dropSessionSegments drops the path segments in which ASP.NET carries what else a cookie would: /(S(...))/, of one or more
// letters with their tokens.
func dropSessionSegments(out []byte, start int) []byte {
	write := start + len(Origin(string(out[start:])))
	read := write
	for read < len(out) && out[read] != '?' {
		end := read + 1 // of the segment, which begins with its slash
		for end < len(out) && out[end] != '/' && out[end] != '?' {
			end++
		}
		switch {
		case !isSessionSegment(out[read+1 : end]):
			write += copy(out[write:], out[read:end])
		case end == len(out) || out[end] == '?':
			out[write] = '/'
			write++
		}
		read = end
	}
	return append(out[:write], out[read:]...)
}

// isSessionSegment reports whether a path segment is a session of ASP.NET, such as (S(token)) or (X(1)F(token)S(token)).
func isSessionSegment(segment []byte) bool {
	if len(segment) < len("(S(1))") || segment[0] != '(' || segment[len(segment)-1] != ')' {
		return false
	}
	for rest := segment[1 : len(segment)-1]; len(rest) > 0; {
		end := bytes.IndexByte(rest, ')')
		if end < len("S(1") || rest[1] != '(' || bytes.IndexByte([]byte("AFSX"), rest[0]) < 0 || bytes.IndexByte(rest[2:end], '(') >= 0 {
			return false
		}
		rest = rest[end+1:]
	}
	return true
}

// Bounds of random tokens. Among tokens of 24 random digits and letters of both cases, one in 30 has fewer changes between letter and digit than
// required; among longer or hexadecimal ones it is fewer. The names that people give things seldom change between letter and digit within a word.
const (
	leastToken   = 16
	leastChanges = 3
)

// isRandom reports whether a value was made at random: long, and with many changes between letter and digit.
func isRandom(value string) bool {
	const letter, digit = 1, 2
	length, changes, before := 0, 0, 0
	for i := 0; i < len(value); i++ {
		kind := 0
		switch c := value[i]; {
		case c >= '0' && c <= '9':
			kind = digit
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			kind = letter
		case c == '%':
			i += 2 // an escape separates, too
		case strings.IndexByte("-_.,+~=", c) < 0:
			return false
		}
		if kind+before == letter+digit && kind != 0 && before != 0 {
			changes++
		}
		if before = kind; kind != 0 {
			length++
		}
	}
	return length >= leastToken && changes >= leastChanges
}

func digits(value string) bool {
	for i := 0; i < len(value); i++ {
		if value[i] < '0' || value[i] > '9' {
			return false
		}
	}
	return value != ""
}
