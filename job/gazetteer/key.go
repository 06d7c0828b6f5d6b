package gazetteer

import "gannet/internal/letters"

// shortWords are words of names that are often written shorter.
var shortWords = map[string]string{"st": "saint", "sankt": "saint", "ste": "sainte", "ft": "fort", "mt": "mount", "pt": "port"}

// Key returns the form of a name by which names are compared: words in lower case without accents and punctuation, separated by one space.
// An umlaut written with e, and "St." for "Saint", give the same key as the full form.
func Key(name string) string {
	return string(key{}.append(name).joined(nil))
}

// key is a key that is being made, letter by letter.
type key struct {
	text  []byte
	word  int  // where its last word begins
	ended bool // a sign stands behind its last word
}

// append returns the key with a text behind it.
func (k key) append(text string) key {
	var room [8]byte
	for _, r := range text {
		switch {
		case r == '\'' || r == '’' || r == '`' || r == 'ʼ' || r == '‘':
			continue
		case !letters.IsLetter(r) && !letters.IsDigit(r) && !letters.IsMark(r):
			k.ended = len(k.text) > k.word
			continue
		}
		folded := letters.AppendFolded(room[:0], r)
		if k.ended && len(folded) > 0 {
			k = k.endWord()
		}
		k.text = append(k.text, folded...)
	}
	return k
}

// endWord returns the key with the last word spelled out, and a word begun behind it.
func (k key) endWord() key {
	if long, ok := shortWords[string(k.text[k.word:])]; ok {
		k.text = append(k.text[:k.word], long...)
	}
	k.text = append(k.text, ' ')
	k.word, k.ended = len(k.text), false
	return k
}

// joined returns the key in room, which it overwrites.
func (k key) joined(room []byte) []byte { return letters.JoinVowelsIn(append(room[:0], k.text...)) }
