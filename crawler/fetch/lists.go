package fetch

import (
	"context"
	"strings"

	"gannet/crawler/content"
	"gannet/crawler/sitemap"
)

type listsKey struct{}

// AcceptLists returns a context with which Fetch also reads feeds and sitemaps. Of a feed or sitemap, Response.List is true, and the body is
// unchanged. The first bytes decide whether a response is a feed or a sitemap, because servers send these with many media types, even
// text/html.
func AcceptLists(ctx context.Context) context.Context {
	return context.WithValue(ctx, listsKey{}, true)
}

func acceptsLists(ctx context.Context) bool { return ctx.Value(listsKey{}) != nil }

// isFeed reports whether a media type is used only for feeds. Such a body counts as a feed without a look at its first bytes, because a server may
// write something before the root, such as a warning.
func isFeed(kind string) bool {
	return kind == "application/rss+xml" || kind == "application/atom+xml" || kind == "application/feed+json"
}

// mayBeList reports whether a response of a media type may be a feed or a sitemap. These are the types of XML and JSON (MIME Sniffing, section "MIME
// type groups"), gzip, and those that servers use for unknown files.
func mayBeList(kind string) bool {
	switch kind {
	case "text/json", "application/json", "application/gzip", "application/x-gzip", "text/plain", "application/octet-stream":
		return true
	}
	return content.IsXML(kind) || strings.HasSuffix(kind, "+json")
}

// isList reports whether a body of a media type that begins with start is a feed or a sitemap.
func isList(kind string, start []byte) bool { return isFeed(kind) || sitemap.Sniff(start) }
