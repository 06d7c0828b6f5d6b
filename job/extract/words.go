package extract

import (
	_ "embed" // for the words
	"math/bits"
	"slices"
	"strings"

	"gannet/internal/letters"
)

//go:embed words.txt
var wordFile string

// Bounds of languages by words.
const (
	wordBytes  = 1500 // of a text
	leastHits  = 5    // words of a text that are of its language
	leastShare = .08  // of all its words
	leastLead  = 1.1  // over every other language
	longText   = 40   // words
	hardly     = .03  // of all words
)

// frequentWords has the languages of each frequent word, as bits, and the names of the languages.
type frequentWords struct {
	of    map[string]uint64
	langs []string
}

var frequent = readFrequentWords(wordFile)

func readFrequentWords(file string) *frequentWords {
	f := &frequentWords{of: map[string]uint64{}}
	for line := range strings.Lines(file) {
		lang, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || len(lang) != 2 {
			continue
		}
		for word := range strings.FieldsSeq(list) {
			f.of[word] |= 1 << len(f.langs)
		}
		f.langs = append(f.langs, lang)
	}
	return f
}

// wordCounts are how many words of a text each language's frequent words are, and all of its words.
type wordCounts struct {
	hits [64]int
	all  int
}

func countWords(text []byte) (c wordCounts) {
	s := letters.Lower(string(text[:min(len(text), wordBytes)]))
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !letters.IsLetter(r) && !letters.IsMark(r) }) {
		c.all++
		for of := frequent.of[word]; of != 0; of &= of - 1 {
			c.hits[bits.TrailingZeros64(of)]++
		}
	}
	return c
}

// language returns the language whose frequent words make up most of a text, or "" if that is not clear. It also tells languages that
// the model of languages has not learned.
func (c *wordCounts) language() string {
	best, second := 0, 0
	for i := 1; i < len(frequent.langs); i++ {
		switch {
		case c.hits[i] > c.hits[best]:
			best, second = i, c.hits[best]
		case c.hits[i] > second:
			second = c.hits[i]
		}
	}
	if n := float64(c.hits[best]); n < leastHits || n < leastShare*float64(c.all) || n < leastLead*float64(second) {
		return ""
	}
	return frequent.langs[best]
}

// lacks reports whether a text is long but contains hardly any frequent word of a language.
func (c *wordCounts) lacks(lang string) bool {
	i := slices.Index(frequent.langs, lang)
	return i >= 0 && c.all >= longText && float64(c.hits[i]) < hardly*float64(c.all)
}
