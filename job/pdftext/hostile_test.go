package pdftext

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/internal/testpdf"
)

const (
	catalog = "<< /Type /Catalog /Pages 2 0 R >>"
	onePage = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
	aPage   = "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
	aFont   = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
)

var hello = testpdf.Stream("", testpdf.Content(testpdf.Line{Text: "Hello", Size: 11}))

// packed is a stream that unpacks to 16 MB of a token.
func packed(token string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(bytes.Repeat([]byte(token), 16<<20/len(token)))
	_ = z.Close()
	return testpdf.Stream("/Filter /FlateDecode", b.String())
}

// tree is a tree of pages that has no leaf.
func tree(depth int) []byte {
	objects := []string{catalog}
	for n := range depth {
		objects = append(objects, fmt.Sprintf("<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", n+3))
	}
	return testpdf.File("", objects...)
}

// encrypted is a file that needs a key.
func encrypted(how string) []byte {
	return testpdf.File("/Encrypt << "+how+" >> /ID [(a) (a)]", catalog, onePage, aPage, hello, aFont)
}

// hostile are files that the library, or who trusts it, would suffer from, and with which errors they end.
func hostile() []hostileFile {
	whole, mapped := testpdf.Write(weaver), "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R >>"
	page := func(objects ...string) []byte {
		return testpdf.File("", append([]string{catalog, onePage, aPage}, objects...)...)
	}
	return []hostileFile{
		{"parents in a circle", testpdf.File("", catalog, onePage, "<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>", hello), []error{ErrHeavy}},
		{"pages without end", tree(20_000), []error{ErrHeavy, ErrEmpty}},
		{"an object that is itself", page("4 0 R"), []error{ErrBroken, ErrEmpty}},
		{"a length that is itself", page("<< /Length 4 0 R >>\nstream\nBT\nendstream", aFont), []error{ErrBroken, ErrEmpty}},
		{"a page of megabytes", page(packed(" "), aFont), []error{ErrTooLarge}},
		{"a font of much memory", page(hello, mapped, packed("(a)")), []error{ErrHeavy}},
		// A million of them fill the stack to about the bound of memory: which of the two ends it depends on the build.
		{"arrays without end", page(testpdf.Stream("", strings.Repeat("[", 1<<20)), aFont), []error{ErrEmpty, ErrHeavy}},
		{"a letter too many", testpdf.Write([]testpdf.Line{{Text: strings.Repeat("a", maxPage), Size: 11}}), []error{ErrTooLarge}},
		{"a large file", make([]byte, MaxBytes+1), []error{ErrTooLarge}},
		{"encrypted", encrypted("/Filter /Standard /V 5 /R 6 /Length 256"), []error{ErrEncrypted}},
		{"encrypted otherwise", encrypted("/Filter /Other"), []error{ErrEncrypted}},
		{"cut", whole[:len(whole)/2], []error{ErrBroken}},
		{"pictures alone", page(testpdf.Stream("", "q Q"), aFont), []error{ErrEmpty}},
		{"nothing", nil, []error{ErrBroken}},
	}
}

type hostileFile struct {
	name string
	file []byte
	want []error
}

// TestHostilePDFs: each ends with one of few errors, and none takes this process with it.
func TestHostilePDFs(t *testing.T) {
	for _, c := range hostile() {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			page, err := inChild(t.Context(), c.file)
			known := false
			for _, want := range c.want {
				known = known || errors.Is(err, want)
			}
			if !known {
				t.Errorf("%d bytes of text, error %v, want one of %v", len(page), err, c.want)
			}
			t.Log(err, time.Since(began).Round(time.Millisecond))
		})
	}
}

func TestProcessEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := inChild(ctx, testpdf.Write(weaver)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Process("/nowhere/at/all")(t.Context(), testpdf.Write(weaver)); err == nil || errors.Is(err, ErrHeavy) || errors.Is(err, ErrBroken) {
		t.Errorf("a program that is not there: %v", err)
	}
}
