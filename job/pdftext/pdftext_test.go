package pdftext

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"gannet/internal/testpdf"
)

// TestMain is also the process that reads a file.
func TestMain(m *testing.M) {
	if os.Args[0] == child {
		reader := read
		if len(os.Args) > 1 {
			reader = greedy[os.Args[1]]
		}
		os.Exit(bounds{processor: time.Second, memory: 100 << 20}.serve(os.Stdin, os.Stdout, reader))
	}
	os.Exit(m.Run())
}

const child = "pdftext-child"

// inChild reads files as a crawl does.
var inChild = Process(os.Args[0], child)

var weaver = []testpdf.Line{
	{Text: "Weaver (part-time)", Size: 20}, {Text: "Company: Loom Mill", Size: 11}, {Text: "Location: Paisley", Size: 11}, {Text: "Your duties", Size: 14}, {Text: "You weave linen & wool.", Size: 11},
}

func TestHTML(t *testing.T) {
	for name, read := range map[string]Reader{"in this process": InProcess, "in its own process": inChild} {
		page, err := read(t.Context(), testpdf.Write(weaver, []testpdf.Line{{Text: "We offer", Size: 14}, {Text: "A loom", Size: 11}}))
		if err != nil {
			t.Fatal(name, err)
		}
		for _, want := range []string{`<h1 style="font-size:20pt">Weaver (part-time)</h1>`, "Company: Loom Mill", `<h3 style="font-size:14pt">Your duties</h3>`, "You weave linen &amp; wool.", `<section id="page=2">`} {
			if !bytes.Contains(page, []byte(want)) {
				t.Errorf("%s: %s lacks %q", name, page, want)
			}
		}
	}
}

func TestBrokenPDF(t *testing.T) {
	whole := testpdf.Write(weaver)
	for n := 0; n < len(whole); n += 7 {
		_, _ = InProcess(t.Context(), whole[:n])
		damaged := bytes.Clone(whole)
		damaged[n] ^= 0x55
		_, _ = InProcess(t.Context(), damaged)
	}
	if _, err := InProcess(t.Context(), []byte("%PDF-1.4\nnothing")); err == nil {
		t.Error("a PDF without content was read")
	}
}

// Hostile nesting: it must not end the process.
func TestNestedPDF(t *testing.T) {
	for _, open := range []string{"[", "<<", "<</A "} {
		body := "%PDF-1.4\n1 0 obj\n" + strings.Repeat(open, 1<<20) + "\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"
		if _, err := InProcess(t.Context(), []byte(body)); err == nil {
			t.Errorf("%q nested a million times was read", open)
		}
	}
}

// A line that begins with a label or a bullet does not go on with the line above, however long that is.
func TestLinesThatBeginItems(t *testing.T) {
	var lines []line
	for _, text := range []string{"Employer: Loom Mill", "Location: Paisley", "- Weave all day", "• Mend looms and teach", "the new hands: all of", "Them"} {
		lines = append(lines, line{text: text, size: 11, to: 100, gap: 1.2})
	}
	got := string(write([]page{{1, lines}}))
	if want := "<p>Employer: Loom Mill</p>\n<p>Location: Paisley</p>\n<p>- Weave all day</p>\n<p>• Mend looms and teach the new hands: all of Them</p>\n"; !strings.Contains(got, want) {
		t.Errorf("%s lacks %s", got, want)
	}
}
