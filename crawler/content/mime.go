package content

import (
	"bytes"
	"net/http"
	"strings"

	"gannet/internal/quoted"
)

// StartLength is how many bytes of the beginning of a body are needed to find out its type (the "resource header" of MIME Sniffing, section
// 5.2).
const StartLength = 1445

// A Type is a MIME type without parameters (its essence), such as text/html, and its charset.
type Type struct {
	Essence string // such as "text/html"; "" if there is no valid type
	Charset string // as written; "" if it is missing
}

// TypeOf returns the MIME type that the Content-Type header fields declare together (Fetch, "extract a MIME type"): the last valid type
// other than */*. If the type before it has the same essence, its charset is inherited.
func TypeOf(fields []string) (t Type) {
	for _, value := range splitList(strings.Join(fields, ",")) {
		next, ok := parseType(value)
		if !ok || next.Essence == "*/*" {
			continue
		}
		if next.Charset == "" && next.Essence == t.Essence {
			next.Charset = t.Charset
		}
		t = next
	}
	return t
}

// splitList splits a value at commas outside of quoted strings (Fetch, "get, decode, and split").
func splitList(s string) (values []string) {
	from, inQuotes := 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case inQuotes && s[i] == '\\':
			i++
		case s[i] == '"':
			inQuotes = !inQuotes
		case s[i] == ',' && !inQuotes:
			values, from = append(values, s[from:i]), i+1
		}
	}
	return append(values, s[from:])
}

const httpSpace = "\t\n\r "

// parseType parses a MIME type (MIME Sniffing section 4.4). ok is false if the text is not a valid type.
func parseType(s string) (t Type, ok bool) {
	essence, rest, _ := strings.Cut(strings.Trim(s, httpSpace), ";")
	kind, subtype, _ := strings.Cut(strings.TrimRight(essence, httpSpace), "/")
	if !IsToken(kind) || !IsToken(subtype) {
		return Type{}, false
	}
	t.Essence = strings.ToLower(kind + "/" + subtype)
	for rest != "" {
		var name, value string
		name, value, rest = parameter(rest)
		if t.Charset == "" && strings.EqualFold(name, "charset") {
			t.Charset = value
		}
	}
	return t, true
}

// parameter reads the first parameter of s. The value is "" if it is missing or not valid.
func parameter(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, httpSpace)
	end := strings.IndexAny(s, ";=")
	if end < 0 || s[end] == ';' {
		_, rest, _ = strings.Cut(s, ";")
		return "", "", rest
	}
	name, s = s[:end], s[end+1:]
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return name, strings.TrimRight(value, httpSpace), rest
	}
	value, s = quoted.Cut(s[1:])
	_, rest, _ = strings.Cut(s, ";")
	return name, value, rest
}

// IsToken reports whether s is a token (RFC 9110 section 5.6.2).
func IsToken(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}) < 0
}

// Unknown reports whether a MIME type says nothing about the body, so that the first bytes of the body have to show its type.
func (t Type) Unknown() bool {
	return t.Essence == "" || t.Essence == "unknown/unknown" || t.Essence == "application/unknown"
}

// Sniff returns the MIME type of a body, such as "text/html"; start has the first bytes of the body. The result is the declared type t or, if t
// says nothing about the body, the type that the bytes look like (MIME Sniffing sections 7 and 7.1). With noSniff, a type that is found from
// the bytes is never that of a page or a PDF.
func (t Type) Sniff(start []byte, noSniff bool) string {
	if !t.Unknown() {
		return t.Essence
	}
	kind, _, _ := strings.Cut(http.DetectContentType(start), ";")
	if noSniff && (kind == "text/html" || kind == "text/xml" || kind == "application/pdf") {
		return "text/plain"
	}
	return kind
}

// NoSniff reports whether a header says "X-Content-Type-Options: nosniff" (Fetch, "determine nosniff").
func NoSniff(h http.Header) bool {
	first, _, _ := strings.Cut(strings.Join(h.Values("X-Content-Type-Options"), ","), ",")
	return strings.EqualFold(strings.Trim(first, httpSpace), "nosniff")
}

// IsPage reports whether a body is HTML or XHTML, from its MIME type and its first bytes. XML of any other type counts as XHTML if its root
// element is html.
func IsPage(essence string, start []byte) bool {
	return essence == "text/html" && !isBinary(start) || essence == "application/xhtml+xml" || IsXML(essence) && strings.EqualFold(Root(start), "html")
}

// isBinary reports whether a body that begins with start is not text at all, whatever its type says. Browsers show such a body as garbage, and a
// crawl has no use for it. It occurs where a coding is wrong or missing. A single control character does not make a body binary.
func isBinary(start []byte) bool {
	zeros, others := 0, 0
	for _, c := range start {
		switch {
		case c == 0:
			zeros++
		case c < 0x20 && !strings.ContainsRune("\t\n\f\r\x1b", rune(c)): // a binary data byte (MIME Sniffing section 3)
			others++
		}
	}
	kind := http.DetectContentType(start)
	switch {
	case zeros+others == 0, strings.HasPrefix(kind, "text/"):
		return false
	case kind != "application/octet-stream":
		return true
	}
	return 50*others > len(start) && 10*zeros < len(start) // UTF-16 without a mark has many zeros
}

// HoldsPage reports whether the body of an HTTP response is HTML or XHTML, from the response's header and the body's first bytes.
func HoldsPage(h http.Header, body []byte) bool {
	start := body[:min(len(body), StartLength)]
	return IsPage(TypeOf(h.Values("Content-Type")).Sniff(start, NoSniff(h)), start)
}

// MayBePage reports whether a body with this MIME type may be HTML or XHTML. Only the bytes of the body can make it certain.
func MayBePage(essence string) bool { return essence == "text/html" || IsXML(essence) }

// IsXML reports whether essence, such as "application/rss+xml", is an XML MIME type (MIME Sniffing section 4.6).
func IsXML(essence string) bool {
	return essence == "text/xml" || essence == "application/xml" || strings.HasSuffix(essence, "+xml")
}

// Root returns the name of the first element of an XML document, without its namespace prefix.
func Root(start []byte) string {
	for rest := start; ; {
		_, markup, found := bytes.Cut(rest, []byte("<"))
		end := ">"
		switch {
		case !found:
			return ""
		case bytes.HasPrefix(markup, []byte("!--")):
			end = "-->"
		case bytes.HasPrefix(markup, []byte("?")):
			end = "?>"
		case !bytes.HasPrefix(markup, []byte("!")):
			name := string(markup[:max(0, bytes.IndexAny(markup, " \t\r\n/>"))])
			return name[strings.IndexByte(name, ':')+1:]
		}
		_, rest, _ = bytes.Cut(markup, []byte(end))
	}
}
