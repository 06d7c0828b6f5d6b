package sketch

import (
	"strings"
	"unicode"

	snowball "github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	"golang.org/x/text/unicode/norm"
)

// stemmers are Snowball's, by ISO 639-1.
var stemmers = map[string]func(*snowball.Env) bool{
	"ar": arabic.Stem, "da": danish.Stem, "nl": dutch.Stem, "en": english.Stem, "fi": finnish.Stem, "fr": french.Stem,
	"de": german.Stem, "hu": hungarian.Stem, "ga": irish.Stem, "it": italian.Stem, "no": norwegian.Stem,
	"nb": norwegian.Stem, "nn": norwegian.Stem, "pt": portuguese.Stem, "ro": romanian.Stem, "ru": russian.Stem,
	"es": spanish.Stem, "sv": swedish.Stem, "ta": tamil.Stem, "tr": turkish.Stem,
}

// forms gives the hashes of words' canonical forms. It remembers those of words met lately, as written, because bringing
// a word to its form costs a hundred times as much as looking it up.
type forms struct {
	language string
	salt     uint64 // of the language
	stem     func(*snowball.Env) bool
	env      snowball.Env
	sets     [][2]form
	shift    uint
}

// form is a word as written, by a name of 64 bits, and the hash of its canonical form. Sets of two hold the word met last before the other.
type form struct{ name, canonical uint64 }

func newForms(n int) *forms {
	shift := 63 // at least two sets
	for 2<<(64-shift) < n {
		shift--
	}
	return &forms{sets: make([][2]form, 1<<(64-shift)), shift: uint(shift)}
}

// use sets the language of the words to come.
func (f *forms) use(language string) {
	if language != f.language {
		f.language, f.stem, f.salt = language, stemmers[language], 0
		if f.stem != nil {
			f.salt = hashWord(language)
		}
	}
}

// find gives the hash of a word's canonical form. name stands for the word and no other.
func (f *forms) find(name uint64, word string) uint64 {
	name ^= f.salt
	set := &f.sets[name*base>>f.shift]
	if set[0].name == name {
		return set[0].canonical
	}
	if set[1].name == name {
		set[0], set[1] = set[1], set[0]
		return set[0].canonical
	}
	set[1] = set[0]
	set[0] = form{name, hashWord(f.canonical(word))}
	return set[0].canonical
}

// longestStemmed is the longest word, in bytes, that is brought to its stem: longer ones are no words of a language.
const longestStemmed = 64

// canonical brings a word to its form: compatibility variants of characters to one (NFKC), lower case, stem. Names with
// digits have no stem.
func (f *forms) canonical(word string) string {
	word = strings.ToLower(norm.NFKC.String(word))
	if f.stem == nil || len(word) > longestStemmed || strings.IndexFunc(word, notLetter) >= 0 {
		return word
	}
	f.env.SetCurrent(word)
	f.stem(&f.env)
	return f.env.Current()
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
