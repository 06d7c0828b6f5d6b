package main

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

// Write implements io.Writer.
func (p plain) Write(b []byte) (int, error) {
	if utf8.Valid(b) && !bytes.ContainsFunc(b, steers) {
		return p.w.Write(b)
	}
	_, err := io.WriteString(p.w, printable(string(b)))
	return len(b), err
}

func printable(s string) string {
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
