package outline

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// rawText returns the name of an element if its content is raw text without tags, else "".
func rawText(name atom.Atom) string {
	switch name {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style, atom.Textarea, atom.Title,
		atom.Xmp:
		return name.String()
	}
	return ""
}

// readRaw reads raw text up to its end tag. It returns false if there is none.
func (z *tokens) readRaw() bool {
	name, end := z.rawName, 0
	z.rawName = ""
	switch name {
	case "plaintext":
		end = len(z.source)
	case "script":
		end = z.scriptEnd(z.at)
	default:
		end = z.rawEnd(z.at, name)
	}
	if end == z.at {
		return false
	}
	z.text(z.at, end, name != "textarea" && name != "title")
	return true
}

// rawEnd returns the offset of the end tag of that name, or the end of the source.
func (z *tokens) rawEnd(i int, name string) int {
	for {
		n := bytes.Index(z.source[i:], []byte("</"))
		if n < 0 {
			return len(z.source)
		}
		i += n
		if z.endsRaw(i+2, name) {
			return i
		}
		i += 2
	}
}

// endsRaw reports whether source[i:] begins with a name and a byte that ends it.
func (z *tokens) endsRaw(i int, name string) bool {
	end := i + len(name)
	return end < len(z.source) && equalLower(z.source[i:end], name) && endsName(z.source[end])
}

func endsName(c byte) bool { return isSpace(c) || c == '/' || c == '>' }

// States of a script's text. A comment in it may hide an end tag.
const (
	scriptData = iota
	scriptEscaped
	scriptDoubleEscaped
)

// scriptEnd returns the offset of a script's end tag, or the end of the source.
func (z *tokens) scriptEnd(i int) int {
	source := z.source
	state, dashes := scriptData, 0
	for i < len(source) {
		if state == scriptData {
			n := bytes.IndexByte(source[i:], '<')
			if n < 0 {
				break
			}
			i += n
		}
		c := source[i]
		i++
		switch {
		case c == '-' && state != scriptData:
			dashes++
			continue
		case c == '>' && dashes >= 2:
			state = scriptData
		case c != '<':
		case state == scriptData && z.endsRaw(i+1, "script") && source[i] == '/':
			return i - 1
		case state == scriptData && bytes.HasPrefix(source[i:], []byte("!--")):
			i += 3
			state, dashes = scriptEscaped, 2
			continue
		case state == scriptData:
		default:
			end := z.escapedLess(i, &state)
			if end == i-1 {
				return end
			}
			i = end
		}
		dashes = 0
	}
	return len(source)
}

// escapedLess reads what follows a '<' at source[i-1] in a comment of a script. It returns i-1 if the end tag begins there.
func (z *tokens) escapedLess(i int, state *int) int {
	source := z.source
	if i >= len(source) {
		return len(source)
	}
	slash := source[i] == '/'
	switch {
	case *state == scriptDoubleEscaped:
		if slash && z.endsRaw(i+1, "script") {
			*state = scriptEscaped
			return i + len("/script>")
		}
	case slash:
		if z.endsRaw(i+1, "script") {
			return i - 1
		}
	case isLetter(source[i]):
		if z.endsRaw(i, "script") {
			*state = scriptDoubleEscaped
			return i + len("script>")
		}
	default:
		*state = scriptData // as golang.org/x/net/html does
	}
	return i
}

// afterAngle returns the offset after the next '>'.
func afterAngle(source []byte, i int) int {
	if n := bytes.IndexByte(source[i:], '>'); n >= 0 {
		return i + n + 1
	}
	return len(source)
}

// afterComment returns the end of a comment. source[i:] begins after its "<!--".
func afterComment(source []byte, i int) int {
	begin := i
	for {
		n := bytes.IndexByte(source[i:], '>')
		if n < 0 {
			return len(source)
		}
		i += n + 1
		body := source[begin : i-1]
		if len(body) == 0 || string(body) == "-" || bytes.HasSuffix(body, []byte("--")) || bytes.HasSuffix(body, []byte("--!")) {
			return i
		}
	}
}
