package gazetteer

import (
	"unicode"

	"gannet/internal/letters"
)

// shortWords are words of names that are often written shorter.
var shortWords = map[string]string{"st": "saint", "sankt": "saint", "ste": "sainte", "ft": "fort", "mt": "mount", "pt": "port"}

// Key returns the form by which names are compared: words in lower case without accents and punctuation, with one space between them.
// Umlauts written with e, and words such as "St." for "Saint", have the same key as the full form.
func Key(name string) string { return string(appendKey(nil, name)) }

// appendKey appends the key of a name to b, which must be empty.
func appendKey(b []byte, name string) []byte {
	var room [8]byte
	word, ended := 0, false // where the last word begins, and whether a sign stands behind it
	for _, r := range name {
		switch {
		case r == '\'' || r == '’' || r == '`' || r == 'ʼ' || r == '‘':
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			ended = len(b) > word
			continue
		}
		folded := letters.AppendFolded(room[:0], r)
		if ended && len(folded) > 0 {
			if long, ok := shortWords[string(b[word:])]; ok {
				b = append(b[:word], long...)
			}
			b = append(b, ' ')
			word, ended = len(b), false
		}
		b = append(b, folded...)
	}
	return letters.JoinVowelsIn(b)
}
