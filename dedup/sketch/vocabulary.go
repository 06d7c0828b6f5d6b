package sketch

// vocabularyBits is the number of bits of a Vocabulary, 2¹¹. An advertisement has some 250 different words.
const vocabularyBits = 2048

// Vocabulary is the different words of a text: a Bloom filter with two bits for each. In a text of 250 different words, 5 % of all
// others are found as well.
type Vocabulary [vocabularyBits / 64]uint64

// places returns the two bits of a word.
func places(word uint32) (one, other uint32) {
	return word >> (32 - 11), word >> (32 - 22) & (vocabularyBits - 1)
}

// fill sets the bits of words.
func (v *Vocabulary) fill(words []uint64) {
	for _, w := range words {
		one, other := places(uint32(w >> 32))
		v[one/64] |= 1 << (one % 64)
		v[other/64] |= 1 << (other % 64)
	}
}

// Has reports whether a text has a word, given as AppendWords gives it.
func (v *Vocabulary) Has(word uint32) bool {
	one, other := places(word)
	return v[one/64]>>(one%64)&(v[other/64]>>(other%64))&1 != 0
}

// Repeated returns how many of the pairs of successive words of a phrase are such pairs of the text that was sketched last, and how many
// pairs the phrase has. Of a phrase of one word, the word counts.
func (k *Sketcher) Repeated(phrase, lang string) (found, all int) {
	k.forms.setLanguage(lang)
	end := len(k.words)
	k.words = k.appendWords(k.words, phrase)
	text, words := k.words[:end], k.words[end:]
	k.words = text
	if len(words) == 1 {
		return min(1, countIn(text, words[0])), 1
	}
	for i := 1; i < len(words); i++ {
		if hasPair(text, words[i-1], words[i]) {
			found++
		}
	}
	return found, max(0, len(words)-1)
}

func countIn(words []uint64, w uint64) (n int) {
	for _, x := range words {
		if x == w {
			n++
		}
	}
	return n
}

// hasPair reports whether b follows a in a text.
func hasPair(text []uint64, a, b uint64) bool {
	for i := 1; i < len(text); i++ {
		if text[i] == b && text[i-1] == a {
			return true
		}
	}
	return false
}

// AppendWords appends the words of a text as a Vocabulary knows them. lang is as in Sketch.
func (k *Sketcher) AppendWords(dst []uint32, text, lang string) []uint32 {
	k.forms.setLanguage(lang)
	k.words = k.appendWords(k.words[:0], text)
	for _, w := range k.words {
		dst = append(dst, uint32(w>>32))
	}
	return dst
}
