package letters

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quick is the number of characters whose properties are looked up in a table: those of Latin, Greek, Cyrillic, Armenian, Hebrew and Arabic. The package
// unicode finds those beyond Latin-1 by a search.
const quick = 0x700

// The properties of a character, as bits.
const (
	letter uint8 = 1 << iota
	upper
	small
	digit
	mark
)

var (
	properties [quick]uint8
	lower      [quick]rune
)

func init() {
	tests := [...]func(rune) bool{unicode.IsLetter, unicode.IsUpper, unicode.IsLower, unicode.IsDigit, unicode.IsMark} // in the order of the bits
	for r := range rune(quick) {
		lower[r] = unicode.ToLower(r)
		for bit, is := range tests {
			if is(r) {
				properties[r] |= 1 << bit
			}
		}
	}
}

// IsLetter is unicode.IsLetter in less time.
func IsLetter(r rune) bool {
	if uint32(r) < quick {
		return properties[r]&letter != 0
	}
	return isHan(r) || unicode.IsLetter(r)
}

// isHan reports whether a character is one of the 20,992 most frequent ones of Chinese, all of which are letters without case.
func isHan(r rune) bool { return 0x4e00 <= r && r <= 0x9fff }

// IsDigit is unicode.IsDigit in less time.
func IsDigit(r rune) bool { return is(r, digit, unicode.IsDigit) }

// IsUpper is unicode.IsUpper in less time.
func IsUpper(r rune) bool { return is(r, upper, unicode.IsUpper) }

// IsLower is unicode.IsLower in less time.
func IsLower(r rune) bool { return is(r, small, unicode.IsLower) }

// IsMark is unicode.IsMark in less time.
func IsMark(r rune) bool { return is(r, mark, unicode.IsMark) }

func is(r rune, property uint8, otherwise func(rune) bool) bool {
	if uint32(r) < quick {
		return properties[r]&property != 0
	}
	return !isHan(r) && otherwise(r)
}

// ToLower is unicode.ToLower in less time.
func ToLower(r rune) rune {
	switch {
	case uint32(r) < quick:
		return lower[r]
	case isHan(r):
		return r
	}
	return unicode.ToLower(r)
}

// Lower is strings.ToLower in less time.
func Lower(s string) string {
	for i, r := range s {
		if low := ToLower(r); low != r || r == utf8.RuneError {
			return lowered(s, i)
		}
	}
	return s
}

// lowered returns a text in lower case whose first n bytes are so already.
func lowered(s string, n int) string {
	var b strings.Builder
	b.Grow(len(s) + utf8.UTFMax)
	b.WriteString(s[:n])
	for _, r := range s[n:] {
		if r < utf8.RuneSelf {
			b.WriteByte(byte(lower[r]))
		} else {
			b.WriteRune(ToLower(r))
		}
	}
	return b.String()
}
