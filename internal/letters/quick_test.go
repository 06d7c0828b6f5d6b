package letters

import (
	"strings"
	"testing"
	"unicode"
)

func TestQuickPropertiesAreThoseOfUnicode(t *testing.T) {
	for _, of := range []struct {
		name      string
		got, want func(rune) bool
	}{
		{"letter", IsLetter, unicode.IsLetter}, {"digit", IsDigit, unicode.IsDigit}, {"upper", IsUpper, unicode.IsUpper}, {"lower", IsLower, unicode.IsLower},
		{"mark", IsMark, unicode.IsMark}, {"to lower", func(r rune) bool { return ToLower(r) == unicode.ToLower(r) }, func(rune) bool { return true }},
	} {
		for r := rune(-1); r <= unicode.MaxRune+1; r++ { // with two that are no characters
			if of.got(r) != of.want(r) {
				t.Fatalf("%s of %U: %v", of.name, r, of.got(r))
			}
		}
	}
}

func TestLower(t *testing.T) {
	for _, s := range []string{"", "abc", "ABC", "Ärzte ÉTÉ", "Ёлка", "工作 Job", "İ", "bad\xffByte", "bad\xff", "K\u212a", "ǅ"} {
		if got, want := Lower(s), strings.ToLower(s); got != want {
			t.Errorf("Lower(%q) = %q, want %q", s, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { Lower("ärzte") }); n != 0 {
		t.Errorf("%v allocations for a text that stays as it is", n)
	}
}
