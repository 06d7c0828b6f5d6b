package pagetext

import (
	"cmp"
	"net/url"
	"strings"

	"gannet/job"

	"gannet/internal/letters"
)

// site holds the names of a site.
type site struct {
	names    []string // squeezed: from meta elements, the host's name and the link to the front page
	shown    string   // the first of these, as written
	shownKey string   // the same, folded

	country string // ISO 3166 in lower case, "" if unknown

	ofEmployer bool // it names itself, and its name has no word that those of job boards have
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
	if name := ownName(o); s.shown == "" && isEmployers(name) {
		s.names, s.shown = append(s.names, squeeze(name)), name
	}
	s.ofEmployer = isEmployers(s.shown)
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		s.country = countryOf("", o)
		return s
	}
	s.country = countryOf(u.Hostname(), o)
	if name := frontPage(u, o); name != "" {
		s.names = append(s.names, squeeze(name))
		s.shown = cmp.Or(s.shown, name)
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

// isEmployers reports whether a site's name may be an employer's, because it is not a place and has no word of job boards.
func isEmployers(name string) bool {
	return name != "" && !known().isBoard(name) && !job.IsKnownPlace(name)
}

// ownName returns the name that a page gives its site outside meta elements, or "". It is the owner behind the copyright sign if the page's title has
// that name, too.
func ownName(o *outline) string {
	const lines = 30 // of a footer
	for i := max(0, len(o.lines)-lines); i < len(o.lines); i++ {
		if owner, ok := copyright(o.lines[i].text); ok && len(owner) > 2 && strings.Contains(o.titleKey, fold(owner)) {
			return owner
		}
	}
	return ""
}

// openDomains are domains of two letters that sites of all countries use.
var openDomains = set([]string{"co", "io", "ai", "tv", "me", "cc", "eu", "gg", "ly", "to", "fm", "am", "ws", "sh", "so", "ac", "la"})

// countryOf returns the country of a site: that of its domain, or else the one that the page's language tags name.
func countryOf(host string, o *outline) string { return CountryOf(host, o.lang, o.meta["og:locale"]) }

// CountryOf returns the country of a website as an ISO 3166 code in lower case. It is that of the host's domain or, if the domain has none,
// that of the language tags, such as de-AT. The result is "" if none has a country.
func CountryOf(host string, tags ...string) string {
	if domain := host[strings.LastIndexByte(host, '.')+1:]; len(domain) == 2 && hasLetter(domain) && !openDomains[domain] {
		return letters.Lower(domain)
	}
	for _, tag := range tags {
		if i := strings.LastIndexAny(tag, "-_"); i > 0 && len(tag)-i == 3 {
			return letters.Lower(tag[i+1:])
		}
		if tag == "zh-Hant" {
			return "tw" // most pages in traditional letters; those of Hong Kong say so
		}
	}
	return ""
}

// frontPage returns the first text that links to the site's front page and is not "Home" or the like.
func frontPage(address *url.URL, o *outline) string {
	const lines, letters, most = 12, 40, 5
	v := known()
	for i := range o.lines[:min(len(o.lines), lines)] {
		l := &o.lines[i]
		start := 0
		for _, p := range l.pieces {
			end := min(p.end, len(l.text))
			text := tidy(l.text[start:end])
			start = end
			if p.link == "" || !fits(text, letters, most) || v.noise[fold(text)] || v.controls[fold(text)] {
				continue
			}
			if to, err := address.Parse(p.link); err == nil && to.Host == address.Host && strings.Trim(to.Path, "/") == "" && to.RawQuery == "" && to.Fragment == "" {
				return text
			}
		}
	}
	return ""
}

// isNamed reports whether a text is one of the site's names.
func (s *site) isNamed(text string) bool {
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

// squeeze returns the letters and digits of a text in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if letters.IsLetter(r) || letters.IsDigit(r) {
			return letters.ToLower(r)
		}
		return -1
	}, s)
}
