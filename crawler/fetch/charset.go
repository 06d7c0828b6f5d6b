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

// ToUTF8 returns a page's body in UTF-8, and the WHATWG name of the encoding it had.
//
// These decide, the first that applies:
//
//   - a byte order mark;
//   - valid UTF-8, whatever the header says: text of other encodings is hardly ever valid UTF-8 by chance;
//   - nearly valid UTF-8;
//   - the Content-Type header, unless it says "utf-8";
//   - the XML declaration or the meta element of the page, likewise;
//   - statistics;
//   - windows-1252.
func ToUTF8(body []byte, contentType string, truncated bool) ([]byte, string) {
	if enc, name, size := mark(body); size > 0 {
		return decode(body[size:], enc), name
	}
	if rest := bom.Trim(body); bytes.HasPrefix(rest, []byte("<")) {
		body = rest // a damaged mark; before a letter the bytes could be text
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

// decode never fails. It replaces what the encoding does not have by U+FFFD.
func decode(body []byte, enc encoding.Encoding) []byte {
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil || !utf8.Valid(out) {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return out
}

// mark recognises a byte order mark and returns its size. A mark of UTF-16 counts only if a zero byte follows soon, as in
// every ASCII character of UTF-16. Otherwise it is the rest of a damaged mark.
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

// disguised reports whether valid UTF-8 is in an encoding whose bytes all look like ASCII.
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

// mostlyUTF8 reports whether a body is UTF-8 with a few broken characters. Pages that are put together from parts have them.
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

// wholeRunes removes an incomplete character from the end of a body.
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

// metaLabel returns the encoding in a meta element of the first 1024 bytes, where browsers look.
func metaLabel(body []byte) string {
	start := body[:min(len(body), 1024)]
	if !bytes.Contains(bytes.ToLower(start), []byte("charset")) {
		return ""
	}
	_, name, _ := charset.DetermineEncoding(start, "")
	return name
}

// xmlLabel returns the encoding in an XML declaration.
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

// guess detects the encoding by statistics. It returns "" if they are not sure.
func guess(body []byte) string {
	const sure = 40 // of 100
	best, err := chardet.NewHtmlDetector().DetectBest(body[:min(len(body), 64<<10)])
	if err != nil || best.Confidence < sure {
		return ""
	}
	return best.Charset
}
