package pdftext

import (
	"strings"
	"testing"

	"gannet/internal/testpdf"
)

// textOfContent is the text of a page with these operators, and with the form /X, which shows "form".
func textOfContent(t *testing.T, operators string, widths string) string {
	t.Helper()
	page, err := InProcess(t.Context(), testpdf.File("", catalog, onePage,
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R /W 7 0 R >> /XObject << /X 6 0 R >> >> >>",
		testpdf.Stream("", operators), aFont,
		testpdf.Stream("/Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 -50]", "BT /F1 11 Tf 60 700 Td (form) Tj ET"),
		"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /DW 500 "+widths+" >>] /ToUnicode 8 0 R >>",
		testpdf.Stream("", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0041> <007a> <0041> endbfrange 1 beginbfchar <0001> <00660069> endbfchar")))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(textOf(t, page)), " ")
}

func TestContent(t *testing.T) {
	for _, c := range []struct{ name, operators, widths, want string }{
		{"kerning is no space", "BT /F1 11 Tf 60 700 Td [(W) 80 (eaver) -300 (wanted)] TJ ET", "", "Weaver wanted"},
		{"lines by their own operators", "BT /F1 11 Tf 14 TL 60 700 Td (one) Tj T* (two) Tj (three) ' 0 0 (four) \" ET", "", "one two three four"},
		{"words at their places", "BT /F1 11 Tf 60 700 Td (Weaver) Tj 60 0 Td (wanted) Tj ET", "", "Weaver wanted"},
		{"the order on the page", "BT /F1 11 Tf 60 600 Td (below) Tj 0 100 Td (above) Tj ET", "", "above below"},
		{"a form", "BT /F1 11 Tf 60 700 Td (page) Tj ET /X Do", "", "page form"},
		{"printed twice to look bold", "BT /F1 11 Tf 60 700 Td (Weaver) Tj 0.2 0 Td (Weaver) Tj ET", "", "Weaver"},
		{"text on its side", "BT /F1 11 Tf 60 700 Td (Weaver) Tj 0 1 -1 0 20 300 Tm (DRAFT) Tj ET", "", "Weaver"},
		{"codes of two bytes", "BT /W 10 Tf 60 700 Td <004C006F006F006D> Tj 20 0 Td <004D> Tj 12 0 Td <004E> Tj ET", "", "LoomM N"},
		{"codes of two bytes with widths", "BT /W 10 Tf 60 700 Td <004C006F> Tj 11 0 Td <006F> Tj ET", "/W [76 [600] 111 111 500]", "Loo"},
		{"ligatures", "BT /W 10 Tf 60 700 Td <0001006E006500> Tj ET", "", "fine"},
		{"operators without operands", "BT Tf Tm /F1 11 Tf Q Q 60 700 Td Td (Weaver) Tj TJ Do ET", "", "Weaver"},
	} {
		if got := textOfContent(t, c.operators, c.widths); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
