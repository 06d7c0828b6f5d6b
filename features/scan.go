package features

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// scan finds the start tags of the source that have an attribute which may hold a link. It follows the standard's tokenizer
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization) only as far as needed. It has to tell tags from
// comments, attribute values and raw text.
func (f *lineFinder) scan() {
	source := f.source
	_, newline := countLines(source)
	line, counted := int32(1), 0
	for i := 0; ; {
		next := bytes.IndexByte(source[i:], '<')
		if next < 0 || i+next+1 >= len(source) {
			return
		}
		start := i + next
		i = start + 1
		c := source[i]
		switch {
		case isLetter(c):
		case c == '!' || c == '?' || c == '/':
			i = skipMarkup(source, i)
			continue
		default:
			continue
		}
		name, attribute := linkTag(source[i:])
		t := skipTag(source, i, attribute)
		end := t.end
		if t.found {
			line += int32(bytes.Count(source[counted:start], []byte{newline}))
			counted = start
			f.addTag(startTag{tag: name, line: line, start: int32(t.value[0]), end: int32(t.value[1])})
		}
		if raw := rawText(source[i:]); raw != "" {
			end = skipRaw(source, min(end, len(source)), raw)
		}
		i = min(end, len(source))
	}
}

func (f *lineFinder) addTag(t startTag) {
	tags := &f.tags
	if t.tag == atom.Link || t.tag == atom.Meta {
		tags = &f.heads
	}
	if len(*tags) < mostTags {
		*tags = append(*tags, t)
	}
}

// nameIs reports whether source begins with a tag of the given lower-case name.
func nameIs(source []byte, name string) bool {
	if len(source) <= len(name) {
		return false
	}
	for i := 0; i < len(name); i++ {
		if source[i]|0x20 != name[i] {
			return false
		}
	}
	switch source[len(name)] {
	case ' ', '\n', '\r', '\t', '\f', '/', '>':
		return true
	}
	return false
}

// linkTag returns the name of a tag that may hold a link, and the name of the attribute that holds it.
func linkTag(source []byte) (atom.Atom, string) {
	switch source[0] | 0x20 {
	case 'a':
		if nameIs(source, "a") {
			return atom.A, "href"
		}
		if nameIs(source, "area") {
			return atom.Area, "href"
		}
	case 'f':
		if nameIs(source, "frame") {
			return atom.Frame, "src"
		}
	case 'i':
		if nameIs(source, "iframe") {
			return atom.Iframe, "src"
		}
	case 'l':
		if nameIs(source, "link") {
			return atom.Link, "href"
		}
	case 'm':
		if nameIs(source, "meta") {
			return atom.Meta, "content"
		}
	}
	return 0, ""
}

// rawText returns the name of the element if its content is raw text without tags, else "".
func rawText(source []byte) string {
	switch source[0] | 0x20 {
	case 'i':
		return ifName(source, "iframe")
	case 'n':
		return ifName(source, "noembed") + ifName(source, "noframes") + ifName(source, "noscript")
	case 'p':
		return ifName(source, "plaintext")
	case 's':
		return ifName(source, "script") + ifName(source, "style")
	case 't':
		return ifName(source, "textarea") + ifName(source, "title")
	case 'x':
		return ifName(source, "xmp")
	}
	return ""
}

func ifName(source []byte, name string) string {
	if nameIs(source, name) {
		return name
	}
	return ""
}

// skipRaw returns the offset of a raw text element's end tag. Scripts that contain "<!--<script>" end here at the first end
// tag, which is too early. The tags found in the remainder do no harm, as lineFinder passes over them.
func skipRaw(source []byte, i int, name string) int {
	if name == "plaintext" {
		return len(source)
	}
	for {
		next := bytes.Index(source[i:], []byte("</"))
		if next < 0 {
			return len(source)
		}
		i += next + 2
		if nameIs(source[i:], name) {
			return i - 2
		}
	}
}

// skipMarkup returns the end of a comment, declaration or end tag. source[i] is the byte after its '<'.
func skipMarkup(source []byte, i int) int {
	if bytes.HasPrefix(source[i:], []byte("!--")) {
		return skipComment(source, i+3)
	}
	if source[i] == '/' && i+1 < len(source) {
		if isLetter(source[i+1]) {
			return min(skipTag(source, i+1, "").end, len(source))
		}
	}
	end := bytes.IndexByte(source[i:], '>')
	if end < 0 {
		return len(source)
	}
	return i + end + 1
}

// skipComment returns the end of a comment. source[i:] begins after its "<!--".
func skipComment(source []byte, i int) int {
	begin := i
	for {
		next := bytes.IndexByte(source[i:], '>')
		if next < 0 {
			return len(source)
		}
		i += next + 1
		body := source[begin : i-1]
		if len(body) == 0 || string(body) == "-" || bytes.HasSuffix(body, []byte("--")) || bytes.HasSuffix(body, []byte("--!")) {
			return i
		}
	}
}

// endless is the end of an unfinished tag at the end of the source. The parser drops such a tag.
const endless = int(^uint(0) >> 1)

// scannedTag describes a tag that was passed over.
type scannedTag struct {
	end        int    // after its '>', or endless
	attributes int    // their number
	value      [2]int // the raw value of the wanted attribute
	found      bool   // whether the tag has the wanted attribute
}

// skipTag passes over the tag whose name begins at source[i]. It looks for the first attribute with the given lower-case
// name.
func skipTag(source []byte, i int, attribute string) (t scannedTag) {
	for i < len(source) && !isSpace(source[i]) && source[i] != '/' && source[i] != '>' {
		i++
	}
	for i < len(source) {
		c := source[i]
		if c == '>' {
			t.end = i + 1
			return t
		}
		if c == '/' || isSpace(c) {
			i++
			continue
		}
		key := i
		for i++; i < len(source) && !endsKey(source[i]); {
			i++
		}
		name := source[key:i]
		value := [2]int{i, i}
		for i < len(source) && isSpace(source[i]) {
			i++
		}
		if i < len(source) && source[i] == '=' {
			value, i = skipValue(source, i+1)
		}
		t.attributes++
		if attribute != "" && !t.found && equalLower(name, attribute) {
			t.value, t.found = value, true
		}
	}
	return scannedTag{end: endless}
}

// skipValue returns the range of an attribute's value and the offset after it. source[i:] begins after the '='.
func skipValue(source []byte, i int) (value [2]int, end int) {
	for i < len(source) && isSpace(source[i]) {
		i++
	}
	if i >= len(source) {
		return value, endless
	}
	if quote := source[i]; quote == '"' || quote == '\'' {
		n := bytes.IndexByte(source[i+1:], quote)
		if n < 0 {
			return value, endless
		}
		return [2]int{i + 1, i + 1 + n}, i + n + 2
	}
	start := i
	for i < len(source) && !isSpace(source[i]) && source[i] != '>' {
		i++
	}
	return [2]int{start, i}, i
}

func endsKey(c byte) bool { return c == '=' || c == '/' || c == '>' || isSpace(c) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

func equalLower(b []byte, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i := range b {
		if b[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}
