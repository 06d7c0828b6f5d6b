package cli

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain writes text that may come from pages. It replaces characters that control a terminal, or the direction of text,
// by U+FFFD. Each Write must have whole characters.
type plain struct{ w io.Writer }

// NewPlain returns a writer that makes control characters harmless, so that text from web pages cannot control the terminal. Each Write
// must contain complete characters.
func NewPlain(w io.Writer) io.Writer { return plain{w} }

// Write implements io.Writer: it writes b with control characters made harmless.
func (p plain) Write(b []byte) (int, error) {
	if utf8.Valid(b) && !bytes.ContainsFunc(b, steers) {
		return p.w.Write(b)
	}
	_, err := io.WriteString(p.w, Printable(string(b)))
	return len(b), err
}

// Printable returns a text in which each character that controls a terminal or the direction of text is replaced by U+FFFD.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

func steers(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
