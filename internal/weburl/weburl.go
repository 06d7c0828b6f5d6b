// Package weburl owns the canonical form of a URL. It says which URLs are the same page, resolves the links of a page,
// and recognises URLs that look like crawler traps.
//
// The form is the WHATWG URL Standard's parse and serialise (https://url.spec.whatwg.org/), with
// github.com/nlnwa/whatwg-url as the reference, and then:
//
//   - only http and https; no fragment, no user name or password;
//   - escapes have digits in upper case, and none stands for an unreserved character (RFC 3986, 6.2.2);
//   - an empty query ("/?") is dropped: servers answer it as the URL without it;
//   - session and click parameters are dropped (see sessionParameters);
//   - an input longer than MaxLength bytes is refused.
//
// Ordinary URLs take a short cut, which must give the same result as the library; all others go through the library.
// The canonical form of a canonical URL is itself.
package weburl

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
	"golang.org/x/text/encoding"
)

// MaxLength is the length in bytes of the longest URL that is accepted, before and after canonicalisation. It is twice the limit of Trap,
// and so small that cases in which the URL library takes quadratic time still end within milliseconds.
const MaxLength = 4096

var (
	// ErrScheme says that a URL is not an http or https URL, but for example mailto:, javascript: or data:.
	ErrScheme = errors.New("not an http or https URL")
	// ErrLong says that a URL is longer than MaxLength.
	ErrLong = errors.New("URL is too long")
	// ErrInvalid says that the parser of the URL Standard rejects a URL, for example because it has no host.
	ErrInvalid = errors.New("invalid URL")
)

// Canonical returns the canonical form of an absolute http or https URL. The error is ErrScheme, ErrLong or ErrInvalid.
func Canonical(raw string) (string, error) {
	var stack [256]byte
	canonical, err := appendURL(stack[:0], raw, nil)
	if err != nil {
		return "", err
	}
	return string(canonical), nil
}

// Base resolves the links of one page to canonical URLs. Only one goroutine may use it at a time.
type Base struct {
	url    string // canonical
	scheme int    // length of "http:" or "https:"
	origin int    // length of the origin
	path   int    // end of the path
	dir    int    // end of the path's last directory, its slash included
	parsed *libraryURL

	encoding encoding.Encoding // of queries; nil: UTF-8
	sessions bool              // session parameters stay, see WithSession
	buffer   []byte
}

// NewBase returns the Base of a page from the page's canonical URL, or from the resolved href of its base element. The error is ErrScheme,
// ErrLong or ErrInvalid.
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

// URL returns the canonical URL against which links are resolved.
func (b *Base) URL() string { return b.url }

// Resolve returns the canonical URL to which an href on the page leads. The error is ErrScheme, ErrLong or ErrInvalid.
func (b *Base) Resolve(href string) (string, error) {
	resolved, err := appendURL(b.buffer[:0], href, b)
	if err != nil {
		return "", err
	}
	b.buffer = resolved
	return string(resolved), nil
}

// ResolveHeader resolves a URL in a response header, such as Location. Headers have no encoding, so bytes beyond ASCII are percent-encoded
// as they are (web-platform-tests, fetch/api/redirect/redirect-location-escape).
func (b *Base) ResolveHeader(value string) (string, error) {
	var escaped []byte
	for i := range len(value) {
		if c := value[i]; c < utf8.RuneSelf {
			escaped = append(escaped, c)
		} else {
			escaped = appendEncoded(escaped, c)
		}
	}
	return b.Resolve(string(escaped))
}

// WithSession resolves a Location header like ResolveHeader, but keeps session parameters, which canonical URLs do not have. url is the URL
// of the response; it need not be canonical.
func WithSession(url, location string) (string, error) {
	b, err := NewBase(url)
	if err != nil {
		return "", err
	}
	b.sessions = true
	return b.ResolveHeader(location)
}

// Origin returns the scheme, host and port of a canonical URL, such as "https://example.org" or "http://example.org:8080".
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

// Host returns the host of a canonical URL, with the port if there is one, such as "example.org:8080".
func Host(canonical string) string {
	origin := Origin(canonical)
	if origin == "" {
		return ""
	}
	return origin[strings.Index(origin, "://")+len("://"):]
}

// Path returns the path and query of a canonical URL, in the form in which they are sent to the server.
func Path(canonical string) string {
	path := canonical[len(Origin(canonical)):]
	if i := strings.IndexByte(path, '#'); i >= 0 {
		path = path[:i]
	}
	return path
}

// Fingerprint returns the XXH3-64 hash of a canonical URL. The frontier, the store and the strategies identify URLs by it.
func Fingerprint(canonical string) uint64 { return xxh3.HashString(canonical) }

// shorten cuts a URL to a readable length for an error message.
func shorten(raw string) string {
	const limit = 100
	if len(raw) <= limit {
		return raw
	}
	return raw[:limit] + "..."
}

func failure(raw string, err error) error {
	return fmt.Errorf("%q: %w", shorten(Redact(raw)), err)
}
