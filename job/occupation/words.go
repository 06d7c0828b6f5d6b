package occupation

import (
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
	"golang.org/x/text/unicode/norm"
)

// A model has a table of titleRows rows for the features of titles, and below it one of textRows for words of texts. Features share rows by their hashes.
const (
	titleRows = 1 << 16
	textRows  = 1 << 15
)

// Word is a word of a text and the rows of its features.
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

// Words splits a text into words and returns the rows of their features. These are the word, its parts of three to five characters with its
// ends, and the pair that it makes with the word before. Parts carry what a word shares with its other forms, with compounds and with words
// of related languages. Of scripts without spaces the features are runs of one to three characters. Case, accents and words of a single
// letter, such as those of (m/f/d), do not count.
func Words(text string) []Word {
	var words []Word
	before := ""
	for word := range folded(text) {
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

// folded yields the words of a text in small letters without accents.
func folded(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var word []rune
		end := func() bool {
			w := string(word)
			short := len(word) == 1 && !ideographic(w)
			word = word[:0]
			return w == "" || short || yield(w)
		}
		script := false // the word is of a script without spaces
		for _, r := range norm.NFKD.String(text) {
			r = unicode.ToLower(r)
			switch {
			case unicode.Is(unicode.Mn, r):
			case unicode.IsLetter(r), len(word) > 0 && (r == '+' || r == '#'):
				if now := isIdeographic(r); now != script {
					if !end() {
						return
					}
					script = now
				}
				if word = append(word, r); len(word) == longestWord && !end() {
					return
				}
			default:
				if !end() {
					return
				}
			}
		}
		end()
	}
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
	mostTextWords = 300
	longestStem   = 7
)

// TextRows returns the rows of the words of a posting's text, each once: of a long word its first seven letters, of scripts without spaces
// the pairs of characters.
func TextRows(text string) (list []uint32) {
	seen := make(map[uint32]bool)
	add := func(word string) {
		r := titleRows + uint32(xxh3.HashStringSeed(word, 't')%textRows)
		if !seen[r] {
			seen[r] = true
			list = append(list, r)
		}
	}
	for word := range folded(text) {
		letters := []rune(word)
		if ideographic(word) {
			for i := range len(letters) - 1 {
				add(string(letters[i : i+2]))
			}
		} else {
			add(string(letters[:min(len(letters), longestStem)]))
		}
		if len(list) >= mostTextWords {
			break
		}
	}
	return list
}
