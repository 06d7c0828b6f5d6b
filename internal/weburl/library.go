package weburl

import (
	"fmt"
	"strings"

	"github.com/nlnwa/whatwg-url/errors"
	"github.com/nlnwa/whatwg-url/url"
)

// libraryURL is a URL parsed by the library.
type libraryURL = url.Url

// oddities bounds the number of @ and backslashes. For each one the library takes time in proportion to what it has read
// so far. No real URL has so many.
const oddities = 200

// appendLibrary appends the library's canonical form of raw, before session parameters are dropped.
func appendLibrary(dst []byte, raw string, b *Base) (out []byte, err error) {
	if strings.Count(raw, "@")+strings.Count(raw, `\`) > oddities {
		return dst, fmt.Errorf("%w: more than %d @ and backslashes", ErrInvalid, oddities)
	}
	defer func() {
		if problem := recover(); problem != nil { // the library indexes into host addresses without checks
			out, err = dst, fmt.Errorf("%w: %v", ErrInvalid, problem)
		}
	}()
	u, err := parseLibrary(raw, b)
	if err != nil {
		return dst, fmt.Errorf("%w: %s", ErrInvalid, errors.Type(err)) // the full text quotes the URL, which may hold a password
	}
	if s := u.Scheme(); s != "http" && s != "https" {
		return dst, ErrScheme
	}
	if u.Hostname() == "" {
		return dst, fmt.Errorf("%w: no host", ErrInvalid)
	}
	dst = append(append(dst, u.Scheme()...), "://"...)
	dst = appendNormal(append(dst, u.Host()...), u.Pathname(), encodeInPath)
	if query := u.Query(); query != "" {
		dst = appendNormal(append(dst, '?'), query, encodeInQuery)
	}
	return dst, nil
}

func parseLibrary(raw string, b *Base) (*libraryURL, error) {
	parser := new(domain).parser()
	if b == nil {
		return parser.Parse(raw)
	}
	if b.parsed == nil {
		parsed, err := parser.Parse(b.url)
		if err != nil {
			return nil, err
		}
		b.parsed = parsed
	}
	return parser.BasicParser(raw, b.parsed, nil, url.NoState)
}
