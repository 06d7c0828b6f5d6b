package postings

import (
	"errors"
	"strings"

	"gannet/internal/weburl"
	"gannet/store/internal/entry"
)

// At returns the address of a posting that is a part of a page: the page's URL with the part as its fragment. Canonical URLs have no
// fragments of their own.
func At(page, part string) string {
	if part == "" {
		return page
	}
	return page + "#" + part
}

// PageOf returns the URL of the page to which an address made by At belongs.
func PageOf(address string) string {
	page, _, _ := strings.Cut(address, "#")
	return page
}

// isPart reports whether an address is that of a part of a page.
func isPart(address string) bool { return strings.Contains(address, "#") }

// movePart enters a posting in the index under the page of which it is a part now, and removes it from the page of which it was a part before.
func (w *Writer) movePart(number uint64, from, to string) error {
	if from == to {
		return nil
	}
	if isPart(from) {
		if err := w.index.Delete(partKey(from, number)); err != nil {
			return err
		}
	}
	if !isPart(to) {
		return nil
	}
	return w.index.Put(partKey(to, number), entry.Key(number))
}

// hasOwnPage reports whether a posting from a page with several names a page of its own on the same host. A page on another host does not count,
// because any site could then speak for that host.
func (s *Sighting) hasOwnPage() bool {
	return s.Part != "" && s.Prepared != nil && s.job.URL != "" && PageOf(s.job.URL) != s.URL && weburl.Host(s.job.URL) == weburl.Host(s.URL)
}

// isFirstOfItsOwn reports whether a posting that was known only as a part of a page is now seen on a page of its own.
func (s *Sighting) isFirstOfItsOwn(known *summary) bool { return s.Part == "" && isPart(known.url) }

// mayChange reports whether the posting as it is seen now replaces the known one. A page with several postings does not replace what a posting's own
// page says.
func (s *Sighting) mayChange(known *summary) bool {
	return s.MayChange && (s.Part == "" || isPart(known.url))
}

// NumberOf returns the number of the posting at a canonical URL. written is the URL as the user wrote it; a fragment in it may select one
// of several postings on the page. The error is ErrNotFound if there is no such posting.
func NumberOf(from Finder, url, written string) (uint64, error) {
	if _, part, ok := strings.Cut(written, "#"); ok {
		if n, err := from.NumberAt(At(url, part)); !errors.Is(err, ErrNotFound) {
			return n, err
		}
	}
	return from.NumberAt(url)
}
