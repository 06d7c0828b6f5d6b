package ads

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// common maps words to their language, a position in languages. Nearly every text of that language contains such a word, and texts of other languages
// seldom do.
var (
	common    = map[string]int{}
	languages []string                   // ascending
	lengths   [utf8.RuneSelf]uint32      // of the common words of ASCII, by their first letter: a bit for each length
	short     [1 << shortBits]packedWord // those of ASCII with up to eight letters, by their hash or behind it
)

// packedWord is a common word, its letters in the bytes of a number, and its language.
type packedWord struct {
	letters  uint64 // 0: none
	language int
}

const shortBits = 9 // several times as many as there are words

// slot returns where a word of letters is in short, or the free place for it.
func slot(letters uint64) *packedWord {
	for i := letters * 0x9e3779b97f4a7c15 >> (64 - shortBits); ; i = (i + 1) % (1 << shortBits) {
		if s := &short[i]; s.letters == letters || s.letters == 0 {
			return s
		}
	}
}

func init() {
	of := map[string]string{
		"en": "the and of to with for you our we are is", "de": "und der die das mit für wir sie ist ein eine",
		"fr": "le les des et vous nous pour une dans est du avec votre", "es": "el los las y para con una del que por",
		"it": "il gli della per con una che di sono nel", "pt": "o os da do para com uma que em não",
		"nl": "het een van je wij met voor bij zijn", "pl": "w na i oraz do się z jest dla praca",
		"cs": "a na se v pro je práce nebo které jako", "sv": "och att det som för vi är du med till",
		"da": "og at det som for vi er du med til af", "no": "og å det som for vi er du med til av",
		"fi": "ja että sinulla meillä tai sekä ovat työ", "tr": "ve bir için ile olarak bu veya iş",
		"ro": "și cu pentru în este sau care din prin sunt", "hu": "és a az egy hogy vagy nem munka", "ru": "и в на с по для мы от не работа",
	}
	languages = slices.Sorted(maps.Keys(of))
	const several = -1
	for i, language := range languages {
		for word := range strings.FieldsSeq(of[language]) {
			if _, twice := common[word]; twice {
				common[word] = several
				continue
			}
			common[word] = i
		}
	}
	maps.DeleteFunc(common, func(_ string, language int) bool { return language == several })
	for word, language := range common {
		if letters, ok := pack(word); ok {
			*slot(letters) = packedWord{letters, language}
		}
		if c := word[0]; c < utf8.RuneSelf {
			lengths[c] |= 1 << len(word)
			lengths[unicode.ToUpper(rune(c))] |= 1 << len(word)
		}
	}
}

// pack returns the letters of a word of ASCII in lower case. ok is false for other words, and for those of more than eight letters.
func pack(word string) (letters uint64, ok bool) {
	for i := range len(word) {
		c := word[i]
		if c >= utf8.RuneSelf || i == 8 {
			return 0, false
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		letters = letters<<8 | uint64(c)
	}
	return letters, true
}

// longestCommon is a number of bytes that no common word reaches.
const longestCommon = 16

// languageOf returns the language of a common word in any case. It allocates nothing for a word of ASCII.
func languageOf(word string) (language int, ok bool) {
	if c := word[0]; len(word) > longestCommon || c < utf8.RuneSelf && lengths[c]>>len(word)&1 == 0 {
		return 0, false
	}
	if letters, ok := pack(word); ok {
		s := slot(letters)
		return s.language, s.letters != 0 && letters != 0
	}
	language, ok = common[strings.ToLower(word)]
	return language, ok
}

// maxJudged is how many words of a text are read to guess its language.
const maxJudged = 300

// Language guesses the language of a text by its common words. It returns an ISO 639-1 code, or "" if it knows too few of the words. The
// guess has two uses. It chooses a stemmer, where a wrong guess does no harm as long as all copies of a text get the same one. It also
// shows that two postings are translations, whose texts are not compared. So it does not use words that several languages have, such as
// "de".
func Language(s string) string {
	counts := make([]int, len(languages))
	n, han := 0, 0

	for token := range strings.FieldsSeq(s) {
		if r, _ := utf8.DecodeRuneInString(token); r >= utf8.RuneSelf && unicode.Is(unicode.Han, r) {
			han++
		}
		if language, ok := languageOf(token); ok {
			counts[language]++
		}
		if n++; n == maxJudged {
			break
		}
	}
	if 2*han > n {
		return "zh"
	}
	most := slices.Max(counts)
	if most*25 < n || most < 2 {
		return ""
	}
	return languages[slices.Index(counts, most)]
}
