package gazetteer

import (
	"strings"
	"testing"
	"unicode"

	"gannet/internal/letters"
)

// slowKey is Key as its comment says it, word by word.
func slowKey(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("'’`ʼ‘", r):
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			return r
		}
		return ' '
	}, name)
	words := strings.Fields(letters.Fold(plain))
	for i, w := range words {
		if long, ok := shortWords[w]; ok && i+1 < len(words) {
			w = long
		}
		words[i] = letters.JoinVowels(w)
	}
	return strings.Join(words, " ")
}

func FuzzKey(f *testing.F) {
	for _, s := range []string{
		"", "St. Louis", "Mount St", "Ste-Anne St", "King’s Lynn", "Saarbruecken", "Saankt Pt.", " - Łódź, ", "St \u0301", "\u0301 a", "北京 市", "bad\xffbyte", "İl St İl", "Ft. Mt. Pt. Ste",
		"a\u0301e St\u200cx", strings.Repeat("Saint-", 20),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if got, want := Key(name), slowKey(name); got != want {
			t.Errorf("Key(%q) = %q, want %q", name, got, want)
		}
	})
}
