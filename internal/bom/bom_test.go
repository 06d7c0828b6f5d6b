package bom

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMarks(t *testing.T) {
	for in, want := range map[string]string{
		"":                           "",
		"a":                          "a",
		"\xEF\xBB\xBFa":              "a",
		"\uFEFF\uFEFFa":              "a",
		"\xEF\xBBa":                  "a",
		"\xEFa":                      "a",
		"\xBB\xBFa":                  "a",
		"\xBFa":                      "a",
		"\xFEa":                      "a",
		"\xFF\xFEab":                 "ab",
		"\xEF\xBB":                   "",
		"\u00EF\u00BB\u00BFa":        "a",
		"\uFEB3\uFEF3":               "\uFEB3\uFEF3", // letters that begin with the bytes of a mark
		"é":                          "é",
		"\xE9t\xE9":                  "\xE9t\xE9",
		"\xFF\xFEa\x00\xE9\x00":      "aé",
		"\xFE\xFF\x00a\x00\xE9":      "aé",
		"\xFF\xFEa\x00b\x00c":        "ab\uFFFD",
		"\xFF\xFE<\x00=\xD8\x00\xDE": "<😀",
	} {
		if got := string(UTF8([]byte(in))); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		if got, err := io.ReadAll(NewReader(strings.NewReader(in))); string(got) != want || err != nil {
			t.Errorf("%q: read %q, want %q, %v", in, got, want, err)
		}
	}
}

func FuzzTrim(f *testing.F) {
	f.Add([]byte("\xEF\xBBa"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if got := Trim(text); len(text)-len(got) > len(mark)*len(garbled) || utf8.Valid(text) && !utf8.Valid(got) {
			t.Errorf("%q became %q", text, got)
		}
	})
}
