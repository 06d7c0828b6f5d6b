package ads

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// common maps words to their language. Texts of that language nearly always have them, and others seldom.
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

// maxJudged is how many words of a text are looked at.
const maxJudged = 300

// Language guesses the language of a text by its common words. It returns an ISO 639-1 code, or "" if too few words are
// known. It serves to choose a stemmer, so a wrong answer does no harm if all copies of a text get it.
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
		if n++; n == maxJudged {
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
