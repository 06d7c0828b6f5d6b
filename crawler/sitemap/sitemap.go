// Package sitemap reads the lists of URLs that sites publish for crawlers: sitemaps and sitemap indexes in XML, and
// plain text with a URL on each line, compressed or not (protocol 0.9 of sitemaps.org). It forgives what it can and
// reads no more than the protocol allows.
package sitemap

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"gannet/internal/weburl"

	"golang.org/x/net/html/charset"
)

// The protocol's bounds.
const (
	MaxURLs  = 50_000   // URLs in one sitemap, sitemaps in one index
	MaxBytes = 50 << 20 // bytes of one sitemap, uncompressed
	maxURL   = 2048     // bytes of one URL
	maxEntry = 4096     // bytes of one loc element, with its white space
)

// ErrTooLong says that a sitemap went on after MaxBytes; what came before is good.
var ErrTooLong = errors.New("sitemap is longer than 50 MiB")

// Parse reads a sitemap and gives the canonical URLs of pages in it and, from an index, those of other sitemaps, at
// most limit of each (MaxURLs if limit is 0 or more than that). base is the URL that the sitemap was found at, against
// which relative entries are resolved; host is that of the site whose robots.txt names it, "" for base's own. Pages of
// other hosts are dropped, and sitemaps that are neither there nor where this one is.
//
// What was read before an error is returned with it: a sitemap is worth its good entries.
func Parse(r io.Reader, base, host string, limit int) (urls, nested []string, err error) {
	return parse(r, base, host, limit, MaxBytes)
}

func parse(r io.Reader, base, host string, limit int, maxBytes int64) (urls, nested []string, err error) {
	if limit <= 0 || limit > MaxURLs {
		limit = MaxURLs
	}
	resolve, err := weburl.NewBase(base)
	if err != nil {
		return nil, nil, fmt.Errorf("sitemap: %w", err)
	}
	if host == "" {
		host = weburl.Host(base)
	}
	p := &parser{base: resolve, host: host, limit: limit, bytes: maxBytes, seen: make(map[string]bool)}
	if err := p.parse(r); err != nil && !errors.Is(err, errEnough) {
		return p.urls, p.nested, fmt.Errorf("sitemap of %s: %w", base, err)
	}
	return p.urls, p.nested, nil
}

var errEnough = errors.New("enough")

type parser struct {
	base         *weburl.Base
	host         string
	limit        int
	bytes        int64
	seen         map[string]bool
	urls, nested []string

	into  *[]string // where the current entry goes, nil outside of entries
	inLoc bool
	loc   strings.Builder
}

func (p *parser) parse(r io.Reader) error {
	in := bufio.NewReader(r)
	if start, _ := in.Peek(2); bytes.Equal(start, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		in = bufio.NewReader(unpacked)
	}
	in = bufio.NewReader(&bounded{in, p.bytes})
	if skipSpace(in); isXML(in) {
		return p.xml(in)
	}
	return p.text(in)
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

// skipSpace skips a byte order mark and white space, which XML parsers do not like before the declaration.
func skipSpace(in *bufio.Reader) {
	if start, _ := in.Peek(3); bytes.Equal(start, []byte{0xEF, 0xBB, 0xBF}) {
		_, _ = in.Discard(3)
	}
	for {
		c, err := in.ReadByte()
		if err != nil {
			return
		}
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			_ = in.UnreadByte()
			return
		}
	}
}

func isXML(in *bufio.Reader) bool {
	start, _ := in.Peek(1)
	return len(start) == 1 && start[0] == '<'
}

func (p *parser) text(in *bufio.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 4<<10), 1<<20)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			continue
		}
		if err := p.add(&p.urls, line); err != nil {
			return err
		}
	}
	return lines.Err()
}

// xml reads <url><loc> and <sitemap><loc>, in whatever namespace, and ignores the rest.
func (p *parser) xml(in io.Reader) error {
	d := xml.NewDecoder(in)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = p.token(token)
		}
		if err != nil {
			return err
		}
	}
}

// token takes one token in.
func (p *parser) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		switch strings.ToLower(t.Name.Local) {
		case "url":
			p.into = &p.urls
		case "sitemap":
			p.into = &p.nested
		case "loc":
			p.inLoc = p.into != nil && !extension(t.Name.Space)
			p.loc.Reset()
		}
	case xml.CharData:
		if p.inLoc && p.loc.Len()+len(t) <= maxEntry {
			p.loc.Write(t)
		}
	case xml.EndElement:
		switch strings.ToLower(t.Name.Local) {
		case "url", "sitemap":
			p.into = nil
		case "loc":
			if p.inLoc {
				p.inLoc = false
				return p.add(p.into, p.loc.String())
			}
		}
	}
	return nil
}

// extension says whether a prefix is that of one of Google's extensions, whose loc elements are not pages.
func extension(prefix string) bool {
	return prefix == "image" || prefix == "video" || prefix == "news"
}

// add keeps an entry, unless it is bad, of another host or known.
func (p *parser) add(into *[]string, entry string) error {
	entry = strings.TrimSpace(entry)
	if entry == "" || len(entry) > maxURL {
		return nil
	}
	url, err := p.base.Resolve(entry)
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

// mayName says whether the sitemap may name a URL of a host.
func (p *parser) mayName(into *[]string, host string) bool {
	return SameSite(host, p.host) || into == &p.nested && SameSite(host, weburl.Host(p.base.URL()))
}

// SameSite says whether two hosts differ at most in "www.", since sites mix both.
func SameSite(a, b string) bool {
	return strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}
