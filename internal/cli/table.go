package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// Table aligns cells in columns. Each cell ends with a tab, and the last cell of a line ends with the line. Like text/tabwriter it writes at
// Flush. In addition it knows the width of characters, and wraps cells so that lines fit the terminal.
type Table struct {
	w     io.Writer
	right bool // align cells at their right ends
	text  bytes.Buffer
}

// NewTable returns a Table of texts, which are aligned at the left. The texts may come from web pages.
func NewTable(w io.Writer) *Table { return &Table{w: w} }

// NewFigures returns a Table of numbers, which are aligned at the right.
func NewFigures(w io.Writer) *Table { return &Table{w: w, right: true} }

// Write implements io.Writer: it adds text with cells to the table, which Flush writes.
func (t *Table) Write(b []byte) (int, error) { return t.text.Write(b) }

// Flush aligns the cells and writes the table.
func (t *Table) Flush() error {
	text := strings.TrimSuffix(Printable(t.text.String()), "\n")
	if t.text.Len() == 0 {
		return nil
	}
	t.text.Reset()
	var out bytes.Buffer
	var block [][]string
	end := func() {
		t.writeBlock(&out, block)
		block = nil
	}
	for _, line := range strings.Split(text, "\n") {
		if cells := strings.Split(line, "\t"); len(cells) > 1 {
			block = append(block, cells)
			continue
		}
		end()
		out.WriteString(WrapCell(line, Columns(t.w)) + "\n")
	}
	end()
	_, err := t.w.Write(out.Bytes())
	return err
}

// Least widths in a table that is wider than the terminal.
const (
	leastLast  = 24 // of the last cell of a line
	narrowLast = 10 // the same if nothing else helps
	// LeastCell is the smallest width to which a cell is wrapped, except in the first column, if a table is wider than the terminal.
	LeastCell = 6
)

// writeBlock writes lines whose cells stand below each other.
func (t *Table) writeBlock(out *bytes.Buffer, rows [][]string) {
	n := Columns(t.w)
	l := fitLayout(rows, n)
	for _, cells := range rows {
		start, last := 0, len(cells)-1
		wrapped := make([][]string, len(cells))
		for i, cell := range cells[:last] {
			wrapped[i] = strings.Split(breakWords(WrapCell(cell, l.widths[i]), l.widths[i]), "\n")
			start += l.widths[i] + l.gap
		}
		room := 0
		if n > 0 {
			room = max(n-start, LeastCell)
		}
		wrapped[last] = strings.Split(WrapCell(cells[last], room), "\n")
		t.writeRow(out, wrapped, l)
	}
}

// writeRow writes cells of one or more lines side by side.
func (t *Table) writeRow(out *bytes.Buffer, cells [][]string, l layout) {
	height := 1
	for _, c := range cells {
		height = max(height, len(c))
	}
	for y := range height {
		var line strings.Builder
		for x, c := range cells {
			text := ""
			if y < len(c) {
				text = c[y]
			}
			if x == len(cells)-1 {
				line.WriteString(text)
				break
			}
			fill := strings.Repeat(" ", max(0, l.widths[x]-textWidth(text)))
			if t.right {
				line.WriteString(strings.Repeat(" ", l.gap) + fill + text)
			} else {
				line.WriteString(text + fill + strings.Repeat(" ", l.gap))
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// layout has the widths of all columns but the last, and the gap after each.
type layout struct {
	widths []int
	gap    int
	last   int // least width of the last cell of a line
}

// fitLayout returns the layout of lines. It shrinks the widest columns until all lines fit into a width; 0 means any width. First it shrinks columns
// down to their longest words, then it reduces the gap, and then it breaks words.
func fitLayout(rows [][]string, width int) layout {
	l := layout{gap: 2, last: leastLast}
	var words []int // the longest of each column
	for _, cells := range rows {
		for i, cell := range cells[:len(cells)-1] {
			if i == len(l.widths) {
				l.widths, words = append(l.widths, 0), append(words, LeastCell)
			}
			l.widths[i] = max(l.widths[i], textWidth(cell))
			for _, word := range strings.Fields(cell) {
				words[i] = max(words[i], textWidth(word))
			}
		}
	}
	natural := slices.Clone(l.widths)
	if width > 0 && !l.shrink(rows, width, words) {
		l.widths = natural
		l.gap, l.last = 1, narrowLast
		_ = l.shrink(rows, width, words) || l.shrink(rows, width, slices.Repeat([]int{LeastCell}, len(words)))
	}
	return l
}

// shrink shrinks the widest columns, not below their least widths. It reports whether all lines fit.
func (l *layout) shrink(rows [][]string, width int, least []int) bool {
	for l.width(rows) > width {
		widest := -1
		for i, w := range l.widths {
			if w > least[i] && (widest < 0 || w > l.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		l.widths[widest]--
	}
	return true
}

// width returns the width of the longest line, if long last cells are wrapped.
func (l *layout) width(rows [][]string) (most int) {
	for _, cells := range rows {
		width := min(l.last, textWidth(cells[len(cells)-1]))
		for i := range cells[:len(cells)-1] {
			width += l.widths[i] + l.gap
		}
		most = max(most, width)
	}
	return most
}

// WrapCell wraps a text so that its lines have at most the given number of columns; 0 means unlimited. A longer word is not divided. All
// lines are indented like the first.
func WrapCell(text string, columns int) string {
	if columns == 0 || textWidth(text) <= columns {
		return text
	}
	indent := len(indented.FindString(text))
	return text[:indent] + wrapWords(strings.Fields(text), indent, indent, columns, "")
}

// breakWords breaks lines that are wider than a number of columns anywhere.
func breakWords(text string, columns int) string {
	var out strings.Builder
	used := 0
	for _, r := range text {
		wide := RuneWidth(r)
		if r == '\n' {
			used = -wide
		} else if used+wide > columns && used > 0 {
			out.WriteByte('\n')
			used = 0
		}
		out.WriteRune(r)
		used += wide
	}
	return out.String()
}
