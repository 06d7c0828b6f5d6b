package fetch

import (
	"bytes"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/saintfish/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"gannet/internal/bom"
)

// toUTF8 gives a page's body in UTF-8, and the encoding it came in by its WHATWG name.
//
// The order is: byte order mark; valid UTF-8, whatever the header says, since text of other encodings is hardly ever
// valid UTF-8 by chance; nearly valid UTF-8; the Content-Type header; the page's meta or XML declaration; statistics;
// windows-1252. The label "utf-8" on something that is not counts for nothing.
func toUTF8(body []byte, contentType string, truncated bool) ([]byte, string) {
	if enc, name, size := mark(body); size > 0 {
		return decode(body[size:], enc), name
	}
	if rest := bom.Trim(body); bytes.HasPrefix(rest, []byte("<")) {
		body = rest // what stood before is left of a mark; before a letter it might be another
	}
	label := headerLabel(contentType)
	if truncated {
		body = wholeRunes(body)
	}
	if utf8.Valid(body) && !disguised(body, label) {
		return body, "utf-8"
	}
	if mostlyUTF8(body) {
		return bytes.ToValidUTF8(body, []byte("\uFFFD")), "utf-8"
	}
	for _, label := range []string{label, xmlLabel(body), metaLabel(body), guess(body)} {
		enc, name := charset.Lookup(label)
		if enc != nil && name != "utf-8" && name != "replacement" {
			return decode(body, enc), name
		}
	}
	enc, name := charset.Lookup("windows-1252")
	return decode(body, enc), name
}

// decode never fails: what the encoding does not know becomes U+FFFD.
func decode(body []byte, enc encoding.Encoding) []byte {
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil || !utf8.Valid(out) {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return out
}

// mark recognises a byte order mark of the given size. That of UTF-16 may be what a program left of another, where no
// character of the page's beginning is written as UTF-16 does.
func mark(body []byte) (enc encoding.Encoding, name string, size int) {
	label := ""
	switch {
	case bytes.HasPrefix(body, []byte{0xEF, 0xBB, 0xBF}):
		label, size = "utf-8", 3
	case bytes.IndexByte(body[:min(len(body), 1024)], 0) < 0:
		return nil, "", 0
	case bytes.HasPrefix(body, []byte{0xFE, 0xFF}):
		label, size = "utf-16be", 2
	case bytes.HasPrefix(body, []byte{0xFF, 0xFE}):
		label, size = "utf-16le", 2
	default:
		return nil, "", 0
	}
	enc, name = charset.Lookup(label)
	return enc, name, size
}

func headerLabel(contentType string) string {
	_, params, err := mime.ParseMediaType(contentType)
	if label, found := params["charset"]; found && err == nil {
		return label
	}
	_, label, _ := strings.Cut(strings.ToLower(contentType), "charset=")
	return strings.Trim(strings.TrimSpace(label), `"';`)
}

// disguised says whether bytes that pass as UTF-8 are in an encoding that writes everything with such bytes.
func disguised(body []byte, label string) bool {
	label = strings.ToLower(label)
	switch {
	case strings.HasPrefix(label, "utf-16"):
		return bytes.IndexByte(body, 0) >= 0
	case label == "iso-2022-jp":
		return bytes.IndexByte(body, 0x1b) >= 0
	}
	return false
}

// mostlyUTF8 says whether a body is UTF-8 with a few broken characters, as pages put together from parts have.
func mostlyUTF8(body []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(body); {
		if body[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && size == 1 {
			bad++
		} else {
			good++
		}
		i += size
	}
	return good > 20*bad
}

// wholeRunes cuts the rest of a character off the end of a body that was cut.
func wholeRunes(body []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(body); back++ {
		start := len(body) - back
		if utf8.RuneStart(body[start]) {
			if body[start] >= utf8.RuneSelf && !utf8.FullRune(body[start:]) {
				return body[:start]
			}
			break
		}
	}
	return body
}

// metaLabel finds the encoding that a meta element in the first 1024 bytes names, as browsers do.
func metaLabel(body []byte) string {
	start := body[:min(len(body), 1024)]
	if !bytes.Contains(bytes.ToLower(start), []byte("charset")) {
		return ""
	}
	_, name, _ := charset.DetermineEncoding(start, "")
	return name
}

// xmlLabel finds the encoding that an XML declaration names.
func xmlLabel(body []byte) string {
	if !bytes.HasPrefix(body, []byte("<?xml")) {
		return ""
	}
	declaration, _, found := bytes.Cut(body[:min(len(body), 256)], []byte("?>"))
	_, rest, named := bytes.Cut(declaration, []byte("encoding"))
	if !found || !named {
		return ""
	}
	rest = bytes.TrimLeft(rest, " =\t\r\n")
	if len(rest) < 2 {
		return ""
	}
	label, _, _ := bytes.Cut(rest[1:], rest[:1])
	return string(label)
}

// guess tries statistics on a body that says nothing about its encoding; "" if they are not sure.
func guess(body []byte) string {
	const sure = 40 // of 100
	best, err := chardet.NewHtmlDetector().DetectBest(body[:min(len(body), 64<<10)])
	if err != nil || best.Confidence < sure {
		return ""
	}
	return best.Charset
}
