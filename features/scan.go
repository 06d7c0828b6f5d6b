package features

import "bytes"

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
// tag, which is too early.
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
			end, _ := skipTag(source, i+1)
			return min(end, len(source))
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

// skipTag passes over the tag whose name begins at source[i]. It returns the offset after its '>', or endless, and the number of its
// attributes.
func skipTag(source []byte, i int) (end, attributes int) {
	for i < len(source) && !isSpace(source[i]) && source[i] != '/' && source[i] != '>' {
		i++
	}
	for i < len(source) {
		c := source[i]
		if c == '>' {
			return i + 1, attributes
		}
		if c == '/' || isSpace(c) {
			i++
			continue
		}
		for i++; i < len(source) && !endsKey(source[i]); {
			i++
		}
		for i < len(source) && isSpace(source[i]) {
			i++
		}
		if i < len(source) && source[i] == '=' {
			i = skipValue(source, i+1)
		}
		attributes++
	}
	return endless, attributes
}

// skipValue returns the offset after an attribute's value. source[i:] begins after the '='.
func skipValue(source []byte, i int) int {
	for i < len(source) && isSpace(source[i]) {
		i++
	}
	if i >= len(source) {
		return endless
	}
	if quote := source[i]; quote == '"' || quote == '\'' {
		n := bytes.IndexByte(source[i+1:], quote)
		if n < 0 {
			return endless
		}
		return i + n + 2
	}
	for i < len(source) && !isSpace(source[i]) && source[i] != '>' {
		i++
	}
	return i
}

func endsKey(c byte) bool { return c == '=' || c == '/' || c == '>' || isSpace(c) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }
