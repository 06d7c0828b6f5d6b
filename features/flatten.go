package features

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
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
	scanner := outline.NewScanner(source)
	skips := false // the text that comes next is not read
	for {
		t, ok := scanner.Next()
		if !ok {
			return f.out.Bytes(), f.dropped
		}
		if !t.Start && !t.End {
			if !skips {
				f.out.Write(source[t.From:t.To])
			}
			continue
		}
		f.tag(t)
		skips = t.Start && t.Name != atom.Title && roleOf(t.Name)&isSkipped != 0 && scanner.HasRawText()
		if !skips && t.Name != atom.Title {
			scanner.ReadTags()
		}
	}
}

// tag writes what it keeps of a tag.
func (f *flattener) tag(t outline.Tag) {
	k := roleOf(t.Name)
	switch {
	case k&(isLink|isHead|isImage) != 0 && t.Start:
		f.keep(f.source[t.From:t.To], t.Name, t.Attributes)
	case t.Name == atom.A || t.Name == atom.Title:
		f.out.Write(f.source[t.From:t.To])
	case k&(isBlock|isBreak) == 0:
	case f.reserve(2*nodeBytes+noteBytes, f.breaks):
		f.out.WriteString("<br>")
	default:
		f.out.WriteByte(' ')
	}
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
	if tag == atom.Iframe || tag == atom.Object {
		f.out.WriteString("</" + tag.String() + ">")
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
