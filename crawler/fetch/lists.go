package fetch

import (
	"context"
	"strings"

	"gannet/crawler/content"
	"gannet/crawler/sitemap"
)

type listsKey struct{}

// AcceptLists returns a context with which Fetch also reads feeds and sitemaps: Response.List is true then, and the body is as it came. Whether
// an answer is one is decided by its first bytes, since servers give many media types to them, text/html among these.
func AcceptLists(ctx context.Context) context.Context {
	return context.WithValue(ctx, listsKey{}, true)
}

func acceptsLists(ctx context.Context) bool { return ctx.Value(listsKey{}) != nil }

// isFeed reports whether a media type is used only for feeds. A server may write something before the root of a feed, such as a warning.
func isFeed(kind string) bool {
	return kind == "application/rss+xml" || kind == "application/atom+xml" || kind == "application/feed+json"
}

// mayBeList reports whether an answer of a media type may be a feed or a sitemap. These are the types of XML and JSON (MIME Sniffing, section
// "MIME type groups"), gzip, and what servers give to files that they do not know.
func mayBeList(kind string) bool {
	switch kind {
	case "text/json", "application/json", "application/gzip", "application/x-gzip", "text/plain", "application/octet-stream":
		return true
	}
	return content.IsXML(kind) || strings.HasSuffix(kind, "+json")
}

// isList reports whether a body of a media type that begins so is a feed or a sitemap.
func isList(kind string, start []byte) bool { return isFeed(kind) || sitemap.Sniff(start) }
