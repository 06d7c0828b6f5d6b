package pdftext

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// head is the beginning of every page that was made from a PDF.
const head = `<!DOCTYPE html><meta charset=utf-8><meta name=generator content="gannet, of a PDF"><body>` + "\n"

// IsMade reports whether an HTML page was made from a PDF by this package.
func IsMade(page []byte) bool { return bytes.HasPrefix(page, []byte(head)) }

// write writes pages as HTML. Lines of larger letters become headings. A line that reaches the right margin is continued in the next line.
func write(pages []page) []byte {
	w := writer{measure: measureOf(pages)}
	w.WriteString(head)
	for _, p := range pages {
		fmt.Fprintf(&w, "<section id=\"page=%d\">\n", p.number)
		w.page(p.lines)
		w.WriteString("</section>\n")
	}
	w.WriteString("</body>\n")
	return w.Bytes()
}

type writer struct {
	bytes.Buffer
	measure
	titled bool // the file's heading is written
	open   bool // a paragraph is
}

// Bounds of headings and paragraphs.
const (
	larger      = 1.15 // letters of a heading, in those of the text
	longestHead = 90   // bytes
	newBlock    = 1.8  // gap to the line above, in sizes of letters
	fullLine    = .85  // of the right margin
)

func (w *writer) page(lines []line) {
	for i, l := range lines {
		heading := l.size > w.usual*larger && len(l.text) < longestHead
		if heading || l.gap > newBlock || beginsItem(l.text) || i > 0 && lines[i-1].to < w.right*fullLine {
			w.closeParagraph()
		}
		w.line(l, heading)
	}
	w.closeParagraph()
}

// Bounds of a label with a colon at the beginning of a line.
const (
	longestLabel = 40 // bytes
	labelWords   = 4
)

// beginsItem reports whether a line begins with a bullet, or with a label and a colon. Such a line does not continue the line above.
func beginsItem(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("•▪●◦‣■□*", first) || strings.ContainsRune("-–—", first) && strings.HasPrefix(text[size:], " ") {
		return true
	}
	label, rest, ok := strings.Cut(text[:min(len(text), longestLabel)], ":")
	if !ok {
		label, rest, ok = strings.Cut(text[:min(len(text), longestLabel)], "：")
		rest = " " + rest
	}
	return ok && (rest == "" || rest[0] == ' ') && !unicode.IsLower(first) && unicode.IsLetter(first) && len(strings.Fields(label)) <= labelWords
}

func (w *writer) closeParagraph() {
	if w.open {
		w.WriteString("</p>\n")
		w.open = false
	}
}

func (w *writer) line(l line, heading bool) {
	text := html.EscapeString(l.text)
	switch {
	case heading && l.size == w.largest && !w.titled:
		w.titled = true
		fmt.Fprintf(w, "<h1 style=\"font-size:%.4gpt\">%s</h1>\n", l.size, text)
	case heading:
		fmt.Fprintf(w, "<h3 style=\"font-size:%.4gpt\">%s</h3>\n", l.size, text)
	case l.label != "":
		w.closeParagraph()
		fmt.Fprintf(w, "<dl><dt>%s</dt><dd>%s</dd></dl>\n", html.EscapeString(l.label), html.EscapeString(l.text[len(l.label)+1:]))
	case w.open:
		w.WriteString(" " + text)
	default:
		w.WriteString("<p>" + text)
		w.open = true
	}
}

// measure holds the sizes with which lines are compared.
type measure struct {
	usual, largest float64 // sizes of letters
	right          float64 // margin
}

func measureOf(pages []page) (m measure) {
	var sizes []float64
	for _, p := range pages {
		for _, l := range p.lines {
			sizes = append(sizes, l.size)
			m.right, m.largest = max(m.right, l.to), max(m.largest, l.size)
		}
	}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		m.usual = sizes[len(sizes)/2]
	}
	return m
}
