package cli

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
	"golang.org/x/text/width"
)

// ClearLine is the control sequence that clears the current line of a terminal.
const ClearLine = "\r\x1b[K"

// leastColumns is the least width to which text is fitted.
const leastColumns = 20

// Columns returns the width of a terminal in columns, or 0 if w is not a terminal. The environment variable COLUMNS overrides it.
func Columns(w io.Writer) int {
	switch w := w.(type) {
	case sized:
		return w.columns
	case plain:
		return Columns(w.w)
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, leastColumns)
	}
	if f := FileOf(w); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return max(n, leastColumns)
		}
	}
	return 0
}

// sized is a writer whose lines have a width.
type sized struct {
	io.Writer
	columns int
}

// WithColumns returns a writer to w for which Columns returns the given width. 0 means an unlimited width.
func WithColumns(w io.Writer, columns int) io.Writer { return sized{w, columns} }

// Prose returns a writer that wraps paragraphs of text at the width of the terminal w.
func Prose(w io.Writer) io.Writer {
	if n := Columns(w); n > 0 {
		return lineWrapper{w, n}
	}
	return w
}

// lineWrapper wraps lines. Each Write must have whole lines.
type lineWrapper struct {
	w       io.Writer
	columns int
}

// Write implements io.Writer: it writes text that is wrapped at the width of the terminal.
func (l lineWrapper) Write(b []byte) (int, error) {
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		lines[i] = WrapCell(line, l.columns)
	}
	_, err := io.WriteString(l.w, strings.Join(lines, "\n"))
	return len(b), err
}

// Fitted returns a writer for a table, which cuts lines at the width of the terminal w.
func Fitted(w io.Writer) io.Writer {
	if n := Columns(w); n > 0 {
		return &lineCutter{w: w, columns: n}
	}
	return w
}

// lineCutter cuts lines at a width. It marks the cut with an ellipsis.
type lineCutter struct {
	w       io.Writer
	columns int
	used    int    // columns of the line so far
	last    string // the character in the last column, which is written if the line ends there
	rest    []byte // the beginning of a character
}

// Write implements io.Writer: it writes lines that are cut at the width of the terminal.
func (c *lineCutter) Write(b []byte) (int, error) {
	var out bytes.Buffer
	c.rest = append(c.rest, b...)
	for utf8.FullRune(c.rest) {
		r, size := utf8.DecodeRune(c.rest)
		c.rest = c.rest[size:]
		c.addRune(&out, r)
	}
	_, err := c.w.Write(out.Bytes())
	return len(b), err
}

func (c *lineCutter) addRune(out *bytes.Buffer, r rune) {
	if r == '\n' {
		out.WriteString(c.last + "\n")
		c.used, c.last = 0, ""
		return
	}
	wide := RuneWidth(r)
	switch after := c.used + wide; {
	case c.used > c.columns: // cut already
	case after < c.columns:
		out.WriteRune(r)
		c.used = after
	case after == c.columns:
		c.last, c.used = string(r), after
	default:
		out.WriteString("…")
		c.last, c.used = "", c.columns+1
	}
}

// CutLine returns as much of the beginning of a line as fits into a number of columns. If columns is 0, it returns the whole line.
func CutLine(line string, columns int) string {
	if columns == 0 {
		return line
	}
	var out bytes.Buffer
	c := lineCutter{w: &out, columns: columns}
	_, _ = io.WriteString(&c, line+"\n")
	return strings.TrimSuffix(out.String(), "\n")
}

// RuneWidth returns how many columns of a terminal a character takes: 0 for marks that combine with the letter before, 2 for most East
// Asian letters, otherwise 1.
func RuneWidth(r rune) int {
	if r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

// textWidth returns how many columns a text takes.
func textWidth(s string) (n int) {
	for _, r := range s {
		n += RuneWidth(r)
	}
	return n
}
