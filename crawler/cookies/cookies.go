// Package cookies owns the cookies of a file: which of them belong to a request (RFC 6265), and what servers may change in them.
// They are secrets. Nothing here prints or keeps one.
package cookies

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"gannet/internal/weburl"
)

// Jar has the cookies of a user's cookie file, made by Read. Servers may renew or expire these cookies, but cannot add any, so the Jar does
// not grow. It is safe for concurrent use. A nil Jar has no cookies.
type Jar struct {
	byDomain map[string][]*cookie
	all      []*cookie

	mu sync.Mutex // guards value and expires of the cookies
}

// cookie is a line of the file.
type cookie struct {
	domain  string
	below   bool // hosts below the domain get it, too
	path    string
	secure  bool // only by https
	name    string
	value   string
	expires time.Time // zero: never
}

func (j *Jar) add(c *cookie) {
	j.all = append(j.all, c)
	list := append(j.byDomain[c.domain], c)
	slices.SortStableFunc(list, func(a, b *cookie) int { return len(b.path) - len(a.path) })
	j.byDomain[c.domain] = list
}

// Live returns how many of the Jar's cookies have not expired at the time now, and how many cookies it has in total.
func (j *Jar) Live(now time.Time) (live, all int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range j.all {
		if !c.expired(now) {
			live++
		}
	}
	return live, len(j.all)
}

// Header returns the value of the Cookie header field for a request of a canonical URL, or "" if no cookie belongs to the URL.
func (j *Jar) Header(url string, now time.Time) string {
	if j == nil {
		return ""
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var pairs []string
	for _, c := range j.matching(url) {
		if !c.expired(now) {
			pairs = append(pairs, c.name+"="+c.value)
		}
	}
	return strings.Join(pairs, "; ")
}

// Renew sets the cookies that were sent to a URL to the values in the Set-Cookie fields of its response. It ignores other cookies in the response.
func (j *Jar) Renew(url string, answer http.Header, now time.Time) {
	if j == nil || len(answer["Set-Cookie"]) == 0 {
		return
	}
	set := (&http.Response{Header: answer}).Cookies()
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range j.matching(url) {
		for _, s := range set {
			if s.Name == c.name && !c.expired(now) {
				c.value, c.expires = s.Value, expiryOf(s, now)
			}
		}
	}
}

// expiryOf returns the time at which a server wants a cookie to expire, zero for never.
func expiryOf(s *http.Cookie, now time.Time) time.Time {
	switch {
	case s.MaxAge < 0:
		return now
	case s.MaxAge > 0:
		return now.Add(time.Duration(min(s.MaxAge, 400*24*3600)) * time.Second) // browsers keep none longer
	case s.RawExpires != "" && s.Expires.IsZero(): // RFC 6265: a date that cannot be read does not count
		return time.Time{}
	}
	return s.Expires
}

// matching returns the cookies for a canonical URL, including expired ones. Those of the nearest domain and the longest path come first.
func (j *Jar) matching(url string) (list []*cookie) {
	host := hostname(weburl.Host(url))
	secure := strings.HasPrefix(url, "https://")
	path, _, _ := strings.Cut(weburl.Path(url), "?")
	for domain := host; ; {
		for _, c := range j.byDomain[domain] {
			if (c.below || domain == host) && (secure || !c.secure) && within(path, c.path) {
				list = append(list, c)
			}
		}
		var more bool
		if _, domain, more = strings.Cut(domain, "."); !more {
			return list
		}
	}
}

// within reports whether a path is the path of a cookie or below it (RFC 6265 section 5.1.4).
func within(path, of string) bool {
	rest, ok := strings.CutPrefix(path, of)
	return ok && (rest == "" || strings.HasSuffix(of, "/") || strings.HasPrefix(rest, "/"))
}

func (c *cookie) expired(now time.Time) bool { return !c.expires.IsZero() && !now.Before(c.expires) }
