// Package sitemap reads lists of links that sites publish for programs. They are sitemaps (sitemaps.org, protocol 0.9) in XML and in plain
// text, and feeds: RSS 2.0 and 1.0, Atom (RFC 4287) and JSON Feed 1.1. They may be compressed. Of a broken one the package reads what it
// can, and never more than the protocol of sitemaps allows.
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

// These are the limits that the sitemap protocol sets for one sitemap.
const (
	MaxURLs  = 50_000   // URLs in one sitemap, sitemaps in one index
	MaxBytes = 50 << 20 // bytes of one sitemap, uncompressed
	maxURL   = 2048     // bytes of one URL
	maxEntry = 4096     // bytes of the text of one element, with its white space
)

// ErrTooLong says that a sitemap is longer than MaxBytes. What was read up to that length can be used.
var ErrTooLong = errors.New("sitemap is longer than 50 MiB")

// File is the content of a sitemap or feed.
type File struct {
	Pages  []Page
	Nested []string // of an index: the canonical URLs of other sitemaps
	Next   string   // of a feed: the canonical URL of its next page, which has older entries (RFC 5005); "" if there is none
	Feed   bool     // it is a feed, which names the newest pages alone
	More   bool     // it names more than were read
	Cut    bool     // it ends before its end, such as where a connection was lost
}

// Page is a page to which a sitemap or feed links.
type Page struct {
	URL            string    // canonical
	Modified       time.Time // its lastmod in a sitemap, see parseDate; zero if it has none
	Title, Summary string    // of an entry of a feed: plain text, cut short
}

// Parse reads a sitemap or a feed: at most limit pages and limit further sitemaps, and never more than MaxURLs of each.
//
// base is the URL of the sitemap or feed, against which relative URLs are resolved. host is the site whose robots.txt names the sitemap, ""
// for the host of base. A sitemap is valid only for its own host: pages of other hosts are dropped, and so are sitemaps that are neither on
// host nor on the host of base. A feed may link anywhere, as a page may.
//
// Damage is an error only if nothing could be read. With ErrTooLong, Parse returns what was read before the limit.
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
}

func (p *parser) parse(r io.Reader) error {
	in, err := unpack(bufio.NewReader(r))
	if err != nil {
		return err
	}
	in = decode(bufio.NewReaderSize(&bounded{in, p.bytes}, head))
	switch start, _ := in.Peek(head); {
	case bytes.HasPrefix(bytes.TrimLeft(start, space), []byte("{")):
		return p.json(in)
	case isMarkup(start):
		return p.markup(in)
	}
	return p.text(in)
}

var gzipMagic = []byte{0x1f, 0x8b}

// unpack decompresses gzip. It does so at most twice, because some servers compress twice.
func unpack(in *bufio.Reader) (*bufio.Reader, error) {
	for range 2 {
		if start, _ := in.Peek(2); !bytes.Equal(start, gzipMagic) {
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
		if err := p.add(Page{URL: p.resolve(p.base, line)}, false); err != nil {
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

// resolve returns the canonical URL of a reference, "" if the reference is not a URL.
func (p *parser) resolve(base *weburl.Base, ref string) string {
	ref = strings.TrimSpace(ref)
	if ref == "" || len(ref) > maxURL {
		return ""
	}
	url, err := base.Resolve(encoded(ref))
	if err != nil {
		return ""
	}
	return url
}

// add adds a page or a nested sitemap, unless it has been added already or the list may not link to it.
func (p *parser) add(page Page, nested bool) error {
	if page.URL == "" || p.seen[page.URL] || !p.mayName(page.URL, nested) {
		return nil
	}
	switch {
	case nested && len(p.file.Nested) < p.limit:
		p.file.Nested = append(p.file.Nested, page.URL)
	case !nested && len(p.file.Pages) < p.limit:
		p.file.Pages = append(p.file.Pages, page)
	default:
		return errEnough
	}
	p.seen[page.URL] = true
	return nil
}

// mayName reports whether the list may link to a URL.
func (p *parser) mayName(url string, nested bool) bool {
	host := weburl.Host(url)
	return p.file.Feed || SameSite(host, p.host) || nested && SameSite(host, weburl.Host(p.base.URL()))
}

// SameSite reports whether two hosts are equal except for a leading "www.", because sites use both forms for the same pages.
func SameSite(a, b string) bool {
	return strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}
