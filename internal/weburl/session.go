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

// sessionParameters lists the query parameters that are dropped, without regard to case. A name with a value test is
// dropped only if its value passes, because sites also use the name for content.
var sessionParameters = []parameter{
	{name: "phpsessid", reason: "PHP session"},
	{name: "jsessionid", reason: "Java servlet session; also as a path parameter"},
	{name: "aspsessionid", prefix: true, reason: "classic ASP session, followed by eight letters"},
	{name: "asp.net_sessionid", reason: "ASP.NET session"},
	{name: "cftoken", reason: "ColdFusion session"},
	{name: "cfid", value: digits, reason: "ColdFusion session, numeric"},
	{name: "oscsid", reason: "osCommerce session"},
	{name: "zenid", reason: "Zen Cart session"},
	{name: "sessionid", reason: "session by its name"},
	{name: "session_id", reason: "session by its name"},
	{name: "session-id", reason: "session by its name"},
	{name: "sessid", reason: "session by its name"},
	{name: "sid", value: sessionLike, reason: "phpBB, Django and others; also story, section and station numbers"},
	{name: "s", value: hexadecimal32, reason: "vBulletin session; also the search words of WordPress"},
	{name: "session", value: sessionLike, reason: "also the session of a conference"},
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

// pathSession is how servlet containers carry a session where cookies fail.
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

// sessionLike reports whether a value looks generated: 16 or more characters, with letters and digits mixed.
func sessionLike(value string) bool {
	letters, figures := 0, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i] | 0x20; {
		case c >= 'a' && c <= 'z':
			letters++
		case value[i] >= '0' && value[i] <= '9':
			figures++
		case value[i] != '-' && value[i] != '_' && value[i] != ',':
			return false
		}
	}
	return letters+figures >= 16 && letters >= 2 && figures >= 2
}

// hexadecimal32 reports whether a value is written like an MD5 sum.
func hexadecimal32(value string) bool {
	if len(value) != 32 {
		return false
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}

func digits(value string) bool {
	for i := 0; i < len(value); i++ {
		if value[i] < '0' || value[i] > '9' {
			return false
		}
	}
	return value != ""
}
