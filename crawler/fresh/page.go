package fresh

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// Kind says why a page is recrawled: as a posting, as a listing, and so on. The numbers are those of store.WatchedKind.
type Kind uint8

// These are the kinds of pages that are recrawled.
const (
	// OnTopic is a page on topic that is neither a listing nor shows a posting.
	OnTopic Kind = iota + 1
	// Posting is a page that shows a posting.
	Posting
	// Listing is a page of links to postings, or to pages on topic.
	Listing
	Sitemap
	Feed
)

// scheduled returns the kind of the page in the schedule, where a page on topic is treated as a posting.
func (k Kind) scheduled() revisit.Kind {
	switch k {
	case Listing:
		return revisit.List
	case Sitemap:
		return revisit.Sitemap
	case Feed:
		return revisit.Feed
	}
	return revisit.Posting
}

// Page is a page that is recrawled, with what its visits have shown.
type Page struct {
	URL      string
	Kind     Kind
	Visited  time.Time // when the server last answered for it
	Tried    time.Time // the latest attempt, which may have failed
	Ends     time.Time // the last day of its postings; zero if unknown
	Failures int       // visits in a row that gave nothing
	Links    []uint64  // fingerprints of its links to its own site, in ascending order; nil: unknown
	Via      string    // the page whose link led to it, "" if unknown
}

// ID returns the fingerprint of the page's URL.
func (x *Page) ID() uint64 { return weburl.Fingerprint(x.URL) }

// Host returns the host of the page's URL.
func (x *Page) Host() string { return weburl.Host(x.URL) }

// EnoughDenials is how many visits in a row must find that a listing no longer exists until it counts as gone.
const EnoughDenials = 2

// IsGone reports whether EnoughDenials visits in a row have found that a listing no longer exists.
func (x *Page) IsGone() bool {
	return x.Kind >= Listing && x.Failures >= EnoughDenials && len(x.Links) == 0
}

// A listing, sitemap or feed counts only for pages of its own site. A link to a page of another site, or its removal, is no evidence about that page,
// because anybody may link to it and stop doing so.

// SameSite reports whether two hosts belong to the same site: hosts with one registered domain, such as jobs.example.com and
// www.example.com.
func SameSite(host, other string) bool {
	return host == other || weburl.Site(host) == weburl.Site(other)
}
