package pdftext

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"gannet/internal/testpdf"
)

// leastAlike is the share of words that are the same by pdftotext.
const leastAlike = .98

// TestOracle holds the words of PDF files against those that pdftotext reads: of files written here, and of those in the
// directory GANNET_PDFS, which `make pdf-check` fills by several producers.
func TestOracle(t *testing.T) {
	oracle, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("SKIPPED: pdftotext is not there; it is in the package poppler-utils")
	}
	dir := t.TempDir()
	own := filepath.Join(dir, "own.pdf")
	if err := os.WriteFile(own, testpdf.Write(weaver, []testpdf.Line{{Text: "Färber für Büro", Size: 20}, {Text: "Küpe", Size: 11}}), 0o600); err != nil {
		t.Fatal(err)
	}
	files := []string{own}
	if more := os.Getenv("GANNET_PDFS"); more != "" {
		made, err := filepath.Glob(filepath.Join(more, "*.pdf"))
		if err != nil || len(made) == 0 {
			t.Fatalf("no PDF in %s: %v", more, err)
		}
		files = append(files, made...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { compare(t, oracle, file) })
	}
}

func compare(t *testing.T, oracle, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page, err := inChild(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(oracle, "-enc", "UTF-8", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, want := wordsOf(textOf(t, page)), wordsOf(string(text))
	alike, lost := share(got, want)
	t.Logf("%.3f of %d words", alike, len(want))
	if alike < leastAlike {
		t.Errorf("%.3f of the words are the same; %q are lost", alike, lost)
		t.Logf("%s", page)
	}
}

func textOf(t *testing.T, page []byte) string {
	doc, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data + " ")
		}
	}
	return b.String()
}

// wordsOf cuts a text into words of letters and digits.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// share returns how alike two lists of words are, their order aside, and which of the second are not in the first.
func share(got, want []string) (alike float64, lost []string) {
	count := map[string]int{}
	for _, w := range got {
		count[w]++
	}
	same := 0
	for _, w := range want {
		if count[w]--; count[w] >= 0 {
			same++
		} else {
			lost = append(lost, w)
		}
	}
	return 2 * float64(same) / float64(max(1, len(got)+len(want))), lost
}
