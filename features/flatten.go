package features

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
)

// flattener rewrites a page that is too deep or too large for the parser. It keeps texts, links, images, scripts, which
// may hold data, and the elements of the head. Block elements become line breaks, and all other tags go.
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
		kept := f.tag(t)
		isText := kept && (t.Name == atom.Title || t.Name == atom.Script)
		skips = t.Start && !isText && roleOf(t.Name)&isSkipped != 0 && scanner.HasRawText()
		if !skips && !isText {
			scanner.ReadTags()
		}
	}
}

// tag writes what is kept of a tag. It reports whether it wrote the tag itself.
func (f *flattener) tag(t outline.Tag) bool {
	k := roleOf(t.Name)
	switch {
	case t.Start && (k&(isLink|isHead|isImage) != 0 || t.Name == atom.Script):
		return f.keep(f.source[t.From:t.To], t.Name, t.Attributes)
	case t.Name == atom.A || t.Name == atom.Title || t.Name == atom.Script:
		f.out.Write(f.source[t.From:t.To])
		return true
	case k&(isBlock|isBreak) == 0:
	case f.reserve(2*nodeBytes+noteBytes, f.breaks):
		f.out.WriteString("<br>")
	default:
		f.out.WriteByte(' ')
	}
	return false
}

// keep writes the start tag of a link, of an image, of a script or of an element of the head, if there is room for it.
func (f *flattener) keep(raw []byte, tag atom.Atom, attributes int) bool {
	takes := 3*nodeBytes + noteBytes + (2*attributeBytes+valueBytes)*attributes + 2*len(raw) // with its text and the text after it
	if len(raw) > pieceBytes {
		takes += tagBytes * attributes
	}
	switch {
	case !f.reserve(takes, 0):
		if roleOf(tag)&isLink != 0 {
			f.dropped++
		}
		return false
	case tag == atom.Html && f.rooted:
		return false
	}
	f.rooted = f.rooted || tag == atom.Html
	f.out.Write(raw)
	if tag == atom.Iframe || tag == atom.Object {
		f.out.WriteString("</" + tag.String() + ">")
	}
	return true
}

// reserve takes n bytes of the remaining room, unless fewer than leave bytes would be left. It reports whether it took them.
func (f *flattener) reserve(n, leave int) bool {
	if f.left-n < leave {
		return false
	}
	f.left -= n
	return true
}
