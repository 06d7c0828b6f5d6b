// Package letters owns the folding of letters, which is what of a letter is left without case and accents, and the cutting of texts between them.
package letters

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Cut returns the first n bytes of s, without an incomplete UTF-8 character at the end.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Fold returns s in lower case and without accents, as AppendFolded does for each letter.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return string(AppendFold(make([]byte, 0, len(s)), s))
}

// AppendFold appends s as Fold returns it to b.
func AppendFold(b []byte, s string) []byte {
	for _, r := range s {
		b = AppendFolded(b, r)
	}
	return b
}

// JoinVowels returns a folded word (see Fold) in which aa, ae, oe and ue are replaced by a, a, o and u. Where the letters å, ä, ö, ø and ü
// cannot be typed, they are written as such pairs, while Fold makes a, o and u of them.
func JoinVowels(word string) string {
	for i := 1; i < len(word); i++ {
		if isWrittenOut(word[i-1], word[i]) {
			return string(JoinVowelsIn([]byte(word)))
		}
	}
	return word
}

// JoinVowelsIn replaces aa, ae, oe and ue by a, a, o and u in word, as JoinVowels does in a string. It overwrites word, and returns the
// shorter slice.
func JoinVowelsIn(word []byte) []byte {
	n, last, joined := 0, byte(0), false
	for _, c := range word {
		if joined = !joined && isWrittenOut(last, c); !joined {
			word[n] = c
			n++
		}
		last = c
	}
	return word[:n]
}

// isWrittenOut reports whether two letters may stand for one vowel.
func isWrittenOut(first, second byte) bool {
	switch second {
	case 'e':
		return first == 'a' || first == 'o' || first == 'u'
	case 'a':
		return first == 'a'
	}
	return false
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AppendFolded appends to b the character r in lower case and without its accent. Only accents of Latin, Greek, Cyrillic and Arabic letters
// are removed, because in other scripts such a mark is a vowel or a consonant.
func AppendFolded(b []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(b, byte(r))
	}
	if r < quick {
		if one := table()[r]; one > 0 {
			return utf8.AppendRune(b, one)
		}
	}
	return appendFolded(b, r)
}

// table has the folded letter of each letter of which one is left.
var table = sync.OnceValue(func() *[quick]rune {
	var t [quick]rune
	for r := range rune(quick) {
		folded := appendFolded(nil, r)
		if one, size := utf8.DecodeRune(folded); size == len(folded) && size > 0 {
			t[r] = one
		}
	}
	return &t
})

func appendFolded(b []byte, r rune) []byte {
	if r > 0x1fff {
		return utf8.AppendRune(b, ToLower(r))
	}
	if 0x300 <= r && r <= 0x36f || 0x64b <= r && r <= 0x655 {
		return b
	}
	switch r = ToLower(r); r {
	case 'ß':
		return append(b, "ss"...)
	case 'æ':
		return append(b, "ae"...)
	case 'œ':
		return append(b, "oe"...)
	case 'ø':
		return append(b, 'o')
	case 'ł':
		return append(b, 'l')
	case 'đ', 'ð':
		return append(b, 'd')
	case 'ı':
		return append(b, 'i')
	case 'ς':
		return utf8.AppendRune(b, 'σ')
	}
	if r < 0x530 || 0x600 <= r && r < 0x700 || 0x1e00 <= r {
		var raw [utf8.UTFMax]byte
		n := utf8.EncodeRune(raw[:], r)
		if parts := norm.NFD.Properties(raw[:n]).Decomposition(); parts != nil {
			r, _ = utf8.DecodeRune(parts)
		}
	}
	return utf8.AppendRune(b, r)
}
