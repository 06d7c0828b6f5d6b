// Package testpdf owns the writing of small PDF files for tests, whole ones and hostile ones.
package testpdf

import (
	"bytes"
	"fmt"
	"strings"
)

// Line is a line of text in a PDF, with its letter size in points.
type Line struct {
	Text string
	Size int
}

// Write returns a PDF for tests with one page for each list of lines. Texts may have only characters of Latin-1.
func Write(pages ...[]Line) []byte {
	const first = 4 // object of the first page
	kids, rest := "", []string{}
	for i, lines := range pages {
		n := first + 2*i
		kids += fmt.Sprintf("%d 0 R ", n)
		rest = append(rest, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", n+1),
			Stream("", Content(lines...)))
	}
	return File("", append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(pages)),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}, rest...)...)
}

var escapes = strings.NewReplacer("(", `\(`, ")", `\)`, `\`, `\\`)

// Content returns the PDF operators that show lines from the top of a page downwards, in the font F1.
func Content(lines ...Line) string {
	var b strings.Builder
	y := 780
	for _, l := range lines {
		fmt.Fprintf(&b, "BT /F1 %d Tf 1 0 0 1 60 %d Tm (%s) Tj ET\n", l.Size, y, latin1(escapes.Replace(l.Text)))
		y -= l.Size * 2
	}
	return b.String()
}

func latin1(s string) string {
	var b []byte
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

// Stream returns a PDF stream object. keys are additional entries of its dictionary.
func Stream(keys, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", keys, len(content), content)
}

// File returns a PDF file with these objects, the first of which is the catalogue, their cross-reference table and a trailer. trailer has
// additional entries of the trailer.
func File(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.Bytes()
}
