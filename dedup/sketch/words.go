package sketch

import (
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
)

// class is the role of a character in words.
type class uint8

const (
	separator class = iota
	letter          // letters, digits and marks of scripts that put spaces between words
	unspaced        // letters, digits and marks of scripts that do not
	wide            // for bytes only: part of a character beyond ASCII
)

// byteClass has the class of each byte. runeClass has the class of each character of one or two bytes.
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

// appendWords appends the hash of the canonical form of each word of a text. Words are as in package features: runs of
// letters, digits and marks. In scripts without spaces they are the overlapping pairs of characters.
func (k *Sketcher) appendWords(words []uint64, text string) []uint64 {
	for i := 0; i < len(text); {
		if byteClass[text[i]] == separator {
			i++
			continue
		}
		start, id := i, uint64(0)
		for i < len(text) && byteClass[text[i]] == letter {
			id = id<<8 | uint64(text[i])
			i++
		}
		if i < len(text) && byteClass[text[i]] == wide {
			words, i = k.appendWide(words, text, start, i)
			continue
		}
		if i-start <= 8 {
			words = append(words, k.forms.hashOf(id*base, text[start:i]))
		} else {
			words = append(words, k.forms.hashOf(hashWord(text[start:i]), text[start:i]))
		}
	}
	return words
}

// appendWide continues a word that began at start with the character beyond ASCII at text[i]. It returns the position
// after the word. If the word has not begun, that may also be the position after an unspaced run or a separator.
func (k *Sketcher) appendWide(words []uint64, text string, start, i int) ([]uint64, int) {
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
				return appendUnspaced(words, text, i)
			}
		case separator:
			if i == start {
				return words, i + size
			}
		}
		break
	}
	return append(words, k.forms.hashOf(hashWord(text[start:i]), text[start:i])), i
}

// appendUnspaced appends the overlapping pairs of a run of unspaced characters. A single character is a word.
func appendUnspaced(words []uint64, text string, i int) ([]uint64, int) {
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

// decodeHan decodes a character from U+5000 to U+8FFF, which are most of written Chinese. For others size is 0.
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
		return separator // punctuation; without this case it takes half of the time for Chinese text
	case r == utf8.RuneError || !isWordRune(r):
		return separator
	case isUnspaced(r):
		return unspaced
	}
	return letter
}

// isUnspaced reports whether a letter, digit or mark belongs to a script without spaces.
func isUnspaced(r rune) bool {
	return r >= 0x0e00 && r < 0x0f00 || // Thai, Lao
		r >= 0x1000 && r < 0x10a0 || // Burmese
		r >= 0x1780 && r < 0x1800 || // Khmer
		r >= 0x3005 && r < 0x3008 || r >= 0x3040 && r < 0x3100 || r >= 0x31f0 && r < 0x3200 || // kana
		r >= 0x3400 && r < 0xa000 || r >= 0xf900 && r < 0xfb00 || // Han
		r >= 0xff66 && r < 0xffa0 || // half-width kana
		r >= 0x1b000 && r < 0x1b170 || r >= 0x20000 && r < 0x40000 // older kana, rarer Han
}

// hashWord returns the hash of a word as written.
func hashWord(word string) uint64 { return xxh3.HashString(word) }
