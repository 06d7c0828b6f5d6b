package features

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// flattener rewrites a page that is too deep or too large for the parser. It keeps texts, links, images and the elements of
// the head. Block elements become line breaks, and all other tags go.
type flattener struct {
	source  []byte
	out     bytes.Buffer
	left    int  // bytes that tags may still take in the tree
	breaks  int  // how many of them line breaks must leave
	rooted  bool // an html tag is written
	dropped int  // links left out, as they would have taken more than left
}

// flatten returns the flattened page and the number of links left out. The tree of the page takes at most limit bytes.
func flatten(source []byte, limit int) (flat []byte, dropped int) {
	f := flattener{source: source, left: limit - textBytes*len(source)}
	f.breaks = f.left / 2
	for i := 0; i < len(source); {
		text := bytes.IndexByte(source[i:], '<')
		if text < 0 {
			text = len(source) - i
		}
		f.out.Write(source[i : i+text])
		if i += text; i < len(source) {
			i = min(f.markup(i), len(source))
		}
	}
	return f.out.Bytes(), f.dropped
}

// markup writes what it keeps of the markup that begins with the '<' at start, and returns the markup's end.
func (f *flattener) markup(start int) (end int) {
	source, name := f.source, start+1
	if name < len(source) && source[name] == '/' {
		name++
	}
	switch {
	case name < len(source) && isLetter(source[name]):
	case name == len(source) || source[name] != '!' && source[name] != '?' && source[name-1] != '/':
		f.out.WriteByte('<')
		return start + 1
	default:
		return skipMarkup(source, start+1)
	}
	end, attributes := skipTag(source, name)
	if end == endless {
		return end
	}
	return f.tag(start, name, end, attributes)
}

// tag writes what it keeps of a tag and of the raw text after it, and returns the end of both.
func (f *flattener) tag(start, name, tagEnd, attributes int) (end int) {
	opens, raw := name == start+1, ""
	if opens {
		raw = rawText(f.source[name:])
	}
	tag := tagAtom(f.source[name:tagEnd])
	k := roleOf(tag)
	switch {
	case k&(isLink|isHead|isImage) != 0 && opens:
		f.keep(f.source[start:tagEnd], tag, attributes)
	case tag == atom.A || tag == atom.Title:
		f.out.Write(f.source[start:tagEnd])
	case k&(isBlock|isBreak) == 0:
	case f.reserve(2*nodeBytes+noteBytes, f.breaks):
		f.out.WriteString("<br>")
	default:
		f.out.WriteByte(' ')
	}
	if raw == "" || k&isSkipped == 0 {
		return tagEnd
	}
	end = skipRaw(f.source, tagEnd, raw)
	if tag == atom.Title {
		f.out.Write(f.source[tagEnd:end])
	}
	return end
}

// keep writes the start tag of a link, of an image or of an element of the head, if there is room for it.
func (f *flattener) keep(raw []byte, tag atom.Atom, attributes int) {
	takes := 3*nodeBytes + noteBytes + (2*attributeBytes+valueBytes)*attributes + 2*len(raw) // with its text and the text after it
	if len(raw) > pieceBytes {
		takes += tagBytes * attributes
	}
	switch {
	case !f.reserve(takes, 0):
		if roleOf(tag)&isLink != 0 {
			f.dropped++
		}
		return
	case tag == atom.Html && f.rooted:
		return
	}
	f.rooted = f.rooted || tag == atom.Html
	f.out.Write(raw)
	if tag == atom.Iframe {
		f.out.WriteString("</iframe>")
	}
}

// reserve takes n bytes of the room left, unless fewer than leave bytes would remain. It reports whether it took them.
func (f *flattener) reserve(n, leave int) bool {
	if f.left-n < leave {
		return false
	}
	f.left -= n
	return true
}

// tagAtom returns the name of the tag at the beginning of source.
func tagAtom(source []byte) atom.Atom {
	end := bytes.IndexFunc(source, func(r rune) bool { return r == '/' || r == '>' || r <= ' ' })
	return atom.Lookup(bytes.ToLower(source[:max(0, end)]))
}
