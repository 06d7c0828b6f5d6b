package schemaorg

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of one document. No posting is deeper or longer.
const (
	maxDepth = 64
	maxBytes = 4 << 20

	maxValues = 100_000 // of some 300 bytes each
)

// jsonReader reads JSON as it occurs in pages. In strings it accepts more than RFC 8259: raw newlines, unknown escapes, quotation
// marks without escapes, and single or typographic quotes. It also accepts names without quotes, missing and superfluous commas, comments,
// and texts that are cut off. CDATA and HTML comments may surround the text. Values are map[string]any, []any and string.
// Numbers and booleans are strings as written, and null is nil. It reads each byte a bounded number of times.
type jsonReader struct {
	s     string
	at    int
	depth int
	left  *int // values that may still be read
}

// parseJSON returns the values of a text, one after another. It subtracts their number from left.
func parseJSON(raw []byte, left *int) []any {
	raw = bytes.TrimPrefix(raw[:min(len(raw), maxBytes)], []byte("\xef\xbb\xbf"))
	r := &jsonReader{s: plainQuotes(string(raw)), left: left}
	var values []any
	for r.at < len(r.s) {
		r.skip()
		if r.at >= len(r.s) {
			break
		}
		if c := r.s[r.at]; c == '{' || c == '[' {
			values = append(values, r.value(0))
		} else {
			r.at++ // signs around values: CDATA, semicolons, "var x ="
		}
	}
	return values
}

// plainQuotes returns a text with plain quotation marks, if its first quotation mark is escaped or typographic. Programs for typesetting articles
// turn the quotation marks of JSON in the articles into typographic ones.
func plainQuotes(s string) string {
	first := strings.IndexAny(s, `"'`)
	isFirst := func(i int) bool { return i >= 0 && (first < 0 || i < first) }
	for _, escaped := range []string{"&quot;", "&#34;", "&#8220;", "&#8221;", "&#8243;", "&ldquo;", "&rdquo;"} {
		if isFirst(strings.Index(s, escaped)) {
			s = html.UnescapeString(s)
			first = strings.IndexAny(s, `"'`)
			break
		}
	}
	if isFirst(strings.IndexAny(s, "“”„‟″«»＂")) {
		s = printedQuotes.Replace(s)
	}
	return s
}

var printedQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‟", `"`, "″", `"`, "«", `"`, "»", `"`, "＂", `"`)

// lineTags are tags that such programs insert between the values.
var lineTags = []string{"<br", "<p", "</p"}

// afterTag returns the position behind one of lineTags at position i. If there is none at i, it returns i.
func afterTag(s string, i int) int {
	const longest = 60
	for _, tag := range lineTags {
		if rest := s[i:]; strings.HasPrefix(rest, tag) {
			if end := strings.IndexByte(rest[:min(len(rest), longest)], '>'); end > 0 && strings.IndexByte(" />", rest[len(tag)]) >= 0 {
				return i + end + 1
			}
		}
	}
	return i
}

// skip skips white space, comments and lineTags.
func (r *jsonReader) skip() {
	for r.at < len(r.s) {
		switch c := r.s[r.at]; {
		case c <= ' ' || c == 0xc2 && strings.HasPrefix(r.s[r.at:], "\u00a0"):
			r.at++
			if c == 0xc2 {
				r.at++
			}
		case strings.HasPrefix(r.s[r.at:], "/*"):
			r.pass("*/")
		case strings.HasPrefix(r.s[r.at:], "//"):
			r.pass("\n")
		case c == '<' && afterTag(r.s, r.at) > r.at:
			r.at = afterTag(r.s, r.at)
		default:
			return
		}
	}
}

// pass moves behind the next occurrence of end, or to the end of the text.
func (r *jsonReader) pass(end string) {
	if i := strings.Index(r.s[r.at:], end); i >= 0 {
		r.at += i + len(end)
		return
	}
	r.at = len(r.s)
}

// value reads a value. in is the bracket that surrounds the value, or 0.
func (r *jsonReader) value(in byte) any {
	r.skip()
	if *r.left--; *r.left < 0 {
		r.at = len(r.s)
	}
	if r.at >= len(r.s) {
		return nil
	}
	switch c := r.s[r.at]; c {
	case '{', '[':
		if r.depth >= maxDepth {
			r.at = len(r.s)
			return nil
		}
		r.depth++
		defer func() { r.depth-- }()
		r.at++
		if c == '{' {
			return r.object()
		}
		return r.array()
	case '"', '\'':
		return r.text(c, in)
	}
	start := r.at
	for r.at < len(r.s) && strings.IndexByte(",:}]{[\"\n\r\t", r.s[r.at]) < 0 {
		r.at++
	}
	switch word := strings.TrimSpace(r.s[start:r.at]); word {
	case "null", "None", "undefined", "NaN", "":
		return nil
	default:
		return word
	}
}

func (r *jsonReader) array() []any {
	list := []any{}
	for {
		r.skip()
		if r.at >= len(r.s) {
			return list
		}
		switch c := r.s[r.at]; c {
		case ']':
			r.at++
			return list
		case '}': // the bracket was forgotten
			return list
		case ',', ':':
			r.at++
			continue
		}
		list = append(list, r.value('['))
	}
}

func (r *jsonReader) object() map[string]any {
	m := map[string]any{}
	for {
		r.skip()
		if r.at >= len(r.s) {
			return m
		}
		switch r.s[r.at] {
		case '}':
			r.at++
			return m
		case ']': // the brace was forgotten
			return m
		case ',', ':', '{', '[':
			r.at++
			continue
		}
		key, _ := r.key().(string)
		r.skip()
		if r.at >= len(r.s) || r.s[r.at] != ':' {
			continue
		}
		r.at++
		if value := r.value('{'); value != nil || m[key] == nil {
			m[key] = value
		}
	}
}

func (r *jsonReader) key() any {
	if c := r.s[r.at]; c == '"' || c == '\'' {
		return r.text(c, ':')
	}
	return r.value('{')
}

// text reads a string that quote opens.
func (r *jsonReader) text(quote, in byte) string {
	r.at++
	start := r.at
	for r.at < len(r.s) && r.s[r.at] != '\\' && r.s[r.at] != quote {
		r.at++
	}
	if r.at >= len(r.s) || r.s[r.at] == quote && r.closes(r.at+1, in) {
		s := r.s[start:r.at]
		r.at = min(r.at+1, len(r.s))
		return strings.ToValidUTF8(s, "\ufffd")
	}
	b := []byte(r.s[start:r.at])
	for r.at < len(r.s) {
		switch c := r.s[r.at]; {
		case c == quote && r.closes(r.at+1, in):
			r.at++
			return strings.ToValidUTF8(string(b), "\ufffd")
		case c == '\\':
			b = r.escape(b)
		default:
			b = append(b, c)
			r.at++
		}
	}
	return strings.ToValidUTF8(string(b), "\ufffd")
}

// closes reports whether a quotation mark before position i ends the string. What follows must fit the end of a string.
func (r *jsonReader) closes(i int, in byte) bool {
	i = r.blank(i)
	if i >= len(r.s) {
		return true
	}
	switch c := r.s[i]; {
	case in == ':':
		return c == ':' || c == ',' || c == '}'
	case c == '}' || c == ']':
		return true
	case c == ',' && in == '{':
		i = r.blank(i + 1)
		return i >= len(r.s) || strings.IndexByte("\"'}/,", r.s[i]) >= 0 || isName(r.s[i:])
	case c == ',':
		return true
	}
	// A comma is missing: a name begins on a new line.
	return in == '{' && r.s[i] == '"' && strings.Contains(r.s[max(0, i-40):i], "\n")
}

// isName reports whether s starts with a name without quotes and a colon.
func isName(s string) bool {
	for i := 0; i < len(s) && i < 40; i++ {
		c := s[i] | 0x20
		if c < 'a' || c > 'z' {
			return i > 0 && s[i] == ':'
		}
	}
	return false
}

// blank returns the position of the next byte from i on that is neither white space nor part of one of lineTags.
func (r *jsonReader) blank(i int) int {
	for i < len(r.s) {
		switch {
		case r.s[i] <= ' ':
			i++
		case r.s[i] == '<' && afterTag(r.s, i) > i:
			i = afterTag(r.s, i)
		default:
			return i
		}
	}
	return i
}

// escape reads an escape and appends its meaning. A letter without a meaning stands for itself.
func (r *jsonReader) escape(b []byte) []byte {
	r.at++
	if r.at >= len(r.s) {
		return b
	}
	c := r.s[r.at]
	r.at++
	switch c {
	case 'n', 'r':
		return append(b, '\n')
	case 't', 'b', 'f', 'v':
		return append(b, ' ')
	case 'u':
		if v, ok := r.hex(4); ok {
			if utf16.IsSurrogate(v) {
				v = r.surrogate(v)
			}
			return utf8.AppendRune(b, v)
		}
	case 'x':
		if v, ok := r.hex(2); ok {
			return utf8.AppendRune(b, v)
		}
	}
	return append(b, c)
}

// hex reads n hexadecimal digits.
func (r *jsonReader) hex(n int) (rune, bool) {
	if r.at+n > len(r.s) {
		return 0, false
	}
	v, err := strconv.ParseUint(r.s[r.at:r.at+n], 16, 32)
	if err != nil {
		return 0, false
	}
	r.at += n
	return rune(v), true
}

// surrogate reads the second half of a pair.
func (r *jsonReader) surrogate(first rune) rune {
	if !strings.HasPrefix(r.s[r.at:], `\u`) {
		return utf8.RuneError
	}
	before := r.at
	r.at += 2
	second, ok := r.hex(4)
	if v := utf16.DecodeRune(first, second); ok && v != utf8.RuneError {
		return v
	}
	r.at = before
	return utf8.RuneError
}
