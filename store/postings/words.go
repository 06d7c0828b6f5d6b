package postings

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// hasAll reports whether there is at least one word, and the text has all of the words. The text is in lower case.
func (f *filter) hasAll(text []byte, words []spelled) bool {
	return len(words) > 0 && len(f.missing(text, words)) == 0
}

// folded returns text without its case. It is valid until the next call.
func (f *filter) folded(text []byte) []byte {
	f.lower = slices.Grow(f.lower[:0], 3*len(text)+16)[:0]
	for i, c := range text {
		if c >= utf8.RuneSelf {
			return f.foldUnicode(text[i:])
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		f.lower = append(f.lower, c)
	}
	return f.lower
}

func (f *filter) foldUnicode(text []byte) []byte {
	n := len(f.lower)
	f.fold.Reset()
	written, _, err := f.fold.Transform(f.lower[n:cap(f.lower)], text, true)
	if err != nil {
		return append(f.lower, f.fold.Bytes(text)...) // not reached: folding takes at most three times the room
	}
	return f.lower[:n+written]
}

// hasWord reports whether a text has a word that is not a part of a longer one. In scripts without blanks between words it may be anywhere.
func hasWord(text, word []byte) bool {
	first, _ := utf8.DecodeRune(word)
	last, _ := utf8.DecodeLastRune(word)
	for at := 0; ; {
		i := bytes.Index(text[at:], word)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRune(text[:at+i])
		after, size := utf8.DecodeRune(text[at+i+len(word):])
		if size == 0 {
			after = ' '
		}
		if at+i == 0 {
			before = ' '
		}
		if !joined(before, first) && !joined(last, after) {
			return true
		}
		at += i + max(1, utf8.RuneLen(first))
	}
}

// joined reports whether two letters side by side belong to one word.
func joined(a, b rune) bool { return inWord(a) && inWord(b) && !unspaced(a) && !unspaced(b) }

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
