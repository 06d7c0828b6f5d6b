package gazetteer

import (
	"strings"
	"unicode"

	"gannet/internal/letters"
)

// shortWords are words of names that are often written shorter.
var shortWords = map[string]string{"st": "saint", "sankt": "saint", "ste": "sainte", "ft": "fort", "mt": "mount", "pt": "port"}

// Key returns the form by which names are compared: words in lower case without accents and punctuation, with one space between them.
// Umlauts written with e, and words such as "St." for "Saint", have the same key as the full form.
func Key(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == '\'' || r == '’' || r == '`' || r == 'ʼ' || r == '‘':
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			return r
		}
		return ' '
	}, name)
	words := strings.Fields(letters.Fold(plain))
	for i, w := range words {
		if long, ok := shortWords[w]; ok && i+1 < len(words) {
			w = long
		}
		words[i] = letters.JoinVowels(w)
	}
	return strings.Join(words, " ")
}
