package features

import (
	"bytes"

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

// lineFinder gives the source line of the DOM's link elements. The parser keeps no positions, so the start tags are
// scanned beside it and then met again in document order. Where the parser has moved, doubled or dropped elements,
// the href tells which is which.
type lineFinder struct {
	source []byte
	tags   []startTag
	next   int   // the tag expected
	unused int   // no tag before it is unused
	line   int32 // the last line given
}

// reach is how many tags are looked at when the expected one does not fit.
const reach = 256

// reset scans a new page's source.
func (f *lineFinder) reset(source []byte) {
	*f = lineFinder{source: source, tags: scanTags(f.tags[:0], source), line: 1}
}

// find gives the line of the start tag of an element whose link attribute has the given value.
func (f *lineFinder) find(tag atom.Atom, value string) int32 {
	if f.fits(f.next, tag, value) {
		return f.take(f.next)
	}
	for i := max(f.unused, f.next-reach); i < f.next; i++ { // passed over before: moved backwards by the parser
		if !f.tags[i].used && f.fits(i, tag, value) {
			return f.take(i)
		}
	}
	for i := f.next + 1; i < min(f.next+reach, len(f.tags)); i++ {
		if f.fits(i, tag, value) {
			return f.take(i)
		}
	}
	for i := f.next - 1; i >= max(0, f.next-reach); i-- { // doubled by the parser
		if f.fits(i, tag, value) {
			return f.tags[i].line
		}
	}
	return f.line
}

// take uses a tag.
func (f *lineFinder) take(i int) int32 {
	f.tags[i].used = true
	f.next = max(f.next, i+1)
	for f.unused < f.next && f.tags[f.unused].used {
		f.unused++
	}
	f.line = f.tags[i].line
	return f.line
}

func (f *lineFinder) fits(i int, tag atom.Atom, value string) bool {
	if i >= len(f.tags) || f.tags[i].tag != tag {
		return false
	}
	raw := f.source[f.tags[i].start:f.tags[i].end]
	if string(raw) == value {
		return true
	}
	return bytes.ContainsAny(raw, "&\r\x00") && decoded(raw) == decoded([]byte(value))
}

// decoded gives an attribute's value as the parser would, but for the few named references that it reads
// differently in attributes; decoding both sides makes those fit too.
func decoded(raw []byte) string {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	raw = bytes.ReplaceAll(raw, []byte("\x00"), []byte("\ufffd"))
	return html.UnescapeString(string(raw))
}

// countLines gives the number of lines of a source, and the byte that ends them: old files use carriage returns.
func countLines(source []byte) (lines int, end byte) {
	if n := bytes.Count(source, []byte{'\n'}); n > 0 {
		return n + 1, '\n'
	}
	return bytes.Count(source, []byte{'\r'}) + 1, '\r'
}
