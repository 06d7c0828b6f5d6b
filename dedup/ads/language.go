package ads

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// common are words that a text of their language is seldom without and others seldom have.
var common = map[string]string{}

func init() {
	for language, words := range map[string]string{
		"en": "the and of to with for you our we are is", "de": "und der die das mit für wir sie ist ein eine",
		"fr": "le les des et vous nous pour une dans est du", "es": "el los las y para con una del que por",
		"it": "il gli della per con una che di sono nel", "pt": "o os da do para com uma que em não",
		"nl": "het een van en je wij met voor bij zijn", "pl": "w na i oraz do się z jest dla praca",
		"cs": "a na se v pro je práce nebo které jako", "sv": "och att det som för vi är du med till",
		"da": "og at det som for vi er du med til af", "no": "og å det som for vi er du med til av",
		"fi": "ja on että sinulla meillä tai sekä ovat työ", "tr": "ve bir için ile olarak bu veya iş",
		"ro": "și de la cu pentru în este sau care", "hu": "és a az egy hogy vagy nem munka", "ru": "и в на с по для мы от не работа",
	} {
		for word := range strings.FieldsSeq(words) {
			if _, twice := common[word]; twice {
				common[word] = ""
				continue
			}
			common[word] = language
		}
	}
	for word, language := range common {
		if language == "" {
			delete(common, word)
		}
	}
}

// judgedWords is how many words of a text tell its language.
const judgedWords = 300

// Language guesses in which language a text is, by its common words, for the choice of a stemmer: ISO 639-1, or "" where
// too few are known. Any answer that is the same for all copies of a text does.
func Language(s string) string {
	counts := map[string]int{}
	n, han := 0, 0
	for token := range strings.FieldsSeq(s) {
		if r, _ := utf8.DecodeRuneInString(token); unicode.Is(unicode.Han, r) {
			han++
		}
		if language, ok := common[strings.ToLower(token)]; ok {
			counts[language]++
		}
		if n++; n == judgedWords {
			break
		}
	}
	if 2*han > n {
		return "zh"
	}
	best := ""
	for language, c := range counts {
		if c > counts[best] || c == counts[best] && language < best {
			best = language
		}
	}
	if counts[best]*25 < n || counts[best] < 2 {
		return ""
	}
	return best
}
