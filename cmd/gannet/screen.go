package main

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

// refuseBinary returns an error if data of a binary format would be written to a terminal.
func refuseBinary(stdout io.Writer, out, format string) error {
	if binary := format == "warc" || format == "parquet"; binary && out == "" && isTerminal(stdout) {
		return usagef("--format %s would disturb a terminal: give -o FILE, or redirect the output", format)
	}
	return nil
}

// leastColumns is the least width that text is fitted to.
const leastColumns = 20

// columns returns how many letters a line of a terminal has, 0 for what is no terminal. The environment's COLUMNS comes
// first.
func columns(w io.Writer) int {
	switch w := w.(type) {
	case sized:
		return w.columns
	case plain:
		return columns(w.w)
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, leastColumns)
	}
	if f := fileOf(w); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return max(n, leastColumns)
		}
	}
	return 0
}

// sized is a writer whose lines have a width; 0 is any.
type sized struct {
	io.Writer
	columns int
}

// prose returns a writer for text of several paragraphs. It wraps lines at the width of the terminal below.
func prose(w io.Writer) io.Writer {
	if n := columns(w); n > 0 {
		return lineWrapper{w, n}
	}
	return w
}

// lineWrapper wraps lines. Each Write must have whole lines.
type lineWrapper struct {
	w       io.Writer
	columns int
}

// Write implements io.Writer.
func (l lineWrapper) Write(b []byte) (int, error) {
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		lines[i] = wrapCell(line, l.columns)
	}
	_, err := io.WriteString(l.w, strings.Join(lines, "\n"))
	return len(b), err
}

// fitted returns a writer for a table. It cuts lines that are longer than those of the terminal below.
func fitted(w io.Writer) io.Writer {
	if n := columns(w); n > 0 {
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

// Write implements io.Writer.
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
	wide := runeWidth(r)
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

// cutLine returns the beginning of a line that fits into some columns; 0 is any number.
func cutLine(line string, columns int) string {
	if columns == 0 {
		return line
	}
	var out bytes.Buffer
	c := lineCutter{w: &out, columns: columns}
	_, _ = io.WriteString(&c, line+"\n")
	return strings.TrimSuffix(out.String(), "\n")
}

// runeWidth returns how many columns a character takes: none for marks that stand on the letter before, two for most East
// Asian letters.
func runeWidth(r rune) int {
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
		n += runeWidth(r)
	}
	return n
}
