package pdftext

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// written is a line of a PDF that a test writes: its text and the size of its letters.
type written struct {
	text string
	size int
}

// makePDF writes a PDF of one page.
func makePDF(lines ...written) []byte {
	var content strings.Builder
	y := 780
	for _, l := range lines {
		fmt.Fprintf(&content, "BT /F1 %d Tf 1 0 0 1 60 %d Tm (%s) Tj ET\n", l.size, y, strings.NewReplacer("(", `\(`, ")", `\)`).Replace(l.text))
		y -= l.size * 2
	}
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
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
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

func TestHTML(t *testing.T) {
	page, err := HTML(makePDF(written{"Weaver (part-time)", 20}, written{"Company: Loom Mill", 11}, written{"Location: Paisley", 11}, written{"Your duties", 14}, written{"You weave linen & wool.", 11}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1>Weaver (part-time)</h1>", "Company: Loom Mill", "<h3>Your duties</h3>", "You weave linen &amp; wool."} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("%s lacks %q", page, want)
		}
	}
}

func TestBrokenPDF(t *testing.T) {
	whole := makePDF(written{"Weaver", 20})
	for n := 0; n < len(whole); n += 7 {
		_, _ = HTML(whole[:n])
		damaged := bytes.Clone(whole)
		damaged[n] ^= 0x55
		_, _ = HTML(damaged)
	}
	if _, err := HTML([]byte("%PDF-1.4\nnothing")); err == nil {
		t.Error("a PDF without content was read")
	}
}

// Hostile nesting: it must not end the process.
func TestNestedPDF(t *testing.T) {
	for _, open := range []string{"[", "<<", "<</A "} {
		body := "%PDF-1.4\n1 0 obj\n" + strings.Repeat(open, 1<<20) + "\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"
		if _, err := HTML([]byte(body)); err == nil {
			t.Errorf("%q nested a million times was read", open)
		}
	}
}

// A page that unpacks to much more than its file is refused before its letters are read.
func TestBomb(t *testing.T) {
	if _, err := HTML(makePDF(written{strings.Repeat("a", maxPage), 11})); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a page of more than %d bytes: %v", maxPage, err)
	}
	if _, err := HTML(make([]byte, MaxBytes+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a large file: %v", err)
	}
}
