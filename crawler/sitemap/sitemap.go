// Package sitemap reads the lists of URLs that sites publish for crawlers (protocol 0.9 of sitemaps.org). These are sitemaps and
// sitemap indexes in XML, RSS and Atom feeds, and plain text with a URL on each line. They may be compressed. Of a broken
// one the package reads what it can, and never more than the protocol allows.
package sitemap

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gannet/internal/weburl"
)

// The protocol's bounds.
const (
	MaxURLs  = 50_000   // URLs in one sitemap, sitemaps in one index
	MaxBytes = 50 << 20 // bytes of one sitemap, uncompressed
	maxURL   = 2048     // bytes of one URL
	maxEntry = 4096     // bytes of one loc element, with its white space
	maxTag   = 8192     // bytes of one tag that are looked at
)

// ErrTooLong says that a sitemap is longer than MaxBytes. What came before can be used.
var ErrTooLong = errors.New("sitemap is longer than 50 MiB")

// File is what a sitemap says.
type File struct {
	URLs     []string    // canonical URLs of pages
	Modified []time.Time // of each of them its lastmod, see parseDate; nil if none has one
	Nested   []string    // of an index: the canonical URLs of other sitemaps
	Feed     bool        // it is an RSS or Atom feed, which names the newest pages alone
	More     bool        // it names more than were read
	Cut      bool        // it ends before its end, such as where a connection was lost
}

// Parse reads a sitemap: at most limit pages and limit other sitemaps, and never more than MaxURLs.
//
// base is the URL of the sitemap; relative entries are resolved against it. host is the site whose robots.txt names the
// sitemap, "" for the host of base. Pages of other hosts are dropped, and so are sitemaps that are neither on host nor on
// the host of base.
//
// Damage is an error only if nothing could be read. With ErrTooLong, Parse returns what was read before.
func Parse(r io.Reader, base, host string, limit int) (File, error) {
	return parse(r, base, host, min(max(limit, 0), MaxURLs), MaxBytes)
}

func parse(r io.Reader, base, host string, limit int, maxBytes int64) (File, error) {
	resolve, err := weburl.NewBase(base)
	if err != nil {
		return File{}, fmt.Errorf("sitemap: %w", err)
	}
	if host == "" {
		host = weburl.Host(base)
	}
	p := &parser{base: resolve, host: host, limit: limit, bytes: maxBytes, seen: make(map[string]bool)}
	err = p.parse(r)
	if n := len(p.file.URLs); p.file.Modified != nil {
		p.file.Modified = append(p.file.Modified, make([]time.Time, n-len(p.file.Modified))...)
	}
	p.file.More = errors.Is(err, errEnough) || errors.Is(err, ErrTooLong)
	p.file.Cut = !p.file.More && (err != nil || !p.ended)
	if errors.Is(err, errEnough) || len(p.seen) > 0 && !errors.Is(err, ErrTooLong) {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("sitemap of %s: %w", base, err)
	}
	return p.file, err
}

var errEnough = errors.New("enough")

type parser struct {
	base  *weburl.Base
	host  string
	limit int
	bytes int64
	seen  map[string]bool
	file  File
	ended bool // the end tag of the whole was read, or it is text

	entry entry // the current one
}

func (p *parser) parse(r io.Reader) error {
	in, err := p.unpack(bufio.NewReader(r))
	if err != nil {
		return err
	}
	in = decode(bufio.NewReaderSize(&bounded{in, p.bytes}, head))
	if isMarkup(in) {
		return p.markup(in)
	}
	return p.text(in)
}

// unpack decompresses gzip, twice at most, because some servers compress twice.
func (p *parser) unpack(in *bufio.Reader) (*bufio.Reader, error) {
	for range 2 {
		if start, _ := in.Peek(2); !bytes.Equal(start, []byte{0x1f, 0x8b}) {
			break
		}
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReader(unpacked)
	}
	return in, nil
}

// bounded reads up to a number of bytes and then fails.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 {
		if n, _ := io.ReadFull(b.r, make([]byte, 1)); n == 0 {
			return 0, io.EOF
		}
		return 0, ErrTooLong
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// text reads URLs on lines of their own. It skips lines that are too long.
func (p *parser) text(in *bufio.Reader) error {
	p.ended = true
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 2*maxEntry), 2*maxEntry)
	lines.Split(splitLine)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			continue
		}
		if err := p.addURL(&p.file.URLs, line); err != nil {
			return err
		}
	}
	return lines.Err()
}

// splitLine is a bufio.SplitFunc for lines that end in CR, LF or both. It splits a line longer than maxEntry into parts. Only
// the first part can begin like a URL, and it is too long for one.
func splitLine(data []byte, atEOF bool) (advance int, line []byte, err error) {
	line = data[:min(len(data), maxEntry+1)]
	for _, end := range []byte("\r\n") {
		if i := bytes.IndexByte(line, end); i >= 0 {
			line, advance = line[:i], i+1
		}
	}
	if advance > 0 {
		return advance, line, nil
	}
	switch {
	case len(data) > maxEntry:
		return maxEntry, data[:maxEntry], nil
	case atEOF && len(data) > 0:
		return len(data), data, nil
	}
	return 0, nil, nil
}

// addURL adds an entry, unless it is bad, of another host, or there already.
func (p *parser) addURL(into *[]string, entry string) error {
	entry = strings.TrimSpace(entry)
	if entry == "" || len(entry) > maxURL {
		return nil
	}
	url, err := p.base.Resolve(encoded(entry))
	if err != nil || p.seen[url] || !p.mayName(into, weburl.Host(url)) {
		return nil
	}
	if len(*into) == p.limit {
		return errEnough
	}
	p.seen[url] = true
	*into = append(*into, url)
	return nil
}

// mayName reports whether the sitemap may list URLs of a host.
func (p *parser) mayName(into *[]string, host string) bool {
	return SameSite(host, p.host) || into == &p.file.Nested && SameSite(host, weburl.Host(p.base.URL()))
}

// SameSite reports whether two hosts differ at most in "www.". Sites mix both.
func SameSite(a, b string) bool {
	return strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}
