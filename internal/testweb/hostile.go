package testweb

import (
	"net/netip"
	"strings"
	"time"
)

// Trap names one way in which a host of a generated web misbehaves. In every web, the host NAME.hostile-N.test has the trap NAME, for example
// calendar.hostile-3.test the trap calendar, and 24 ordinary pages that lead into it.
type Trap string

const (
	// robots.txt and sitemaps

	RobotsError     Trap = "robots-error"     // robots.txt answers 503
	RobotsTimeout   Trap = "robots-timeout"   // robots.txt never answers
	RobotsHuge      Trap = "robots-huge"      // robots.txt has rules, then comments without end
	RobotsBinary    Trap = "robots-binary"    // robots.txt is noise
	RobotsForbidden Trap = "robots-forbidden" // robots.txt answers 401 or 403
	RobotsRedirects Trap = "robots-redirects" // robots.txt is three redirects away
	RobotsLoop      Trap = "robots-loop"      // robots.txt redirects to itself
	CrawlDelay      Trap = "crawl-delay"      // asks for an hour between requests
	SitemapHuge     Trap = "sitemap-huge"     // a sitemap without end
	SitemapBroken   Trap = "sitemap-broken"   // a sitemap that is no XML

	// every page of the host, robots.txt left out unless said

	SlowHeader    Trap = "slow-header"    // headers come after 600 drips
	SlowBody      Trap = "slow-body"      // a byte each drip
	Truncated     Trap = "truncated"      // Content-Length says twice what comes
	Reset         Trap = "reset"          // the connection is reset before the response
	ResetMidBody  Trap = "reset-mid-body" // the connection is reset within the body
	ServerErrors  Trap = "server-errors"  // bursts of 500, 502, 503: ten of each thirty requests
	TooMany       Trap = "too-many"       // 429 with Retry-After: three of each ten requests
	Unresolvable  Trap = "unresolvable"   // the name does not resolve (robots.txt included)
	TLSFailure    Trap = "tls-failure"    // the handshake fails (robots.txt included)
	PrivateAddr   Trap = "private-addr"   // Addr is a private address
	Rebinding     Trap = "rebinding"      // Addr is public and private in turn
	NoContentType Trap = "no-type"        // pages have no Content-Type

	// redirects

	RedirectLoop       Trap = "redirect-loop"       // two addresses redirect to each other
	RedirectChain      Trap = "redirect-chain"      // thirty redirects, then the home page
	RedirectDisallowed Trap = "redirect-disallowed" // redirects to what robots.txt forbids
	RedirectPrivate    Trap = "redirect-private"    // redirects to loopback, private and link-local addresses

	// pages without end

	Calendar    Trap = "calendar"     // a page for every day of all time
	Facets      Trap = "facets"       // every combination of filters is a page
	SessionID   Trap = "session-id"   // every page gives its links new session ids
	PathLoop    Trap = "path-loop"    // relative links that grow: a/b/a/b
	Mirror      Trap = "mirror"       // all pages of another host under this name
	SoftMissing Trap = "soft-missing" // what is not there is a page too, with status 200 and links

	// pages that are hard to read

	EndlessBody   Trap = "endless-body"   // a body without end
	GzipBomb      Trap = "gzip-bomb"      // 10 GiB out of 10 MB
	BrotliBomb    Trap = "brotli-bomb"    // 1 GiB out of a kilobyte
	Charsets      Trap = "charsets"       // pages with the wrong charset label or none
	DeepDOM       Trap = "deep-dom"       // 100,000 elements inside each other
	ManyLinks     Trap = "many-links"     // Hostile.Links links on a page
	AttributeBomb Trap = "attribute-bomb" // an element of 100,000 attributes and one of 4 MB
	NULs          Trap = "nuls"           // NUL bytes in text, tags and addresses
	InvalidUTF8   Trap = "invalid-utf8"   // noise in what is labelled UTF-8

	// hosts that change over time

	Vanishing  Trap = "vanishing"   // the name no longer resolves after vanishAfter requests
	RetryDates Trap = "retry-dates" // 503 with Retry-After dates of 1970 and 9999 in turn: two of each ten requests

	// robots.txt and sitemaps that lead elsewhere

	RobotsPrivate  Trap = "robots-private"  // robots.txt is redirected to a link-local address
	SitemapEndless Trap = "sitemap-endless" // every sitemap is an index of further ones
	RobotsVictim   Trap = "robots-victim"   // robots.txt is redirected to a host that behaves, the same for all such hosts
	SitemapFlood   Trap = "sitemap-flood"   // 600 sitemaps of 500 pages each that do not exist

	// hosts that hold a crawler

	Switching Trap = "switching" // pages answer 101 Switching Protocols, and nothing follows
	TarPit    Trap = "tar-pit"   // pages of the host's topic come in 55 drips

	FormattingBomb Trap = "formatting-bomb" // 40 kB of open formatting elements that become 2.4 million nodes
)

// vanishAfter is the number of requests that a Vanishing host answers.
const vanishAfter = 8

// traps lists all traps. The place of a trap in the list is part of the addresses, so new traps must be added at the end.
var traps = [...]Trap{RobotsError, RobotsTimeout, RobotsHuge, RobotsBinary, RobotsForbidden, RobotsRedirects,
	RobotsLoop, CrawlDelay, SitemapHuge, SitemapBroken, SlowHeader, SlowBody, Truncated, Reset, ResetMidBody,
	ServerErrors, TooMany, Unresolvable, TLSFailure, PrivateAddr, Rebinding, NoContentType, RedirectLoop,
	RedirectChain, RedirectDisallowed, RedirectPrivate, Calendar, Facets, SessionID, PathLoop, Mirror, SoftMissing,
	EndlessBody, GzipBomb, BrotliBomb, Charsets, DeepDOM, ManyLinks, AttributeBomb, NULs, InvalidUTF8, Vanishing,
	RetryDates, RobotsPrivate, SitemapEndless, RobotsVictim, SitemapFlood, Switching, TarPit,
	FormattingBomb}

// Traps returns all ways in which a host can misbehave.
func Traps() []Trap { return append([]Trap(nil), traps[:]...) }

// Hostile says which share of the hosts of a generated web misbehaves, and how.
type Hostile struct {
	// Share is the share of hosts that have each trap, from 0 to 1. A host has at most one trap, which is drawn from the seed.
	Share map[Trap]float64
	// Drip is the pause between two bytes of a slow response. 0 means a second.
	Drip time.Duration
	// Links is the number of links of a ManyLinks page. 0 means 1,000,000.
	Links int
}

// Everything returns a Hostile in which every trap is on this share of the hosts. With share .02 and 10 traps, a fifth of the hosts
// misbehave.
func Everything(share float64) Hostile {
	h := Hostile{Share: make(map[Trap]float64)}
	for _, t := range traps {
		h.Share[t] = share
	}
	return h
}

// TrapHost returns the name of the n-th host that has this trap in every web, whatever its Options.
func TrapHost(t Trap, n int) string {
	return string(appendTrapHost(nil, t, n))
}

func trapNumber(t Trap) (int, bool) {
	for i, known := range traps {
		if known == t {
			return i, true
		}
	}
	return 0, false
}

// trapOf draws the trap of a host.
func (w *Web) trapOf(id int) Trap {
	if id >= w.shape.hosts {
		return traps[(id-w.shape.hosts)%len(traps)]
	}
	if len(w.hostile.Share) == 0 {
		return ""
	}
	u := unit(mix(w.seed, uint64(id)+4242))
	for _, t := range traps {
		if u -= w.hostile.Share[t]; u < 0 {
			return t
		}
	}
	return ""
}

// Trap returns the trap of a host, or "" for a host that behaves well.
func (w *Web) Trap(hostname string) Trap {
	id, found := w.hostNamed(hostname)
	if !found {
		return ""
	}
	return w.trapOf(id)
}

// mirrored returns the host whose pages a mirror serves. It is an ordinary host that behaves well, if there is one nearby.
func (w *Web) mirrored(id int) int {
	original := int(mix(w.seed, uint64(id)+3) % uint64(w.shape.hosts))
	for range 20 {
		if w.trapOf(original) == "" {
			break
		}
		original = (original + 1) % w.shape.hosts
	}
	return original
}

// Victim returns the name of the host to which all hosts with the trap RobotsVictim redirect their robots.txt.
func (w *Web) Victim() string {
	for id := range w.shape.hosts {
		if w.trapOf(id) == "" && len(w.rulesAt(id).disallow) == 0 {
			return w.hostName(id)
		}
	}
	return w.hostName(0)
}

func (w *Web) rulesAt(id int) rules {
	h := w.hostAt(id)
	return w.rulesOf(&h)
}

// Original returns the name of the host that a mirror copies. For any other host it returns the host's own name.
func (w *Web) Original(hostname string) string {
	id, found := w.hostNamed(hostname)
	if !found || w.trapOf(id) != Mirror {
		return hostname
	}
	return w.hostName(w.mirrored(id))
}

// Addr returns the IP address of a host. Half of the hosts share their address with about seven others. Addresses are public, but tests
// never connect to them; only hosts with the traps PrivateAddr and Rebinding have private ones. For a host that is unknown or does not
// resolve, the result is the zero Addr.
func (w *Web) Addr(hostname string) netip.Addr {
	id, found := w.hostNamed(hostname)
	if !found {
		return netip.Addr{}
	}
	switch w.trapOf(id) {
	case Unresolvable:
		return netip.Addr{}
	case Vanishing:
		if w.vanished(id) {
			return netip.Addr{}
		}
	case PrivateAddr:
		return netip.AddrFrom4([4]byte{10, 0, byte(id >> 8), byte(id)})
	case Rebinding:
		if w.counted(id)%2 == 0 {
			return netip.AddrFrom4([4]byte{127, 0, 0, 1})
		}
	}
	h := mix(w.seed, uint64(id)+13)
	n := uint64(id) + 1<<20
	if h%2 == 0 {
		n = h >> 8 % uint64(w.shape.hosts/16+1)
	}
	return netip.AddrFrom4([4]byte{11, byte(n >> 16), byte(n >> 8), byte(n)})
}

// trapPath returns the address by which a host's ordinary pages lead into its trap. It is "" for traps that need no such link.
func trapPath(t Trap) string {
	switch t {
	case RedirectLoop, RedirectChain, RedirectDisallowed, RedirectPrivate:
		return "/trap/0"
	case Calendar:
		return "/calendar/2026/11/"
	case Facets:
		return "/shop/list?page=1"
	case PathLoop:
		return "/loop/a/b/"
	case SoftMissing:
		return "/no/such/page"
	case EndlessBody, GzipBomb, BrotliBomb, DeepDOM, ManyLinks, AttributeBomb, FormattingBomb, NULs, InvalidUTF8:
		return "/trap/page.html"
	case Charsets:
		return "/trap/0.html"
	}
	return ""
}

// locateTrap finds the places that exist only because of the host's trap.
func (w *Web) locateTrap(p *place) bool {
	path := p.path
	found := false
	switch p.host.trap {
	case Calendar:
		found = strings.HasPrefix(path, "/calendar/")
	case Facets:
		found = strings.HasPrefix(path, "/shop/list")
	case PathLoop:
		found = strings.HasPrefix(path, "/loop/")
	case SoftMissing:
		w.locatePath(p, path)
		found = p.form == missing
	case RobotsRedirects:
		found = strings.HasPrefix(path, "/robots-")
	case RedirectDisallowed:
		found = strings.HasPrefix(path, "/trap/") || strings.HasPrefix(path, "/private/")
	case SessionID:
		p.session = sessionOf(path)
		w.locatePath(p, withoutSession(path))
		return true
	default:
		found = strings.HasPrefix(path, "/trap/") && trapPath(p.host.trap) != ""
	}
	if found {
		p.form = trapped
	}
	return found
}
