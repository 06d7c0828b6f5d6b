package postings

import (
	"bytes"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// spelling is one of two ways to write a Latin letter with a mark. Besides its own form, the letter is also written without the mark, and in German
// as two letters: Köln, Koln, Koeln. A word is found if text and word agree in either spelling. Words of other scripts stay unchanged, because a mark
// there may be a letter of its own.
type spelling int

const (
	bare   spelling = iota // ö is o
	german                 // ö is oe
)

// spelled is a word that is looked for, in lower case and each spelling.
type spelled [2][]byte

func spell(word string) (s spelled) {
	for i := range s {
		s[i] = respell(nil, []byte(word), spelling(i))
	}
	return s
}

func spellAll(words []string) (list []spelled) {
	for _, w := range words {
		list = append(list, spell(w))
	}
	return list
}

// missing returns the words that are in the text in no spelling. The text is in lower case.
func (f *filter) missing(text []byte, words []spelled) (left []spelled) {
	left = lacking(text, words, bare)
	if len(left) == 0 || isASCII(text) && !slices.ContainsFunc(left, spelled.differ) {
		return left
	}
	for i := range spelling(len(spelled{})) {
		f.other = respell(f.other[:0], text, i)
		left = lacking(f.other, left, i)
	}
	return left
}

// lacking returns those of the words that a text does not have in one spelling.
func lacking(text []byte, words []spelled, as spelling) (left []spelled) {
	for _, w := range words {
		if !hasWord(text, w[as]) {
			left = append(left, w)
		}
	}
	return left
}

// differ reports whether the spellings of a word differ.
func (s spelled) differ() bool { return !bytes.Equal(s[bare], s[german]) }

func isASCII(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return c >= utf8.RuneSelf })
}

// respell appends a text, which is in lower case, in one spelling.
func respell(to, text []byte, as spelling) []byte {
	latin := false // the letter before
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			to = append(to, c)
			latin = 'a' <= c && c <= 'z'
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch forms, known := latinLetters()[r]; {
		case known:
			to = append(to, forms[as]...)
			latin = true
		case latin && 0x300 <= r && r <= 0x36f: // the mark of the letter before
			if last := to[len(to)-1]; as == german && r == diaeresis && slices.Contains([]byte("aou"), last) {
				to = append(to, 'e')
			}
		default:
			to = utf8.AppendRune(to, r)
			latin = false
		}
	}
	return to
}

const diaeresis = 0x308

// latinLetters has both spellings of lower-case Latin letters with marks, and of joined letters.
var latinLetters = sync.OnceValue(func() map[rune][2]string {
	m := map[rune][2]string{
		'ß': {"ss", "ss"}, 'æ': {"a", "ae"}, 'ø': {"o", "oe"}, 'œ': {"o", "oe"}, 'å': {"a", "aa"}, 'ł': {"l", "l"}, 'đ': {"d", "d"},
		'ð': {"d", "d"}, 'þ': {"th", "th"}, 'ı': {"i", "i"}, 'ħ': {"h", "h"},
		'ä': {"a", "ae"}, 'ö': {"o", "oe"}, 'ü': {"u", "ue"},
	}
	for _, block := range [][2]rune{{0xc0, 0x24f}, {0x1e00, 0x1eff}} {
		for r := block[0]; r <= block[1]; r++ {
			letters := []rune(norm.NFD.String(string(r)))
			if _, known := m[r]; known || len(letters) < 2 || letters[0] >= utf8.RuneSelf || !unicode.IsLetter(letters[0]) {
				continue
			}
			m[r] = [2]string{string(letters[0]), string(letters[0])}
		}
	}
	return m
})
