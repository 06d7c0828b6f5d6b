package fetch

import (
	"context"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Validators identify the version of a page that the crawl has already fetched: the ETag and Last-Modified of its server. See RFC 9110
// section 8.8.
type Validators struct {
	ETag         string
	LastModified string
}

// maxValidator is how many bytes a validator may have to be kept and sent. A longer one is a misuse of the protocol.
const maxValidator = 512

// ValidatorsOf returns the ETag and Last-Modified in the header of a response, unchanged. It omits a Last-Modified that is in the same
// second as the response, because the page may change again within that second without a new Last-Modified.
func ValidatorsOf(h http.Header) Validators {
	v := Validators{ETag: usable(h.Get("ETag")), LastModified: usable(h.Get("Last-Modified"))}
	modified, err := http.ParseTime(v.LastModified)
	sent, noDate := http.ParseTime(h.Get("Date"))
	if err == nil && noDate == nil && !modified.Before(sent) {
		v.LastModified = ""
	}
	return v
}

// usable returns a validator that may be sent back, or "".
func usable(value string) string {
	if len(value) > maxValidator || !httpguts.ValidHeaderFieldValue(value) {
		return ""
	}
	return value
}

type validatorsKey struct{}

// If returns a context that makes requests conditional: if the page on the server is still the version that v identifies, the Response has
// status 304 and no body. Some servers ignore the condition and send the page.
func If(ctx context.Context, v Validators) context.Context {
	return context.WithValue(ctx, validatorsKey{}, v)
}

// addConditions adds the conditions of a context to the header of a request.
func addConditions(ctx context.Context, h http.Header) {
	v, _ := ctx.Value(validatorsKey{}).(Validators)
	if tag := usable(v.ETag); tag != "" {
		h[ifNoneMatch] = []string{tag}
		if uncoded := withoutCoding(tag); uncoded != "" {
			h[ifNoneMatch] = []string{tag + ", " + uncoded}
		}
	}
	if date := usable(v.LastModified); date != "" {
		h[ifModifiedSince] = []string{date}
	}
}

// withoutCoding returns the entity tag of the same version without a content coding, or "" if the tag names no coding.
// RFC 9110 section 8.8.3.3 wants another strong tag for each coding, so Apache and lighttpd append the name of the coding to the tag.
// Apache then compares If-None-Match with the tag before the suffix, so it never answers 304 to the tag that it sent.
// A 304 to the shorter tag means the same: the version is unchanged before the server encodes it, and we keep the decoded page.
func withoutCoding(tag string) string {
	opaque, quoted := strings.CutSuffix(tag, `"`)
	for _, coding := range []string{"gzip", "br", "zstd", "deflate"} {
		if plain, coded := strings.CutSuffix(opaque, "-"+coding); quoted && coded {
			return plain + `"`
		}
	}
	return ""
}

const (
	ifNoneMatch     = "If-None-Match"
	ifModifiedSince = "If-Modified-Since"
)
