package content

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"gannet/internal/bom"
)

// Hints has what is known about a page besides its bytes, by which its character encoding is found.
type Hints struct {
	Type Type   // what the header of its response says
	Host string // of its URL; its top-level domain counts where nothing is declared
	Cut  bool   // the body is only the beginning of the page
}

// Text is the text of a page after it was decoded to UTF-8.
type Text struct {
	Body     []byte
	Encoding string // that it had, by its WHATWG name
	Guessed  bool   // nothing declared the encoding
}

// ToUTF8 converts a page to UTF-8. Its encoding is found by the first of these rules that applies (HTML, "determining the character
// encoding"):
//
//   - a byte order mark;
//   - valid UTF-8, whatever the header says: text of other encodings is hardly ever valid UTF-8 by chance. A page of ASCII has the
//     encoding that it declares, in which the queries of its links are written;
//   - nearly valid UTF-8;
//   - the header of the response, unless it says "utf-8";
//   - a meta element or the XML declaration of the page, unless it says "utf-8". In XML the declaration comes first;
//   - its letters, its language and its host (see guess).
//
// Browsers let the header decide before the bytes. But a page that is declared as UTF-8 and is not valid UTF-8 is mislabelled, and so is a
// page that is declared as something else and is valid UTF-8.
func ToUTF8(body []byte, h Hints) Text {
	if enc, name, size := mark(body); size > 0 {
		return Text{decode(body[size:], enc), name, false}
	}
	if rest := bom.Trim(body); bytes.HasPrefix(rest, []byte("<")) {
		body = rest // a damaged mark; before a letter the bytes could be text
	}
	if h.Cut {
		body = WholeRunes(body)
	}
	valid := utf8.Valid(body)
	ascii := valid && isASCII(body)
	if valid && bytes.IndexByte(body, 0) < 0 && bytes.IndexByte(body, 0x1b) < 0 {
		if !ascii {
			return Text{body, "utf-8", false}
		}
		if name := encodingOfASCII(h.Type.Charset); name != "" {
			return Text{body, name, false} // nothing in the page can change that
		}
	}
	page := declarations(body)
	labels := []string{h.Type.Charset, page.meta, page.xml}
	if IsXML(h.Type.Essence) {
		labels[1], labels[2] = page.xml, page.meta
	}
	if valid && !disguised(body, labels) {
		if name := encodingOfASCII(labels...); ascii && name != "" {
			return Text{body, name, false}
		}
		return Text{body, "utf-8", false}
	}
	if !valid && mostlyUTF8(body) {
		return Text{bytes.ToValidUTF8(body, []byte("\uFFFD")), "utf-8", false}
	}
	for _, label := range labels {
		enc, name := charset.Lookup(label)
		if enc != nil && name != "utf-8" && name != "replacement" {
			return Text{decode(body, enc), name, false}
		}
	}
	enc, name := guess(body, page.lang, h.Host)
	return Text{decode(body, enc), name, true}
}

// Decoded converts a text that may be too large for ToUTF8 to UTF-8, and returns the WHATWG name of the encoding that the text had. The
// beginning of the text decides which encoding this is.
func Decoded(in *bufio.Reader, h Hints) (text io.Reader, name string) {
	start, _ := in.Peek(in.Size()) // an error comes again when the text is read
	h.Cut = true
	name = ToUTF8(start, h).Encoding
	enc, _ := charset.Lookup(name)
	return transform.NewReader(in, unicode.BOMOverride(enc.NewDecoder())), name
}

func isASCII(body []byte) bool {
	for _, c := range body {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// encodingOfASCII returns the first encoding of labels that writes ASCII as it is, "" if there is none.
func encodingOfASCII(labels ...string) string {
	for _, label := range labels {
		if enc, name := charset.Lookup(label); enc != nil && name != "replacement" && !strings.HasPrefix(name, "utf-16") {
			return name
		}
	}
	return ""
}

// decode decodes a body and never fails. It replaces bytes that the encoding does not define by U+FFFD.
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

// disguised reports whether valid UTF-8 is really in an encoding whose bytes all look like ASCII.
func disguised(body []byte, labels []string) bool {
	for _, label := range labels {
		switch enc, name := charset.Lookup(label); {
		case strings.HasPrefix(name, "utf-16"):
			return bytes.IndexByte(body, 0) >= 0
		case name == "iso-2022-jp":
			return bytes.IndexByte(body, 0x1b) >= 0
		case enc != nil:
			return false
		}
	}
	return bytes.Contains(body, []byte(twoByteJapanese))
}

// twoByteJapanese is the sequence before characters of ISO-2022-JP that are not ASCII.
const twoByteJapanese = "\x1b$B"

// mostlyUTF8 reports whether a body is UTF-8 with a few broken characters, as in pages that are put together from parts.
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

// WholeRunes removes an incomplete UTF-8 character from the end of a body.
func WholeRunes(body []byte) []byte {
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

// declared is what a page declares about its encoding and language.
type declared struct{ meta, xml, lang string }

// mostHead is how many bytes of a page may come before its body.
const mostHead = 64 << 10

// declarations reads what a page declares before its body. The standard's prescan ends after 1,024 bytes, but browsers go on
// while they read the head (HTML, "prescan a byte stream to determine its encoding", "change the encoding").
func declarations(body []byte) (d declared) {
	head := body[:min(len(body), mostHead)]
	d.xml = xmlLabel(head)
	for z := html.NewTokenizer(bytes.NewReader(head)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return d
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			switch string(name) {
			case "html":
				d.lang = attributes(z, more)["lang"]
			case "meta":
				if d.meta = metaLabel(attributes(z, more)); d.meta != "" {
					return d
				}
			case "body":
				return d
			}
		}
	}
}

// attributes returns the attributes of a tag. If one occurs twice, the first counts.
func attributes(z *html.Tokenizer, more bool) map[string]string {
	all := make(map[string]string)
	for more {
		var name, value []byte
		name, value, more = z.TagAttr()
		if _, twice := all[string(name)]; !twice {
			all[string(name)] = string(value)
		}
	}
	return all
}

// metaLabel returns the encoding that a meta element declares, "" if it declares none or none that exists. If it declares UTF-16, the encoding is
// UTF-8, because the element could not be read as ASCII in UTF-16.
func metaLabel(attributes map[string]string) string {
	label := attributes["charset"]
	if content, ok := attributes["content"]; label == "" && ok && strings.EqualFold(attributes["http-equiv"], "content-type") {
		label = contentLabel(content)
	}
	switch enc, name := charset.Lookup(label); {
	case enc == nil:
		return ""
	case name == "utf-16le", name == "utf-16be":
		return "utf-8"
	case name == "x-user-defined":
		return "windows-1252"
	}
	return label
}

// contentLabel returns the encoding in the content attribute of a meta element (HTML, "extracting a character encoding from a meta element").
func contentLabel(content string) string {
	const name = "charset"
	for rest := content; ; {
		at := strings.Index(strings.ToLower(rest), name)
		if at < 0 {
			return ""
		}
		rest = strings.TrimLeft(rest[at+len(name):], htmlSpace)
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		rest = strings.TrimLeft(rest[1:], htmlSpace)
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			label, _, closed := strings.Cut(rest[1:], rest[:1])
			if !closed {
				return ""
			}
			return label
		}
		end := strings.IndexAny(rest, htmlSpace+";")
		if end < 0 {
			end = len(rest)
		}
		return rest[:end]
	}
}

const htmlSpace = "\t\n\f\r "

// xmlLabel returns the encoding in an XML declaration (HTML, "getting an XML encoding"). A declaration in UTF-16 is recognised by its first bytes.
func xmlLabel(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("<\x00?\x00x\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\x00<\x00?\x00x")):
		return "utf-16be"
	case !bytes.HasPrefix(body, []byte("<?xml")):
		return ""
	}
	declaration, _, found := bytes.Cut(body, []byte(">"))
	_, rest, named := bytes.Cut(declaration, []byte("encoding"))
	rest = bytes.TrimLeft(rest, " =\t\r\n")
	if !found || !named || len(rest) < 2 {
		return ""
	}
	label, _, _ := bytes.Cut(rest[1:], rest[:1])
	if enc, name := charset.Lookup(string(label)); enc == nil || strings.HasPrefix(name, "utf-16") {
		return "" // the declaration was read as ASCII
	}
	return string(label)
}
