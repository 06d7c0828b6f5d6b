package features

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// startTag is a start tag of the source that may hold a link.
type startTag struct {
	tag        atom.Atom
	line       int32
	start, end int32 // the raw value of its href, src or content
	used       bool
}

// lineFinder finds the source lines of the DOM's link elements. The parser keeps no positions, so lineFinder scans the start
// tags itself and matches them with the elements in document order. The parser may have moved, doubled or dropped elements,
// so tag and element must have the same link attribute.
type lineFinder struct {
	source []byte
	tags   []startTag // a, area, frame, iframe
	heads  []startTag // link, meta: many tags, few of which are looked up
	next   int        // the tag expected
	unused int        // all tags before it are used
	asked  int        // the next head tag to try
	line   int32      // the last result
}

// reach is the number of tags tried if the expected one does not match.
const reach = 256

// mostTags bounds the tags kept of a page: six times MaxLinks.
const mostTags = 1 << 16

// reset scans a new page's source.
func (f *lineFinder) reset(source []byte) {
	*f = lineFinder{source: source, tags: f.tags[:0], heads: f.heads[:0], line: 1}
	f.scan()
}

// findHead is find for link and meta.
func (f *lineFinder) findHead(tag atom.Atom, value string) int32 {
	for i := f.asked; i < min(f.asked+reach, len(f.heads)); i++ {
		if f.heads[i].fits(f.source, tag, value) {
			f.asked = i + 1
			return f.heads[i].line
		}
	}
	return f.line
}

// find returns the line of the start tag of an element whose link attribute has the given value.
func (f *lineFinder) find(tag atom.Atom, value string) int32 {
	if f.next < len(f.tags) && f.tags[f.next].fits(f.source, tag, value) {
		return f.useTag(f.next)
	}
	for i := max(f.unused, f.next-reach); i < f.next; i++ { // passed over before: the parser moved the element to a later position
		if !f.tags[i].used && f.tags[i].fits(f.source, tag, value) {
			return f.useTag(i)
		}
	}
	for i := f.next + 1; i < min(f.next+reach, len(f.tags)); i++ {
		if f.tags[i].fits(f.source, tag, value) {
			return f.useTag(i)
		}
	}
	for i := f.next - 1; i >= max(0, f.next-reach); i-- { // doubled by the parser
		if f.tags[i].fits(f.source, tag, value) {
			return f.tags[i].line
		}
	}
	return f.line
}

// useTag marks a tag as used and returns its line.
func (f *lineFinder) useTag(i int) int32 {
	f.tags[i].used = true
	f.next = max(f.next, i+1)
	for f.unused < f.next && f.tags[f.unused].used {
		f.unused++
	}
	f.line = f.tags[i].line
	return f.line
}

// fits reports whether a tag of the source has the given name and the given value of its link attribute.
func (t *startTag) fits(source []byte, tag atom.Atom, value string) bool {
	if t.tag != tag {
		return false
	}
	raw := source[t.start:t.end]
	return string(raw) == value || sameValue(raw, value)
}

// sameValue reports whether the parser turns the raw source of an attribute into value. The parser decodes character
// references and replaces line ends and NUL.
func sameValue(raw []byte, value string) bool {
	for len(raw) > 0 {
		c, width, plain := raw[0], 1, string(raw[:1])
		switch {
		case c == '&':
			width, plain = reference(raw)
			if !strings.HasPrefix(value, plain) { // no reference inside an attribute
				width, plain = 1, "&"
			}
		case c == '\r' && len(raw) > 1 && raw[1] == '\n':
			width, plain = 2, "\n"
		case c == '\r':
			plain = "\n"
		case c == 0:
			plain = "\ufffd"
		}
		if !strings.HasPrefix(value, plain) {
			return false
		}
		raw, value = raw[width:], value[len(plain):]
	}
	return value == ""
}

// reference decodes the character reference that raw begins with.
func reference(raw []byte) (width int, plain string) {
	const longest = 40 // the longest name has 33 letters
	end := 1
	for end < len(raw) && end < longest && (asciiLower[raw[end]] != 0 || raw[end] == '#') {
		end++
	}
	if end < len(raw) && raw[end] == ';' {
		end++
	}
	return end, html.UnescapeString(string(raw[:end]))
}

// countLines returns the number of lines of a source and the byte that ends them. Old files use carriage returns.
func countLines(source []byte) (lines int, end byte) {
	if n := bytes.Count(source, []byte{'\n'}); n > 0 {
		return n + 1, '\n'
	}
	return bytes.Count(source, []byte{'\r'}) + 1, '\r'
}
