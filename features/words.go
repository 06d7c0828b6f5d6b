package features

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HashWord returns the 32-bit hash of one word: mixed FNV-1a over the UTF-8 of its letters in lower case. For a text of several
// words use Words.
func HashWord(s string) uint32 {
	h := uint32(hashSeed)
	for _, r := range s {
		h = hashRune(h, unicode.ToLower(r))
	}
	return mix32(h)
}

// Words splits a text into words, as Reader does with pages, and returns the hash of each.
func Words(text string) []uint32 {
	var c Cutter
	return c.Words(text)
}

// Cutter splits texts into words as the function Words does, but reuses its memory for the next text. Only one goroutine may use it at a
// time.
type Cutter struct {
	text   []byte
	words  []Word
	hashes []uint32
}

// Words returns the hash of each word of a text. The result is valid until the next call.
func (c *Cutter) Words(text string) []uint32 {
	c.text = append(c.text[:0], text...)
	c.words = cutWords(c.words[:0], c.text, 0)
	c.hashes = slices.Grow(c.hashes[:0], len(c.words))
	for _, w := range c.words {
		c.hashes = append(c.hashes, w.Hash)
	}
	return c.hashes
}

// Spell splits a text into words as Words does, and returns the words themselves in lower case.
func Spell(text string) []string {
	cut := cutWords(nil, []byte(text), 0)
	words := make([]string, len(cut))
	for i, w := range cut {
		words[i] = strings.ToLower(text[w.Start:w.End])
	}
	return words
}

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)

// mix32 spreads FNV's weak high bits with the last step of MurmurHash3, so that all bits of a word's hash are usable.
func mix32(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

func hashRune(h uint32, r rune) uint32 {
	if r < utf8.RuneSelf {
		return (h ^ uint32(r)) * hashPrime
	}
	var b [utf8.UTFMax]byte
	for _, c := range b[:utf8.EncodeRune(b[:], r)] {
		h = (h ^ uint32(c)) * hashPrime
	}
	return h
}

// wide marks bytes of characters beyond ASCII in asciiLower.
const wide = 0xff

// asciiLower maps ASCII letters and digits to their lower case, other ASCII to 0, and all other bytes to wide.
var asciiLower = func() (t [256]byte) {
	for c := range t {
		switch b := byte(c); {
		case b >= utf8.RuneSelf:
			t[c] = wide
		case b >= 'A' && b <= 'Z':
			t[c] = b + 'a' - 'A'
		case b >= 'a' && b <= 'z' || b >= '0' && b <= '9':
			t[c] = b
		}
	}
	return t
}()

// cutWords appends the words of a text that begins at offset base of the page's text.
func cutWords(words []Word, text []byte, base uint32) []Word {
	for i := 0; i < len(text); {
		c := asciiLower[text[i]]
		if c == 0 {
			i++
			continue
		}
		start, h := i, uint32(hashSeed)
		for c != 0 && c != wide {
			h = (h ^ uint32(c)) * hashPrime
			if i++; i == len(text) {
				break
			}
			c = asciiLower[text[i]]
		}
		if c == wide && i < len(text) {
			words, i = cutWide(words, text, base, start, i, h)
			continue
		}
		words = append(words, Word{base + uint32(start), base + uint32(i), mix32(h)})
	}
	return words
}

// cutWide continues cutWords at text[i], a character beyond ASCII, in a word that began at start and has the hash h so far. It returns the offset
// after the word, or after the run of unspaced script that begins there.
func cutWide(words []Word, text []byte, base uint32, start, i int, h uint32) ([]Word, int) {
	first := i
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		lower, class := classify(r)
		if class == unspaced {
			if i == start {
				return cutUnspaced(words, text, base, i)
			}
			break
		}
		if class == separator {
			break
		}
		h = hashRune(h, lower)
		i += size
	}
	if i > start {
		words = append(words, Word{base + uint32(start), base + uint32(i), mix32(h)})
	}
	if i == first && i == start { // a separator
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return words, i
}

// cutUnspaced appends the overlapping character pairs of a run of unspaced script, or its only character. A character
// includes the combining marks after it.
func cutUnspaced(words []Word, text []byte, base uint32, i int) ([]Word, int) {
	previous, current := -1, i // starts of the last two characters
	for {
		if i < len(text) {
			r, size := utf8.DecodeRune(text[i:])
			_, class := classify(r)
			mark := class != separator && unicode.IsMark(r)
			if mark && i > current || class == unspaced && i == current {
				i += size
				continue
			}
			if class == unspaced {
				if previous >= 0 {
					words = append(words, pair(text, base, previous, i))
				}
				previous, current = current, i
				continue
			}
		}
		from := current
		if previous >= 0 {
			from = previous
		}
		return append(words, pair(text, base, from, i)), i
	}
}

func pair(text []byte, base uint32, start, end int) Word {
	h := uint32(hashSeed)
	for _, c := range text[start:end] {
		h = (h ^ uint32(c)) * hashPrime
	}
	return Word{base + uint32(start), base + uint32(end), mix32(h)}
}

// runeClass is the role of a character in words.
type runeClass uint8

const (
	separator runeClass = iota
	letter              // letters, digits and marks of scripts that put spaces between words
	unspaced            // letters, digits and marks of other scripts
)

// alphabets maps letters, digits and marks below U+0600 (Latin, Greek, Cyrillic, Hebrew) to lower case, and others to 0.
var alphabets = func() (t [0x600]uint16) {
	for c := range t {
		if r := rune(c); isWordRune(r) {
			t[c] = uint16(unicode.ToLower(r))
		}
	}
	return t
}()

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// classify returns the lower case and the class of a character.
func classify(r rune) (rune, runeClass) {
	if r < rune(len(alphabets)) {
		if lower := alphabets[r]; lower != 0 {
			return rune(lower), letter
		}
		return r, separator
	}
	if r >= 0x4e00 && r < 0x9ff0 {
		return r, unspaced
	}
	if r == utf8.RuneError || !isWordRune(r) {
		return r, separator
	}
	if isUnspaced(r) {
		return r, unspaced
	}
	return unicode.ToLower(r), letter
}

// isUnspaced reports whether a letter, digit or mark belongs to a script written without spaces. The ranges include characters
// that Unicode's script property omits, such as the Japanese sound mark.
func isUnspaced(r rune) bool {
	switch {
	case r < 0x0e00:
		return false
	case r < 0x0f00, // Thai, Lao
		r >= 0x1000 && r < 0x10a0,   // Burmese
		r >= 0x1780 && r < 0x1800,   // Khmer
		r >= 0x3005 && r < 0x3008,   // iteration mark
		r >= 0x3040 && r < 0x3100,   // kana
		r >= 0x31f0 && r < 0x3200,   // kana for Ainu
		r >= 0x3400 && r < 0xa000,   // Han
		r >= 0xf900 && r < 0xfb00,   // Han for compatibility
		r >= 0xff66 && r < 0xffa0,   // half-width kana
		r >= 0x1b000 && r < 0x1b170, // old kana
		r >= 0x20000 && r < 0x40000: // rarer Han
		return true
	}
	return false
}
