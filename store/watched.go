package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"gannet/internal/weburl"
	"gannet/store/internal/check"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// WatchedKind says what a URL is that a crawl with --fresh revisits. The numbers are part of the file format.
type WatchedKind uint8

// These are the kinds of URLs that a crawl with --fresh revisits.
const (
	// WatchedPage is a page on topic that is neither a list nor shows a posting.
	WatchedPage WatchedKind = iota + 1
	// WatchedPosting is a page that shows a posting.
	WatchedPosting
	// WatchedList is a page of links to postings, or to pages on topic.
	WatchedList
	WatchedSitemap
	WatchedFeed
	// WatchedHost is not a URL that is requested, but what is known about a host.
	WatchedHost
)

// String returns the name of the kind, or "" for WatchedHost.
func (k WatchedKind) String() string {
	switch k {
	case WatchedPage:
		return "page"
	case WatchedPosting:
		return "posting"
	case WatchedList:
		return "list"
	case WatchedSitemap:
		return "sitemap"
	case WatchedFeed:
		return "feed"
	}
	return ""
}

// Watched is a URL that the crawl revisits, together with what its visits have shown.
type Watched struct {
	URL          string
	Kind         WatchedKind
	Visited      time.Time // when the server last answered for it
	Changed      time.Time // when it was last found to have changed, or when it was first visited
	Tried        time.Time // the latest attempt, which may have failed
	Failures     int       // visits in a row that gave nothing
	ETag         string    // as sent
	LastModified string    // as sent
	Text         uint64    // a hash of what is compared to see whether it has changed
	Ends         time.Time // the last day of the postings on it; zero if unknown
	Facts        []byte    // what package crawler compares the next visit with
	Trail        []byte    // what package crawler has to know to follow its links
	Links        []uint64  // weburl.Fingerprint of what a list, sitemap or feed lists; not kept of others
}

// encode returns the value of an entry.
func (w *Watched) encode() []byte {
	b := entry.AppendString(nil, w.URL)
	b = append(b, byte(w.Kind))
	for _, t := range []time.Time{w.Visited, w.Changed, w.Tried, w.Ends} {
		b = entry.AppendTime(b, t)
	}
	b = binary.AppendUvarint(b, uint64(max(w.Failures, 0)))
	b = entry.AppendString(entry.AppendString(b, w.ETag), w.LastModified)
	b = binary.BigEndian.AppendUint64(b, w.Text)
	b = entry.AppendString(entry.AppendString(b, string(w.Trail)), string(w.Facts))
	if w.Kind < WatchedList {
		return b
	}
	return appendLinks(b, w.Links)
}

// decodeWatched reads an entry. The result does not refer to b.
func decodeWatched(b []byte) (*Watched, error) {
	f := entry.NewFields(b)
	w := &Watched{URL: f.String(), Kind: WatchedKind(f.Byte())}
	for _, t := range []*time.Time{&w.Visited, &w.Changed, &w.Tried, &w.Ends} {
		if *t = f.Time(); t.Equal(time.Time{}) {
			*t = time.Time{}
		}
	}
	w.Failures = int(f.Uvarint())
	w.ETag, w.LastModified = f.String(), f.String()
	text := f.Bytes(8)
	for _, to := range []*[]byte{&w.Trail, &w.Facts} {
		if text := f.String(); text != "" {
			*to = []byte(text)
		}
	}
	if f.Bad() || w.URL == "" || w.Kind < WatchedPage || w.Kind > WatchedHost {
		return nil, entry.Damaged("what is watched", b)
	}
	w.Text = binary.BigEndian.Uint64(text)
	links, err := decodeLinks(f.Rest())
	w.Links = links
	return w, err
}

// putWatched writes what is watched, under the fingerprint of its URL.
func (b *batch) putWatched(w *Watched) error { return b.watched.Put(entry.URLKey(w.URL), w.encode()) }

// HasPage reports whether the store has a page for a URL of this kind, as for postings and lists, but not for sitemaps and feeds.
func (k WatchedKind) HasPage() bool { return k <= WatchedList }

// Watched returns what is known about the revisited URL with this weburl.Fingerprint. The error is ErrNotFound if the crawl does not revisit
// the URL.
func (d *DB) Watched(fingerprint uint64) (w *Watched, err error) {
	err = d.view(func(b *pageBuckets) error {
		if b.watched.Bucket == nil {
			return nil
		}
		value := b.watched.Get(entry.Key(fingerprint))
		if value == nil {
			return nil
		}
		w, err = decodeWatched(value)
		return err
	})
	if err == nil && w == nil {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("what is watched at %x: %w", fingerprint, err)
	}
	return w, nil
}

// Revisit says when a URL was last visited and with which result, for a URL that the crawl revisits.
type Revisit struct {
	Kind     string    `json:"kind"`               // page, posting, list, sitemap or feed
	Visited  time.Time `json:"visited,omitzero"`   // when the server last answered for it
	Changed  time.Time `json:"changed,omitzero"`   // when it was last found to have changed, or when it was first visited
	Tried    time.Time `json:"tried,omitzero"`     // the latest attempt, which may have failed
	Failures int       `json:"failures,omitempty"` // visits in a row that gave nothing
}

// Revisit returns what is known about a URL that the crawl revisits. The error is ErrNotFound if the crawl does not revisit this URL.
func (d *DB) Revisit(url string) (*Revisit, error) {
	w, err := d.Watched(weburl.Fingerprint(url))
	if err == nil && w.Kind.String() == "" {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &Revisit{Kind: w.Kind.String(), Visited: w.Visited, Changed: w.Changed, Tried: w.Tried, Failures: w.Failures}, nil
}

// EachWatched calls use for all URLs that the crawl revisits, sorted by fingerprint, until use returns an error. It skips damaged entries;
// their URLs are visited and recorded again later.
func (d *DB) EachWatched(use func(*Watched) error) error {
	return d.view(func(b *pageBuckets) error {
		if b.watched.Bucket == nil {
			return nil
		}
		return b.watched.ForEach(func(_, value []byte) error {
			w, err := decodeWatched(value)
			if errors.Is(err, ErrEntry) {
				return nil
			}
			if err != nil {
				return err
			}
			return use(w)
		})
	})
}

// checkWatched compares the watched URLs with the pages.
func (c *checker) checkWatched() error {
	if c.watched.Bucket == nil {
		return nil
	}
	return c.watched.ForEach(func(k, value []byte) error {
		w, err := decodeWatched(value)
		remedy := check.Delete(k, &c.watched)
		switch {
		case err != nil:
			return c.Problem(remedy, "watched %x: %v", k, err)
		case !slices.Equal(k, entry.URLKey(w.URL)):
			return c.Problem(remedy, "watched %x, %s: kept under another URL", k, w.URL)
		case w.Kind.HasPage() && c.index.Get(k) == nil:
			return c.Problem(remedy, "watched %s: its page is not kept", w.URL)
		}
		return nil
	})
}

// PostingPages returns the pages that show postings or have shown them, by the fingerprint of their URL (weburl.Fingerprint).
func (d *DB) PostingPages() (map[uint64]postings.PostingPage, error) { return d.postings.Pages() }

// ProfileAt returns the profile of the posting that the page at a URL shows or has shown. It returns nil if there is no such posting, or if
// there are several.
func (d *DB) ProfileAt(url string) ([]byte, error) {
	number, err := d.postings.NumberAt(url)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	profile, err := d.postings.Profile(number)
	return profile, ignoreMissing(err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, postings.ErrNotFound) {
		return nil
	}
	return err
}

// Links returns the fingerprints of the URLs to which a stored page links. fingerprint is the weburl.Fingerprint of the page's URL. Links
// returns nil if the page has no links or is not stored.
func (d *DB) Links(fingerprint uint64) (links []uint64, err error) {
	err = d.view(func(b *pageBuckets) error {
		if seq := b.index.Get(entry.Key(fingerprint)); seq != nil {
			links, err = decodeLinks(b.links.Get(seq))
		}
		return err
	})
	return links, err
}
