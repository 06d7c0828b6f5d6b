package testweb

import (
	"strconv"
	"strings"
	"time"
)

// rules are the rules for all crawlers in the robots.txt of a host.
type rules struct {
	none     bool     // there is no robots.txt
	disallow []string // prefixes of path and query
	delay    time.Duration
	sitemap  bool
}

// rulesOf draws the rules of a host.
func (w *Web) rulesOf(h *host) rules {
	r := random{mix(h.key, 51)}
	rules := rules{none: r.chance(.3)}
	if r.chance(.03) {
		rules.disallow = append(rules.disallow, "/")
	}
	if r.chance(.4) {
		rules.disallow = append(rules.disallow, "/print/", "/cgi-bin/")
	}
	if r.chance(.3) {
		rules.disallow = append(rules.disallow, "/out/")
	}
	if h.sections > 2 && r.chance(.25) {
		rules.disallow = w.disallowSection(rules.disallow, h, h.sections-1)
	}
	if r.chance(.1) {
		rules.delay = time.Duration(r.between(2, 10)) * 500 * time.Millisecond
	}
	rules.sitemap = h.kind != institution && h.kind != employer && r.chance(.3)
	if rules.none {
		rules.disallow, rules.delay, rules.sitemap = nil, 0, false
	}
	return w.trapRules(h, rules)
}

// disallowSection forbids a section, if the host's addresses contain its name.
func (w *Web) disallowSection(disallow []string, h *host, section int) []string {
	switch h.urls {
	case urlSlug, urlNumber:
		return append(disallow, string(append(w.appendSectionSlug([]byte{'/'}, h, section), '/')))
	case urlQuery:
		return append(disallow, "/index.php?cat="+strconv.Itoa(section)+"&")
	}
	return disallow
}

// trapRules changes the rules of a host as its trap requires.
func (w *Web) trapRules(h *host, r rules) rules {
	switch h.trap {
	case RobotsError, RobotsTimeout, RobotsPrivate:
		return rules{disallow: []string{"/"}}
	case RobotsBinary, RobotsForbidden, RobotsLoop:
		return rules{}
	case RobotsHuge, RobotsRedirects:
		return rules{disallow: []string{"/print/"}}
	case CrawlDelay:
		return rules{delay: time.Hour}
	case RedirectDisallowed:
		return rules{disallow: []string{"/private/"}}
	case SitemapHuge, SitemapBroken, SitemapEndless, SitemapFlood:
		return rules{sitemap: true}
	case "", Mirror:
		return r
	}
	return rules{} // one thing at a time: other traps are not hidden behind rules
}

// text writes the robots.txt of a host by its rules.
func (w *Web) robotsText(h *host) []byte {
	r := w.rulesOf(h)
	b := []byte("# robots.txt of this host\nUser-agent: BadBot\nDisallow: /\n\nUser-agent: *\n")
	if r.delay > 0 {
		b = strconv.AppendFloat(append(b, "Crawl-delay: "...), r.delay.Seconds(), 'f', -1, 64)
		b = append(b, '\n')
	}
	if len(r.disallow) == 0 {
		b = append(b, "Disallow:\n"...)
	}
	for _, prefix := range r.disallow {
		b = append(append(append(b, "Disallow: "...), prefix...), '\n')
	}
	if r.sitemap {
		b = w.appendOrigin(append(b, "\nSitemap: "...), h.id)
		b = append(b, "/sitemap.xml\n"...)
	}
	return b
}

// Robots reports whether a crawler that obeys robots.txt (RFC 9309) may fetch a URL. If robots.txt fails with a 5xx or a time-out, or leads
// to a private address, everything is forbidden. If it answers 401 or 403, redirects for ever or is not a text, nothing is forbidden.
func (w *Web) Robots(url string) bool {
	p, found := w.find(url)
	if !found {
		return false
	}
	for _, prefix := range w.rulesOf(&p.host).disallow {
		if strings.HasPrefix(p.path, prefix) {
			return p.form == robotsFile
		}
	}
	return true
}

// CrawlDelay returns the Crawl-delay of a host's robots.txt, or 0 if it has none.
func (w *Web) CrawlDelay(hostname string) time.Duration {
	id, found := w.hostNamed(hostname)
	if !found {
		return 0
	}
	return w.rulesAt(id).delay
}
