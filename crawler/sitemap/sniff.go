package sitemap

import (
	"bufio"
	"bytes"
	"strings"

	"gannet/crawler/content"
)

// Sniff reports whether a body whose first bytes are start is a sitemap or feed that Parse reads, whatever its media type. It follows MIME
// Sniffing, section 7.3, and also recognizes the root elements of sitemaps, JSON Feed, gzip and UTF-16. It does not recognize sitemaps that
// are plain lines of URLs.
func Sniff(start []byte) bool {
	start = start[:min(len(start), content.StartLength)]
	if bytes.HasPrefix(start, gzipMagic) || wide(start) != nil {
		in, err := unpack(bufio.NewReader(bytes.NewReader(start)))
		if err != nil {
			return false
		}
		start, _ = decode(bufio.NewReaderSize(in, content.StartLength)).Peek(content.StartLength)
	}
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\xEF\xBB\xBF")), space)
	if bytes.HasPrefix(start, []byte("{")) {
		return bytes.Contains(start, []byte("jsonfeed.org"))
	}
	if !bytes.HasPrefix(start, []byte("<")) {
		return false
	}
	switch strings.ToLower(content.Root(start)) {
	case "rss", "feed", "urlset", "sitemapindex":
		return true
	case "rdf":
		return bytes.Contains(start, []byte("http://purl.org/rss/1.0/")) && bytes.Contains(start, []byte("http://www.w3.org/1999/02/22-rdf-syntax-ns#"))
	}
	return false
}
