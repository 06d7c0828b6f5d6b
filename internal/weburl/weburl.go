// Package weburl owns the canonical form of a web address: what makes two links the same page, how the links of a
// page are resolved, and which addresses look like crawler traps.
//
// The form is the WHATWG URL Standard's parse and serialise (https://url.spec.whatwg.org/), with
// github.com/nlnwa/whatwg-url as the reference, and then:
//
//   - only http and https; no fragment, no user name or password;
//   - an empty query ("/?") is dropped: servers answer it as the address without it;
//   - session and click parameters are dropped (see sessionParameters);
//   - an input longer than MaxLength bytes is refused.
//
// Ordinary addresses take a short cut that must give what the library gives; everything else goes through the
// library. The canonical form of a canonical URL is itself.
package weburl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zeebo/xxh3"
)

// MaxLength is the longest address accepted, in bytes, before and after canonicalisation: twice what Trap lets pass
// by default, and short enough that the library's quadratic cases stay in milliseconds.
const MaxLength = 4096

var (
	// ErrScheme says that an address is not http or https, as with mailto:, javascript: and data:.
	ErrScheme = errors.New("not an http or https URL")
	// ErrLong says that an address is longer than MaxLength.
	ErrLong = errors.New("URL is too long")
	// ErrInvalid says that the URL Standard's parser fails on an address, for instance because it has no host.
	ErrInvalid = errors.New("invalid URL")
)

// Canonical gives the canonical form of an absolute http or https URL. Errors wrap ErrScheme, ErrLong or ErrInvalid.
func Canonical(raw string) (string, error) {
	var stack [256]byte
	canonical, err := appendURL(stack[:0], raw, nil)
	if err != nil {
		return "", err
	}
	return string(canonical), nil
}

// Base resolves the hrefs of one page. It is for one goroutine at a time.
type Base struct {
	url    string // canonical
	scheme int    // length of "http:" or "https:"
	origin int    // length of the origin
	path   int    // end of the path
	dir    int    // end of the path's last directory, its slash included
	parsed *libraryURL
	buffer []byte
}

// NewBase makes the base of a page from its canonical URL, or from the href of its base element resolved against
// the page. Errors are those of Canonical.
func NewBase(canonicalURL string) (*Base, error) {
	canonical, err := Canonical(canonicalURL)
	if err != nil {
		return nil, err
	}
	b := &Base{url: canonical, scheme: strings.IndexByte(canonical, ':') + 1, origin: len(Origin(canonical))}
	b.path = len(canonical)
	if i := strings.IndexByte(canonical, '?'); i >= 0 {
		b.path = i
	}
	b.dir = strings.LastIndexByte(canonical[:b.path], '/') + 1
	return b, nil
}

// URL gives the canonical URL that hrefs are resolved against.
func (b *Base) URL() string { return b.url }

// Resolve gives the canonical absolute URL that an href on the page leads to. Errors wrap ErrScheme for mailto:,
// javascript: and other schemes that are not fetched, ErrLong or ErrInvalid.
func (b *Base) Resolve(href string) (string, error) {
	resolved, err := appendURL(b.buffer[:0], href, b)
	if err != nil {
		return "", err
	}
	b.buffer = resolved
	return string(resolved), nil
}

// Origin gives the "http://host" or "http://host:port" that a canonical URL begins with. It allocates nothing.
func Origin(canonical string) string {
	i := strings.Index(canonical, "://")
	if i < 0 {
		return ""
	}
	i += len("://")
	if end := strings.IndexAny(canonical[i:], "/?#"); end >= 0 {
		return canonical[:i+end]
	}
	return canonical
}

// Host gives the "host" or "host:port" of a canonical URL. It allocates nothing.
func Host(canonical string) string {
	origin := Origin(canonical)
	if origin == "" {
		return ""
	}
	return origin[strings.Index(origin, "://")+len("://"):]
}

// Path gives the path and query of a canonical URL, as they are sent to the server. It allocates nothing.
func Path(canonical string) string {
	path := canonical[len(Origin(canonical)):]
	if i := strings.IndexByte(path, '#'); i >= 0 {
		path = path[:i]
	}
	return path
}

// Fingerprint identifies a canonical URL: its XXH3-64 hash, as the frontier, the store and strategies that learn know it.
func Fingerprint(canonical string) uint64 { return xxh3.HashString(canonical) }

// shorten keeps a URL that goes into an error message to a readable length.
func shorten(raw string) string {
	const limit = 100
	if len(raw) <= limit {
		return raw
	}
	return raw[:limit] + "..."
}

func failure(raw string, err error) error {
	return fmt.Errorf("canonical form of %q: %w", shorten(Redact(raw)), err)
}
