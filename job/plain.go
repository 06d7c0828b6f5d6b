package job

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/letters"
)

// PlainText returns the text of s, which may be HTML, HTML escaped once or twice, or plain text. Blocks, list items and line breaks end in
// a newline. Other white space becomes one space, and there are no empty lines.
func PlainText(s string) string {
	for range 2 {
		if hasTag(s) || !strings.Contains(s, "&lt;") && !strings.Contains(s, "&#60;") && !strings.Contains(s, "&amp;lt;") {
			break
		}
		s = html.UnescapeString(s)
	}
	if !hasTag(s) {
		for range 2 {
			s = html.UnescapeString(s)
		}
		var w TextWriter
		w.keepLines = true
		w.Text(s)
		return w.String()
	}
	return withoutTags(s)
}

// withoutTags returns the text of HTML. Newlines in it count if it has no block elements.
func withoutTags(s string) string {
	w := tagRemover{TextWriter: TextWriter{keepLines: !hasBlock(s)}}
	w.b.Grow(len(s))
	if !eachPlainToken(s, w.token) {
		w.TextWriter, w.skip = TextWriter{keepLines: w.keepLines}, 0
		eachToken(s, w.token)
	}
	return w.String()
}

// tagRemover writes the text of tokens of HTML.
type tagRemover struct {
	TextWriter
	skip atom.Atom // the element whose text is left out
}

// token adds a token: a text, whose tag is 0, or the start or end of an element.
func (w *tagRemover) token(kind html.TokenType, tag atom.Atom, text string) {
	if kind == html.TextToken {
		if w.skip == 0 {
			w.Text(html.UnescapeString(text))
		}
		return
	}
	if IsBlock(tag) {
		w.Break()
	}
	if tag == atom.Script || tag == atom.Style {
		w.skip = 0
		if kind == html.StartTagToken {
			w.skip = tag
		}
	}
}

// eachToken calls use with the texts and tags of HTML.
func eachToken(s string, use func(kind html.TokenType, tag atom.Atom, text string)) {
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return
		case html.TextToken:
			use(kind, 0, string(z.Text()))
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			use(kind, atom.Lookup(name), "")
		}
	}
}

// IsBlock reports whether an element begins and ends a line of text, as a paragraph does.
func IsBlock(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Br, atom.Li, atom.Ul, atom.Ol, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Tr, atom.Table, atom.Dd, atom.Dt,
		atom.Dl, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Aside, atom.Main, atom.Nav, atom.Blockquote, atom.Pre, atom.Hr, atom.Form, atom.Fieldset,
		atom.Figure, atom.Figcaption, atom.Address, atom.Details, atom.Summary, atom.Td, atom.Th, atom.Caption:
		return true
	}
	return false
}

// hasTag reports whether s contains something like a tag: "<", at most one "/", a letter, and a ">" soon after.
func hasTag(s string) bool {
	for i := strings.IndexByte(s, '<'); i >= 0; {
		rest := strings.TrimPrefix(s[i+1:], "/")
		if rest != "" && (rest[0]|0x20) >= 'a' && (rest[0]|0x20) <= 'z' && strings.IndexByte(letters.Cut(rest, 2000), '>') > 0 {
			return true
		}
		next := strings.IndexByte(s[i+1:], '<')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// hasBlock reports whether HTML contains one of the most frequent block elements.
func hasBlock(s string) bool {
	for i := 0; i+2 < len(s); i++ {
		if s[i] != '<' {
			continue
		}
		switch a, b := s[i+1]|0x20, s[i+2]|0x20; {
		case a == 'p' && (b == '>' || b == ' '), a == 'b' && b == 'r', a == 'l' && b == 'i', a == 'd' && b == 'i', a == 'h' && '1' <= b && b <= '6', a == 't' && b == 'r':
			return true
		}
	}
	return false
}

// TextWriter joins pieces of text to plain text with collapsed white space and without empty lines. The zero value is ready for use.
type TextWriter struct {
	b         strings.Builder
	space     bool // a space is due before the next word
	line      bool // a newline is due
	keepLines bool // newlines in pieces end lines
}

// Text adds a piece of text to the end of the TextWriter's text.
func (w *TextWriter) Text(s string) {
	for len(s) > 0 {
		if n := signsOfASCII(s); n > 0 {
			w.separate()
			w.b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch {
		case r == '\n' && w.keepLines:
			w.Break()
		case r == ' ' || r == 0 || unicode.IsSpace(r):
			w.space = true
		case r == '\u200b' || r == '\ufeff' || r == '\u00ad':
		default:
			w.separate()
			w.b.WriteRune(r)
		}
	}
}

// signsOfASCII returns how many bytes of ASCII begin a text that are neither control characters nor white space, except for single spaces
// between them.
func signsOfASCII(s string) (n int) {
	for n < len(s) && (isSign(s[n]) || s[n] == ' ' && n > 0 && n+1 < len(s) && isSign(s[n+1])) {
		n++
	}
	return n
}

func isSign(c byte) bool { return c > ' ' && c < utf8.RuneSelf }

// separate writes the newline or space that is due.
func (w *TextWriter) separate() {
	if w.b.Len() > 0 {
		if w.line {
			w.b.WriteByte('\n')
		} else if w.space {
			w.b.WriteByte(' ')
		}
	}
	w.line, w.space = false, false
}

// Break ends the current line of the TextWriter's text.
func (w *TextWriter) Break() { w.line = true }

// String returns the text, without a newline at its end.
func (w *TextWriter) String() string { return w.b.String() }
