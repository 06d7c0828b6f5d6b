package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// Kind is what a page is to recrawls. The numbers are those of store.WatchedKind.
type Kind uint8

// The kinds.
const (
	OnTopic Kind = iota + 1 // a page on topic that is no listing and shows no posting
	Posting                 // a page that shows a posting
	Listing                 // a page of links to postings, or to pages on topic
	Sitemap
	Feed
)

// scheduled is what a page is to the schedule. A page on topic is as a posting.
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

// Page is what is known of a page that is recrawled.
type Page struct {
	URL      string
	Kind     Kind
	Visited  time.Time // when the server last answered for it
	Tried    time.Time // the latest attempt, which may have failed
	Ends     time.Time // the last day of its postings; zero if unknown
	Failures int       // visits in a row that gave nothing
	Links    []uint64  // fingerprints of its links to its own site, in ascending order; nil: unknown
	Via      string    // the page whose link led to it, "" if unknown
	Anchor   string    // the text of that link
}

// ID returns the fingerprint of the page's URL.
func (x *Page) ID() uint64 { return weburl.Fingerprint(x.URL) }

// Host returns the host of the page.
func (x *Page) Host() string { return weburl.Host(x.URL) }

// EnoughDenials are the failures in a row after which a listing is gone.
const EnoughDenials = 2

// IsGone reports whether visits have denied a listing for long enough.
func (x *Page) IsGone() bool {
	return x.Kind >= Listing && x.Failures >= EnoughDenials && len(x.Links) == 0
}

// lacks reports whether a page no longer has a link.
func (x *Page) lacks(link uint64) bool {
	_, still := slices.BinarySearch(x.Links, link)
	return !still
}

// A listing, sitemap or feed counts only for pages of its own site. What it says of pages of others is no evidence, since anybody may link
// to them, and stop doing so.

// SameSite reports whether two hosts are of one site.
func SameSite(host, other string) bool {
	return host == other || weburl.Site(host) == weburl.Site(other)
}
