package postings

import (
	"strings"

	"gannet/internal/weburl"
)

// At returns the address of a part of a page. A canonical URL has no fragment, so the part stands in its place.
func At(page, part string) string {
	if part == "" {
		return page
	}
	return page + "#" + part
}

// PageOf returns the URL of the page that an address belongs to.
func PageOf(address string) string {
	page, _, _ := strings.Cut(address, "#")
	return page
}

// hasOwnPage reports whether one of several postings names a page of its own on the same host. Pages of other hosts are
// not believed: anybody could speak for them.
func (s *Sighting) hasOwnPage() bool {
	return s.Part != "" && s.Prepared != nil && s.job.URL != "" && PageOf(s.job.URL) != s.URL && weburl.Host(s.job.URL) == weburl.Host(s.URL)
}

// mayChange reports whether what is seen now replaces what is known. One of several postings does not replace what its
// own page says.
func (s *Sighting) mayChange(known *summary) bool {
	return s.MayChange && (s.Part == "" || strings.Contains(known.url, "#"))
}
