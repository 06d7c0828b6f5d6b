package pdftext

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"os"
	"runtime"
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

// packed is a stream that unpacks to 2 MB of a token.
func packed(token string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(bytes.Repeat([]byte(token), 2<<20/len(token)))
	_ = z.Close()
	return testpdf.Stream("/Filter /FlateDecode", b.String())
}

// encrypted is a file that needs a key.
func encrypted(how string) []byte {
	return testpdf.File("/Encrypt << "+how+" >> /ID [(a) (a)]", catalog, onePage, aPage, hello, aFont)
}

// hostile are files that the library, or who trusts it, would suffer from, and with which errors they end.
func hostile() []hostileFile {
	whole := testpdf.Write(weaver)
	page := func(objects ...string) []byte {
		return testpdf.File("", append([]string{catalog, onePage, aPage}, objects...)...)
	}
	return []hostileFile{
		{"an object that is itself", page("4 0 R"), []error{ErrBroken, ErrEmpty}},
		{"a length that is itself", page("<< /Length 4 0 R >>\nstream\nBT\nendstream", aFont), []error{ErrBroken, ErrEmpty}},
		{"a page of megabytes", page(packed(" "), aFont), []error{ErrTooLarge}},
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

// greedy are readers that take what the library takes of some files, which are not kept here: SECURITY.md has what happened.
var greedy = map[string]func(data []byte, until time.Time) ([]byte, error){
	"without end": func([]byte, time.Time) ([]byte, error) {
		for n := 0; ; n++ {
			runtime.KeepAlive(n)
		}
	},
	"much memory": func([]byte, time.Time) ([]byte, error) {
		for all := [][]byte(nil); ; all = append(all, bytes.Repeat([]byte("x"), 1<<20)) {
			runtime.KeepAlive(all)
		}
	},
	"deep calls": func([]byte, time.Time) ([]byte, error) {
		var deeper func(n int) int
		deeper = func(n int) int { return 1 + deeper(n+1) }
		return make([]byte, deeper(0)), nil
	},
}

// TestGreedyReadersAreEnded: the process of a reader that takes too much ends with ErrHeavy, whatever it takes.
func TestGreedyReadersAreEnded(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("on Linux alone the kernel bounds what a process takes")
	}
	for name := range greedy {
		t.Run(name, func(t *testing.T) {
			if page, err := Process(os.Args[0], child, name)(t.Context(), testpdf.Write(weaver)); !errors.Is(err, ErrHeavy) {
				t.Errorf("%d bytes of text, error %v", len(page), err)
			}
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
