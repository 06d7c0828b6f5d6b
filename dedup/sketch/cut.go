package sketch

import (
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
)

// class says what a character is in a word.
type class uint8

const (
	separator class = iota
	letter          // letters, digits and marks of scripts that put spaces between words
	unspaced        // those of scripts that do not
	wide            // of bytes only: the character is not ASCII
)

// byteClass gives the class of a byte, wide beyond ASCII; runeClass that of a character of one or two bytes.
var (
	byteClass [256]class
	runeClass [0x800]class
)

func init() {
	for r := range rune(len(runeClass)) {
		if isWordRune(r) {
			runeClass[r] = letter
		}
	}
	copy(byteClass[:utf8.RuneSelf], runeClass[:])
	for b := utf8.RuneSelf; b < len(byteClass); b++ {
		byteClass[b] = wide
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// cut appends the hash of the canonical form of each word of a text. Words are as in package features: runs of
// letters, digits and marks, and the overlapping pairs of characters where a script puts no spaces.
func (k *Sketcher) cut(words []uint64, text string) []uint64 {
	for i := 0; i < len(text); {
		if byteClass[text[i]] == separator {
			i++
			continue
		}
		start, name := i, uint64(0)
		for i < len(text) && byteClass[text[i]] == letter {
			name = name<<8 | uint64(text[i])
			i++
		}
		if i < len(text) && byteClass[text[i]] == wide {
			words, i = k.cutWide(words, text, start, i)
			continue
		}
		if i-start <= 8 {
			words = append(words, k.forms.find(name*base, text[start:i]))
		} else {
			words = append(words, k.forms.find(hashWord(text[start:i]), text[start:i]))
		}
	}
	return words
}

// cutWide goes on from a character beyond ASCII at text[i], inside a word that began at start, or at its start. It ends
// behind the word, or behind the run of unspaced script, or behind the separator that stood there.
func (k *Sketcher) cutWide(words []uint64, text string, start, i int) ([]uint64, int) {
	for i < len(text) {
		if c := byteClass[text[i]]; c == letter {
			i++
			continue
		} else if c == separator {
			break
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch classify(r) {
		case letter:
			i += size
			continue
		case unspaced:
			if i == start {
				return cutUnspaced(words, text, i)
			}
		case separator:
			if i == start {
				return words, i + size
			}
		}
		break
	}
	return append(words, k.forms.find(hashWord(text[start:i]), text[start:i])), i
}

// cutUnspaced appends the overlapping pairs of a run of unspaced characters, or its only one.
func cutUnspaced(words []uint64, text string, i int) ([]uint64, int) {
	before, n := rune(0), 0
	for i < len(text) {
		r, size := decodeHan(text[i:])
		if size == 0 {
			if r, size = utf8.DecodeRuneInString(text[i:]); classify(r) != unspaced {
				break
			}
		}
		if n > 0 {
			words = append(words, mix(uint64(before)<<32|uint64(r)))
		}
		before, n, i = r, n+1, i+size
	}
	if n == 1 {
		words = append(words, mix(uint64(before)))
	}
	return words, i
}

// decodeHan decodes a character from U+5000 to U+8FFF, most of written Chinese; size is 0 if there is none.
func decodeHan(s string) (r rune, size int) {
	if len(s) < 3 || s[0]-0xe5 > 3 || s[1]&0xc0 != 0x80 || s[2]&0xc0 != 0x80 {
		return 0, 0
	}
	return rune(s[0]&0xf)<<12 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
}

func classify(r rune) class {
	switch {
	case r < rune(len(runeClass)):
		return runeClass[r]
	case r >= 0x4e00 && r < 0x9ff0:
		return unspaced
	case r >= 0x2000 && r < 0x2070, r >= 0x3008 && r < 0x3021, r >= 0x3000 && r < 0x3005, r >= 0xff00 && r < 0xff10:
		return separator // punctuation; without these lines it is half the cost of Chinese
	case r == utf8.RuneError || !isWordRune(r):
		return separator
	case isUnspaced(r):
		return unspaced
	}
	return letter
}

// isUnspaced says whether a letter, digit or mark belongs to a script written without spaces.
func isUnspaced(r rune) bool {
	return r >= 0x0e00 && r < 0x0f00 || // Thai, Lao
		r >= 0x1000 && r < 0x10a0 || // Burmese
		r >= 0x1780 && r < 0x1800 || // Khmer
		r >= 0x3005 && r < 0x3008 || r >= 0x3040 && r < 0x3100 || r >= 0x31f0 && r < 0x3200 || // kana
		r >= 0x3400 && r < 0xa000 || r >= 0xf900 && r < 0xfb00 || // Han
		r >= 0xff66 && r < 0xffa0 || // half-width kana
		r >= 0x1b000 && r < 0x1b170 || r >= 0x20000 && r < 0x40000 // older kana, rarer Han
}

// hashWord is the hash of a word as it is written.
func hashWord(word string) uint64 { return xxh3.HashString(word) }
