package cli

import (
	"bytes"
	"io"
	"os"
	"unicode/utf8"

	"golang.org/x/term"
)

// screenGuard is a terminal to which texts of others are written without anything that would control it. Lines are otherwise unchanged.
type screenGuard struct {
	terminal *os.File
	rest     []byte // the beginning of a character
}

// Guard returns a writer to w that makes control characters harmless if w is a terminal. If w is not a terminal, Guard returns w itself.
func Guard(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &screenGuard{terminal: f}
	}
	return w
}

// Write implements io.Writer: it makes control characters harmless if the writer is a terminal.
func (g *screenGuard) Write(b []byte) (int, error) {
	g.rest = append(g.rest, b...)
	whole := len(g.rest)
	for i := whole - 1; i >= max(0, whole-utf8.UTFMax); i-- {
		if utf8.RuneStart(g.rest[i]) {
			if !utf8.FullRune(g.rest[i:]) {
				whole = i
			}
			break
		}
	}
	text := bytes.ReplaceAll(g.rest[:whole], []byte("\r\n"), []byte("\n"))
	_, err := NewPlain(g.terminal).Write(text)
	g.rest = append(g.rest[:0], g.rest[whole:]...)
	return len(b), err
}

// FileOf returns the file to which w writes in the end, or nil if w does not write to a file.
func FileOf(w io.Writer) *os.File {
	switch w := w.(type) {
	case *os.File:
		return w
	case *screenGuard:
		return w.terminal
	case plain:
		return FileOf(w.w)
	}
	return nil
}

// IsTerminal reports whether a writer is a terminal.
func IsTerminal(w io.Writer) bool {
	f := FileOf(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}
