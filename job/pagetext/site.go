package pagetext

import (
	"net/url"
	"strings"
	"unicode"
)

// site is how a site calls itself.
type site struct {
	names []string // squeezed: og:site_name, application-name and the parts of the host's name
	shown string   // og:site_name or application-name as written
}

func siteOf(address string, o *outline) site {
	var s site
	for _, name := range []string{"og:site_name", "application-name", "apple-mobile-web-app-title"} {
		if value := o.meta[name]; value != "" {
			s.names = append(s.names, squeeze(value))
			if s.shown == "" {
				s.shown = value
			}
		}
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return s
	}
	host := strings.TrimPrefix(u.Hostname(), "www.")
	parts := strings.Split(host, ".")
	s.names = append(s.names, squeeze(host))
	if n := len(parts); n >= 2 {
		s.names = append(s.names, squeeze(parts[n-2]), squeeze(parts[n-2]+parts[n-1]))
		if n >= 3 && len(parts[n-2]) <= 3 { // example.co.uk
			s.names = append(s.names, squeeze(parts[n-3]))
		}
	}
	return s
}

// is says whether a text is the site's name.
func (s *site) is(text string) bool {
	t := squeeze(text)
	if t == "" {
		return false
	}
	for _, name := range s.names {
		if t == name || len(name) >= 5 && (strings.HasPrefix(t, name) || len(t) >= 5 && strings.HasPrefix(name, t)) {
			return true
		}
	}
	return false
}

// squeeze gives the letters and digits of a text in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
