// Package robots decides by RFC 9309 what a site lets the crawler fetch. It parses the rules for this crawler, matches URLs
// as they are sent, and keeps the rules of each origin for a day. It says what to request, but makes no request itself.
//
// Parsing and matching are the package's own. github.com/temoto/robotstxt v1.1.2 is the second reader: where the two differ about a
// URL, Cache.Judge says so. In 23 of 60 cases, which a table of the tests names, it decides differently from the RFC:
//
//   - It refuses a whole file for one bad line.
//   - It matches wildcards anywhere in a path.
//   - It does not compare percent-encodings, and counts escapes as length.
//   - Of equally long rules it lets the first win.
//   - It applies a group to a crawler whose name only begins with the group's.
//
// Its rules are not exported, so they cannot be corrected from outside.
package robots

import (
	"fmt"
	"sync/atomic"
	"time"

	"gannet/internal/weburl"
)

// These are limits for a robots.txt: how much of the file is read, and which values in it are accepted.
const (
	// MaxBytes is how many bytes of a robots.txt are read. RFC 9309 section 2.5 demands at least 500 KiB.
	MaxBytes = 500 << 10
	// MaxSitemaps is how many sitemaps of a robots.txt are used.
	MaxSitemaps = 100
	// MaxCrawlDelay is the longest Crawl-delay that is obeyed. A longer one is a mistake, or means Disallow, and is cut to this.
	MaxCrawlDelay = time.Hour
)

// Rules are the rules of the robots.txt of one origin for one crawler. They are immutable and safe for concurrent use.
type Rules struct {
	// CrawlDelay is the time between requests that the site asks for, at most MaxCrawlDelay. It is 0 if the site does not ask for one.
	CrawlDelay time.Duration
	// Sitemaps are the canonical URLs of the sitemaps that the file names. They may be on any host.
	Sitemaps []string
	// Reason says where the rules come from, or why all is allowed or disallowed.
	Reason string
	// Unreachable says that everything is disallowed because robots.txt could not be fetched. That may be temporary, so a link should not be dropped
	// but wait until Expires.
	Unreachable bool
	// Err says why robots.txt could not be fetched. It is nil if the server answered.
	Err error
	// Expires is the time at which to fetch robots.txt again.
	Expires time.Time

	rules []rule // longest pattern first; of equally long ones, Allow first
	none  bool   // nothing is allowed
	uses  []use

	failures int // how often in a row robots.txt could not be fetched

	text   []byte                 // for the second reader; nil: it does not read the file
	second atomic.Pointer[second] // nil: not yet
}

// Allowed reports whether the crawler may fetch a canonical URL of the origin.
func (r *Rules) Allowed(url string) bool {
	allowed, _ := r.Explain(url)
	return allowed
}

// Explain reports whether the crawler may fetch a URL, and says why.
//
// The longest matching pattern decides; of two that are equally long, Allow wins. Without a matching pattern, the URL is
// allowed. So is robots.txt itself (RFC 9309 section 2.2.2).
func (r *Rules) Explain(url string) (allowed bool, why string) {
	path := weburl.Path(url)
	if path == "/robots.txt" {
		return true, "robots.txt itself is always allowed"
	}
	if r.none {
		return false, r.Reason
	}
	if len(r.rules) == 0 {
		return true, r.Reason
	}
	path = normalPath(path)
	for i := range r.rules {
		if r.rules[i].matches(path) {
			return r.rules[i].allow, r.rules[i].String()
		}
	}
	return true, "no rule matches"
}

// String returns the rule in normal form, with its line number.
func (r *rule) String() string {
	verb := "Disallow"
	if r.allow {
		verb = "Allow"
	}
	return fmt.Sprintf("robots.txt line %d: %s: %s", r.line, verb, r.pattern)
}

// size estimates the memory of the rules in bytes.
func (r *Rules) size() int {
	n := 200 + len(r.Reason) + len(r.text)
	for i := range r.rules {
		n += 48 + len(r.rules[i].pattern)
	}
	for _, s := range r.Sitemaps {
		n += 16 + len(s)
	}
	for i := range r.uses {
		n += 96 + len(r.uses[i].path.pattern) + len(r.uses[i].raw)
	}
	return n
}
