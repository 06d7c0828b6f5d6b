// Package robots decides by RFC 9309 what a site lets the crawler fetch. It reads the rules meant for this crawler, matches
// URLs as they are sent, keeps each origin's rules for a day, and says what to ask for anew. It makes no request itself.
//
// The reading and matching are the package's own. github.com/temoto/robotstxt v1.1.2 is the oracle of the tests for
// what it does right; a table there names the 23 of 60 cases in which it decides otherwise than the RFC, since its rules
// cannot be reached from outside to be put right: it refuses a whole file for one bad line, matches wildcards anywhere
// in a path, compares no percent-encodings, lets the first of equally long rules win, counts escapes as length, and
// takes a group for a crawler whose name it only begins.
package robots

import (
	"fmt"
	"time"

	"gannet/internal/weburl"
)

// Bounds of what a robots.txt can ask for.
const (
	MaxBytes      = 500 << 10 // bytes that are read: RFC 9309 section 2.5 wants at least 500 KiB
	MaxSitemaps   = 100
	MaxCrawlDelay = time.Hour // a longer one is a mistake or a refusal that belongs into Disallow
)

// Rules are what one origin's robots.txt lets one crawler do. They do not change and may be shared.
type Rules struct {
	// CrawlDelay is the time that the site asks for between requests, at most MaxCrawlDelay; 0 if it does not say.
	CrawlDelay time.Duration
	// Sitemaps are the canonical URLs of the sitemaps that the file names, of whatever host.
	Sitemaps []string
	// Reason says in words where the rules come from, or why all is allowed or disallowed.
	Reason string
	// Unreachable says that all is disallowed because the server could not be asked, which may pass: a link should
	// wait until Expires, not be dropped.
	Unreachable bool
	// Err is why it could not be asked, nil where it answered.
	Err error
	// Expires is when robots.txt is to be fetched again.
	Expires time.Time

	rules []rule // longest pattern first, of equally long ones the allowing first
	none  bool   // nothing is allowed

	failures int // times in a row that the server could not be asked
}

// Allowed says whether the crawler may fetch a URL in canonical form, of the origin that the rules are for.
func (r *Rules) Allowed(url string) bool {
	allowed, _ := r.Explain(url)
	return allowed
}

// Explain says whether the crawler may fetch a URL, and why in words.
//
// By RFC 9309 section 2.2.2 the longest matching pattern decides, Allow if two are equally long; what no pattern
// matches is allowed, and so is robots.txt itself.
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

// String gives the rule as the file has it, but for normal percent-encodings.
func (r *rule) String() string {
	verb := "Disallow"
	if r.allow {
		verb = "Allow"
	}
	return fmt.Sprintf("robots.txt line %d: %s: %s", r.line, verb, r.pattern)
}

// size estimates the memory that the rules hold.
func (r *Rules) size() int {
	n := 200 + len(r.Reason)
	for i := range r.rules {
		n += 48 + len(r.rules[i].pattern)
	}
	for _, s := range r.Sitemaps {
		n += 16 + len(s)
	}
	return n
}
