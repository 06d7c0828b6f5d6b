package outline

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// tokenKind says what a token is.
type tokenKind uint8

const (
	endOfSource tokenKind = iota
	textToken
	startTag
	endTag
	commentToken
	doctypeToken
)

// token is a piece of the source. Its strings are ranges of the source.
type token struct {
	kind        tokenKind
	name        atom.Atom // of a tag; 0 if it is not a known name
	from, to    uint32    // the text, the name of a tag, or what follows <!DOCTYPE
	attrs       [2]uint32 // range of the attributes in Tree.attrs
	selfClosing bool
	raw         bool // the text has no character references
	line        int32
}

// attr is an attribute as in the source.
type attr struct{ keyFrom, keyTo, from, to uint32 }

// tokens cuts a source into tokens, as the standard says
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization). Where golang.org/x/net/html differs from the standard, it
// follows that package, since the trees of both have to be the same.
type tokens struct {
	source  []byte
	at      int    // the next byte
	rawName string // the element whose raw text is next
	cdata   bool   // CDATA sections are allowed
	attrs   []attr
	kept    int             // attributes that are in the tree; those after them are of the last token
	names   map[string]bool // of the last token's attributes, if they are many

	newline byte
	line    int32 // of the last link's tag
	counted int   // bytes whose lines are counted in line

	token token
}

func (z *tokens) reset(source []byte) {
	newline := byte('\n')
	if bytes.IndexByte(source, '\n') < 0 {
		newline = '\r'
	}
	*z = tokens{source: source, attrs: z.attrs[:0], newline: newline, line: 1}
}

// next reads the next token.
func (z *tokens) next() {
	if z.rawName != "" && z.readRaw() {
		return
	}
	source, start := z.source, z.at
	for i := start; ; {
		n := bytes.IndexByte(source[i:], '<')
		if n < 0 || i+n+1 >= len(source) {
			z.text(start, len(source), false)
			return
		}
		i += n
		c := source[i+1]
		if !isLetter(c) && c != '/' && c != '!' && c != '?' {
			i++
			continue
		}
		if i > start {
			z.text(start, i, false)
			return
		}
		z.markup(i, c)
		return
	}
}

// text makes a text token, or the last token if there is no more text.
func (z *tokens) text(from, to int, raw bool) {
	z.at = to
	z.token = token{kind: textToken, from: uint32(from), to: uint32(to), raw: raw}
	if from == to {
		z.token.kind = endOfSource
	}
}

// markup reads the tag, comment or declaration that begins at source[i] with '<' and c.
func (z *tokens) markup(i int, c byte) {
	source := z.source
	switch c {
	case '/':
		switch {
		case i+2 == len(source):
			z.text(i, len(source), false)
		case source[i+2] == '>':
			z.comment(i + 3)
		case isLetter(source[i+2]):
			z.readTag(i+2, endTag)
		default:
			z.comment(afterAngle(source, i+2))
		}
	case '!':
		z.declaration(i + 2)
	case '?':
		z.comment(afterAngle(source, i+1))
	default:
		z.readTag(i+1, startTag)
	}
}

func (z *tokens) comment(end int) {
	z.at = end
	z.token = token{kind: commentToken}
}

// declaration reads a declaration or comment, whose "<!" ends before source[i].
func (z *tokens) declaration(i int) {
	source := z.source
	rest := source[i:]
	switch {
	case len(rest) < 2:
		z.comment(len(source))
	case rest[0] == '-' && rest[1] == '-':
		z.comment(afterComment(source, i+2))
	case len(rest) >= 7 && equalLower(rest[:7], "doctype"):
		from := i + 7
		for from < len(source) && isSpace(source[from]) {
			from++
		}
		to := len(source)
		z.at = to
		if n := bytes.IndexByte(source[from:], '>'); n >= 0 {
			to = from + n
			z.at = to + 1
		}
		z.token = token{kind: doctypeToken, from: uint32(from), to: uint32(to)}
	case z.cdata && bytes.HasPrefix(rest, []byte("[CDATA[")):
		z.section(i + 7)
	default:
		z.comment(afterAngle(source, i))
	}
}

// section reads a CDATA section whose text begins at source[i].
func (z *tokens) section(i int) {
	to, end := len(z.source), len(z.source)
	if n := bytes.Index(z.source[i:], []byte("]]>")); n >= 0 {
		to, end = i+n, i+n+3
	}
	z.token = token{kind: textToken, from: uint32(i), to: uint32(to)}
	z.at = end
}

// readTag reads a tag whose name begins at source[i]. If the source ends within the tag, the tag is dropped.
func (z *tokens) readTag(i int, kind tokenKind) {
	source := z.source
	start := i
	for i < len(source) && !isSpace(source[i]) && source[i] != '/' && source[i] != '>' {
		i++
	}
	z.attrs = z.attrs[:z.kept]
	t := token{kind: kind, from: uint32(start), to: uint32(i), name: nameAtom(source[start:i])}
	i = z.readAttributes(skipSpace(source, i), kind == startTag)
	if i < 0 {
		z.text(len(source), len(source), false)
		return
	}
	z.at = i
	t.attrs = [2]uint32{uint32(z.kept), uint32(len(z.attrs))}
	if kind == startTag {
		if source[i-2] == '/' {
			t.selfClosing = len(z.attrs) == z.kept || uint32(i-2)+1 != z.attrs[len(z.attrs)-1].to
		}
		z.rawName = rawText(t.name)
		if hasLine(t.name) {
			z.line += int32(bytes.Count(source[z.counted:start], []byte{z.newline}))
			z.counted = start
		}
		t.line = z.line
	}
	z.token = t
}

// hasLine reports whether the line of a tag is recorded, which is so for elements that may be links.
func hasLine(name atom.Atom) bool {
	switch name {
	case atom.A, atom.Area, atom.Embed, atom.Frame, atom.Iframe, atom.Link, atom.Meta, atom.Noscript, atom.Object, atom.Svg:
		return true
	}
	return false
}

// readAttributes reads the attributes of a tag and returns the offset after its '>', or -1 if the source ends before. Of
// attributes with the same name the first counts.
func (z *tokens) readAttributes(i int, keep bool) int {
	source := z.source
	for i < len(source) {
		if source[i] == '>' {
			return i + 1
		}
		key := i
		for i < len(source) && (!endsKey(source[i]) || source[i] == '=' && i == key) {
			i++
		}
		a := attr{uint32(key), uint32(i), uint32(i), uint32(i)}
		i = skipSpace(source, i)
		if i >= len(source) {
			break
		}
		switch source[i] {
		case '/':
			i++
		case '=':
			a.from, a.to, i = readValue(source, skipSpace(source, i+1), a.to)
		}
		if keep && a.keyFrom != a.keyTo && !z.repeats(a) {
			z.attrs = append(z.attrs, a)
		}
		i = skipSpace(source, i)
	}
	return -1
}

// readValue returns the range of an attribute's value and the offset after it. The range of an empty value is at empty.
func readValue(source []byte, i int, empty uint32) (from, to uint32, end int) {
	if i >= len(source) {
		return empty, empty, i
	}
	switch quote := source[i]; quote {
	case '>':
		return empty, empty, i
	case '"', '\'':
		n := bytes.IndexByte(source[i+1:], quote)
		if n < 0 {
			return empty, empty, len(source)
		}
		return uint32(i + 1), uint32(i + 1 + n), i + n + 2
	}
	start := i
	for i < len(source) && !isSpace(source[i]) && source[i] != '>' {
		i++
	}
	return uint32(start), uint32(i), i
}

// manyAttributes is the number of attributes from which on looking a name up in a set is quicker than comparing all names.
const manyAttributes = 40

// repeats reports whether the tag has an attribute of that name already.
func (z *tokens) repeats(a attr) bool {
	if n := len(z.attrs) - z.kept; n >= manyAttributes {
		if n == manyAttributes {
			z.names = map[string]bool{}
			for _, b := range z.attrs[z.kept:] {
				z.names[z.lowerKey(b)] = true
			}
		}
		key := z.lowerKey(a)
		known := z.names[key]
		z.names[key] = true
		return known
	}
	for _, b := range z.attrs[z.kept:] {
		if b.keyTo-b.keyFrom == a.keyTo-a.keyFrom && equalFold(z.source[b.keyFrom:b.keyTo], z.source[a.keyFrom:a.keyTo]) {
			return true
		}
	}
	return false
}

// lowerKey returns the name of an attribute with its ASCII letters in lower case.
func (z *tokens) lowerKey(a attr) string {
	key := bytes.Clone(z.source[a.keyFrom:a.keyTo])
	for i, c := range key {
		if 'A' <= c && c <= 'Z' {
			key[i] = c + 'a' - 'A'
		}
	}
	return string(key)
}

// nameAtom returns the atom of a tag's name, or 0.
func nameAtom(name []byte) atom.Atom {
	var lower [24]byte // longer than any atom of an element
	if len(name) > len(lower) {
		return 0
	}
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	return atom.Lookup(lower[:len(name)])
}

func skipSpace(source []byte, i int) int {
	for i < len(source) && isSpace(source[i]) {
		i++
	}
	return i
}

func endsKey(c byte) bool { return c == '=' || c == '/' || c == '>' || isSpace(c) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// equalLower reports whether b equals lower, a lower-case word, if the case of ASCII letters is ignored.
func equalLower(b []byte, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// equalFold reports whether two words of the same length are equal apart from the case of ASCII letters.
func equalFold(a, b []byte) bool {
	for i, c := range a {
		d := b[i]
		if c != d && (c|0x20 != d|0x20 || !isLetter(c)) {
			return false
		}
	}
	return true
}
