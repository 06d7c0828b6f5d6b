package sketch

import (
	"strings"
	"unicode"
	"unicode/utf8"

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

	"gannet/internal/letters"
)

// stemmers are Snowball's, by ISO 639-1 code.
var stemmers = map[string]func(*snowball.Env) bool{
	"ar": arabic.Stem, "da": danish.Stem, "nl": dutch.Stem, "en": english.Stem, "fi": finnish.Stem, "fr": french.Stem,
	"de": german.Stem, "hu": hungarian.Stem, "ga": irish.Stem, "it": italian.Stem, "no": norwegian.Stem,
	"nb": norwegian.Stem, "nn": norwegian.Stem, "pt": portuguese.Stem, "ro": romanian.Stem, "ru": russian.Stem,
	"es": spanish.Stem, "sv": swedish.Stem, "ta": tamil.Stem, "tr": turkish.Stem,
}

// forms returns the hashes of the canonical forms of words. It caches them, because to compute a form costs a hundred
// times as much as to look it up.
type forms struct {
	language string
	salt     uint64 // of the language
	stem     func(*snowball.Env) bool
	env      snowball.Env
	sets     [][2]form
	shift    uint
}

// form is an identifier of a word as written, and the hash of its canonical form. A set of the cache has two forms; the one
// used last comes first.
type form struct{ id, canonical uint64 }

func newForms(n int) *forms {
	shift := 63 // at least two sets
	for 2<<(64-shift) < n {
		shift--
	}
	return &forms{sets: make([][2]form, 1<<(64-shift)), shift: uint(shift)}
}

// setLanguage sets the language of the following words.
func (f *forms) setLanguage(language string) {
	if language != f.language {
		f.language, f.stem, f.salt = language, stemmers[language], 0
		if f.stem != nil {
			f.salt = hashWord(language)
		}
	}
}

// hashOf returns the hash of the canonical form of a word. id identifies the word as written.
func (f *forms) hashOf(id uint64, word string) uint64 {
	id ^= f.salt
	set := &f.sets[id*base>>f.shift]
	if set[0].id == id {
		return set[0].canonical
	}
	if set[1].id == id {
		set[0], set[1] = set[1], set[0]
		return set[0].canonical
	}
	set[1] = set[0]
	set[0] = form{id, hashWord(f.canonical(word))}
	return set[0].canonical
}

// maxStemmed is the length in bytes of the longest word that is stemmed. Longer ones are not words of a language.
const maxStemmed = 64

// canonical returns the canonical form of a word: characters in NFKC, lower case, without accents, stem. Words with digits
// are not stemmed. Accents go first, so that a copy that has lost them, or has "ae" for "ä", has the same stems.
func (f *forms) canonical(word string) string {
	word = letters.JoinVowels(folded(norm.NFKC.String(word)))
	if f.stem == nil || len(word) > maxStemmed || strings.IndexFunc(word, notLetter) >= 0 {
		return word
	}
	f.env.SetCurrent(word)
	f.stem(&f.env)
	return f.env.Current()
}

// folded returns a word in lower case and without accents. It keeps the Cyrillic й, because stemmers need that letter.
func folded(word string) string {
	if strings.IndexFunc(word, isWide) < 0 {
		return strings.ToLower(word)
	}
	b := make([]byte, 0, len(word)+2)
	for _, r := range word {
		switch {
		case r == 'й' || r == 'Й':
			b = append(b, "й"...)
		default:
			b = letters.AppendFolded(b, r)
		}
	}
	return string(b)
}

func isWide(r rune) bool { return r >= utf8.RuneSelf }

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
