package occupation

import (
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
	"golang.org/x/text/unicode/norm"

	"gannet/internal/letters"
)

// A model has a table of titleRows rows for the features of titles, and below it one of textRows for words of texts. Features share rows by their hashes.
const (
	titleRows = 1 << 16
	textRows  = 1 << 15
)

// Word is a word of a title, with the numbers of the table rows that stand for its features.
type Word struct {
	Text string // folded: see Words
	Rows []uint32
}

// Lengths of the parts of a word that are features of their own, in characters.
const (
	shortestPart = 3
	longestPart  = 5
	longestWord  = 40
)

// Words splits a title into words and returns the table rows of their features: of the word itself, of its parts of three to five
// characters, and of the pair with the word before. Parts connect a word with its other forms, with compounds and with words of related
// languages. In scripts without spaces the features are runs of one to three characters. Case, accents and words of a single letter, such
// as those of "(m/f/d)", are ignored.
func Words(text string) []Word {
	var words []Word
	before := ""
	for letters := range folded(text) {
		word := string(letters)
		w := Word{Text: word}
		if ideographic(word) {
			w.Rows = addRuns(nil, word)
		} else {
			w.Rows = addParts(append([]uint32(nil), row('w', word)), word)
		}
		if before != "" {
			w.Rows = append(w.Rows, row('p', before+" "+word))
		}
		before = word
		words = append(words, w)
	}
	return words
}

// folded yields the words of a text in small letters without accents. A word is valid until the next one.
func folded(text string) func(yield func(word []byte) bool) {
	return func(yield func([]byte) bool) {
		word, runes := make([]byte, 0, 64), 0
		script := false // the word is of a script without spaces
		end := func() bool {
			none := runes == 0 || runes == 1 && !script
			w := word
			word, runes = word[:0], 0
			return none || yield(w)
		}
		for _, r := range decomposed(text) {
			switch r = letters.ToLower(r); {
			case r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r):
			case letters.IsLetter(r), runes > 0 && (r == '+' || r == '#'):
				if now := isIdeographic(r); now != script {
					if !end() {
						return
					}
					script = now
				}
				word = utf8.AppendRune(word, r)
				if runes++; runes == longestWord && !end() {
					return
				}
			default:
				if runes > 0 && !end() {
					return
				}
			}
		}
		end()
	}
}

// decomposed returns a text with accents as characters of their own. A text of ASCII is as it was.
func decomposed(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return norm.NFKD.String(text)
		}
	}
	return text
}

// isIdeographic reports whether words of a letter's script have no spaces between them.
func isIdeographic(r rune) bool {
	return r > 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

func ideographic(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return isIdeographic(r)
}

// addParts adds the rows of a word's parts.
func addParts(list []uint32, word string) []uint32 {
	letters := []rune("<" + word + ">")
	for n := shortestPart; n <= longestPart; n++ {
		for i := 0; i+n <= len(letters); i++ {
			list = append(list, row('c', string(letters[i:i+n])))
		}
	}
	return list
}

// addRuns adds the rows of runs of one to three characters.
func addRuns(list []uint32, word string) []uint32 {
	letters := []rune(word)
	for n := 1; n <= 3; n++ {
		for i := 0; i+n <= len(letters); i++ {
			list = append(list, row('c', string(letters[i:i+n])))
		}
	}
	return list
}

// row returns the row of a feature of a kind.
func row(kind byte, text string) uint32 {
	return uint32(xxh3.HashStringSeed(text, uint64(kind)) % titleRows)
}

// Bounds of what is read of a text.
const (
	mostText      = 4000 // bytes
	mostTextWords = 300
	longestStem   = 7
)

// TextRows returns the table rows of the words of a posting's text, without repetition. A word is represented by its first seven letters.
// In scripts without spaces, pairs of characters are used instead.
func TextRows(text string) (list []uint32) {
	var seen [textRows / 64]uint64
	add := func(word []byte) {
		r := xxh3.HashSeed(word, 't') % textRows
		if bit := uint64(1) << (r % 64); seen[r/64]&bit == 0 {
			seen[r/64] |= bit
			list = append(list, titleRows+uint32(r))
		}
	}
	for word := range folded(letters.Cut(text, mostText)) {
		if first, _ := utf8.DecodeRune(word); isIdeographic(first) {
			for next := len(string(first)); next < len(word); {
				_, size := utf8.DecodeRune(word[next:])
				before, _ := utf8.DecodeLastRune(word[:next])
				add(word[next-utf8.RuneLen(before) : next+size])
				next += size
			}
		} else {
			add(word[:stem(word)])
		}
		if len(list) >= mostTextWords {
			break
		}
	}
	return list
}

// stem returns the number of bytes of a word's first letters.
func stem(word []byte) int {
	if len(word) <= longestStem {
		return len(word)
	}
	end := 0
	for range longestStem {
		if end == len(word) {
			break
		}
		_, size := utf8.DecodeRune(word[end:])
		end += size
	}
	return end
}
