package sketch

import (
	"math"
	"math/bits"
	"slices"
)

// vocabularyBits is the number of bits of a Vocabulary, 2¹¹. An advertisement has some 250 different words.
const vocabularyBits = 2048

// Vocabulary is the set of words of a text, stored as a Bloom filter with two bits for each word. For a text of 250 distinct words, Has is
// wrongly true for 5 % of other words.
type Vocabulary [vocabularyBits / 64]uint64

// places returns the positions of the two bits of a word.
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

// Has reports whether the text has a word, given by its hash from AppendWords. It may be wrongly true, but never wrongly false.
func (v *Vocabulary) Has(word uint32) bool {
	one, other := places(word)
	return v[one/64]>>(one%64)&(v[other/64]>>(other%64))&1 != 0
}

// OwnWords estimates for each of two texts how many of its words the other text does not have. own is the smaller of these two numbers, and
// words is the number of distinct words in the text that has fewer. Both are estimated from how many bits are set (Swamidass and Baldi
// 2007).
func (v *Vocabulary) OwnWords(o *Vocabulary) (own, words float64) {
	var ones, others, either int
	for i := range v {
		ones += bits.OnesCount64(v[i])
		others += bits.OnesCount64(o[i])
		either += bits.OnesCount64(v[i] | o[i])
	}
	a, b := wordsOf(ones), wordsOf(others)
	return max(0, wordsOf(either)-max(a, b)), min(a, b)
}

// wordsOf estimates how many words have been added, given the number of bits that are set.
func wordsOf(ones int) float64 {
	const bitsOfWord = 2
	return -vocabularyBits / bitsOfWord * math.Log1p(-float64(min(ones, vocabularyBits-1))/vocabularyBits)
}

// Repeated compares a phrase with the text that was sketched last. all is the number of pairs of successive words in the phrase, and found
// says how many of these pairs the text has, too. A phrase of one word counts as one pair.
func (k *Sketcher) Repeated(phrase, lang string) (found, all int) {
	k.forms.setLanguage(lang)
	end := len(k.words)
	k.words = k.appendWords(k.words, phrase)
	text, words := k.words[:end], k.words[end:]
	k.words = text
	switch {
	case len(words) == 0:
		return 0, 0
	case len(words) > 1:
		return countPairs(text, words), len(words) - 1
	case slices.Contains(text, words[0]):
		return 1, 1
	}
	return 0, 1
}

// countPairs counts the pairs of successive words of a phrase that are such pairs of a text.
func countPairs(text, phrase []uint64) int {
	var begins uint64 // a bit for each word that begins a pair
	for _, w := range phrase[:len(phrase)-1] {
		begins |= 1 << (w >> 58)
	}
	seen := uint64(0) // a bit for each pair
	for i, w := range text[:max(0, len(text)-1)] {
		if begins>>(w>>58)&1 == 0 {
			continue
		}
		for k := 0; k+1 < min(len(phrase), 64); k++ {
			if phrase[k] == w && phrase[k+1] == text[i+1] {
				seen |= 1 << k
			}
		}
	}
	return bits.OnesCount64(seen)
}

// AppendWords appends to dst the hashes of the words of a text, for Vocabulary.Has. lang is the language of the text as an ISO 639-1 code, or
// "".
func (k *Sketcher) AppendWords(dst []uint32, text, lang string) []uint32 {
	k.forms.setLanguage(lang)
	k.words = k.appendWords(k.words[:0], text)
	for _, w := range k.words {
		dst = append(dst, uint32(w>>32))
	}
	return dst
}
