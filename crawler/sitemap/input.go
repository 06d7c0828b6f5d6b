package sitemap

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"gannet/internal/bom"
	"gannet/internal/lazyregexp"
)

// head is how many bytes at the beginning show the format of a sitemap. Error messages of the server may come before it.
const head = 64 << 10

// decode returns a sitemap in UTF-8, without its byte order mark. It recognizes UTF-16 by the mark or by the bytes themselves, and other encodings by
// the XML declaration.
func decode(in *bufio.Reader) *bufio.Reader {
	start, _ := in.Peek(head)
	if order := wide(start); order != nil {
		return bufio.NewReaderSize(bom.Decoder(order).Reader(in), head)
	}
	_, _ = in.Discard(len(start) - len(bom.Trim(start)))
	if e := declared(start); e != nil {
		return bufio.NewReaderSize(e.NewDecoder().Reader(in), head)
	}
	return in
}

// wide returns the byte order of a sitemap in UTF-16, nil for any other encoding. A sitemap in UTF-16 begins with a mark or an ASCII character.
func wide(start []byte) binary.ByteOrder {
	if order := bom.Order(start); order != nil {
		return order
	}
	switch {
	case len(start) < 4:
	case start[0] == 0 && start[1] != 0 && start[2] == 0 && start[3] != 0:
		return binary.BigEndian
	case start[0] != 0 && start[1] == 0 && start[2] != 0 && start[3] == 0:
		return binary.LittleEndian
	}
	return nil
}

var declaration = lazyregexp.New(`<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})["']`)

// declared returns the encoding in the XML declaration, nil for UTF-8. It also returns nil for UTF-16, because wide would have recognized a sitemap
// that really is in UTF-16.
func declared(start []byte) encoding.Encoding {
	m := declaration.FindSubmatch(start)
	if m == nil {
		return nil
	}
	e, name := charset.Lookup(string(m[1]))
	if e == nil || name == "utf-8" || strings.HasPrefix(name, "utf-16") || name == "replacement" {
		return nil
	}
	return e
}

var tags = lazyregexp.New(`(?i)<\?xml|</?(?:[\w-]{1,40}:)?(?:urlset|sitemapindex|sitemap|url|loc|rss|feed|rdf|channel|item|entry|link|title)[\s/>]`)

// space is white space between pieces of markup or JSON.
const space = " \t\r\n"

// isMarkup reports whether a list is XML rather than lines of text. Anything may stand before the XML.
func isMarkup(start []byte) bool {
	first := bytes.TrimLeft(start, space)
	return bytes.HasPrefix(first, []byte("<")) && bytes.IndexByte(first, '>') > 0 || tags.Match(start)
}

// encoded writes bytes that are not UTF-8 as %XX. A server with such addresses writes them this way, too.
func encoded(entry string) string {
	if utf8.ValidString(entry) {
		return entry
	}
	var b strings.Builder
	for i, r := range entry {
		if _, size := utf8.DecodeRuneInString(entry[i:]); r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, "%%%02X", entry[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
