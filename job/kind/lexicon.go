package kind

import (
	_ "embed" // for the words
	"strings"

	"gannet/features"
)

//go:embed words.txt
var wordFile string

// The senses of the words and phrases in words.txt.
const (
	none uint8 = iota
	many
	found
	filter
	next
	ago
	location
	company
	posted
	pay
	kindOfWork
	until
	id
	duties
	requirements
	benefits
	apply
	seek
	cv
	senses
)

var senseNames = map[string]uint8{
	"many": many, "found": found, "filter": filter, "next": next, "ago": ago, "place": location, "company": company,
	"posted": posted, "pay": pay, "type": kindOfWork, "until": until, "id": id, "duties": duties, "profile": requirements,
	"benefits": benefits, "apply": apply, "seek": seek, "cv": cv,
}

// longest is the most words of a phrase.
const longest = 4

// lexicon maps the hashes of words and phrases to their senses.
var lexicon = newLexicon(wordFile)

func newLexicon(file string) *table {
	t := newTable(8192)
	for line := range strings.Lines(file) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		sense := senseNames[name]
		if !ok || sense == none {
			continue
		}
		for phrase := range strings.SplitSeq(list, "|") {
			h, words := uint32(0), features.Words(phrase)
			for _, w := range words {
				h = joined(h, w)
			}
			t.set(h, int8(sense))
			if len(words) > 0 {
				firstWords.add(words[0])
			}
		}
	}
	return t
}

// firstWords are the first words of the lexicon's phrases. Most words of a page begin none.
var firstWords wordFilter

// wordFilter says quickly of most words that they are in no set (Bloom 1970, with one hash).
type wordFilter [1 << 14 / 64]uint64

func (f *wordFilter) add(word uint32) { f[word>>6%uint32(len(f))] |= 1 << (word % 64) }

func (f *wordFilter) mayHave(word uint32) bool { return f[word>>6%uint32(len(f))]&(1<<(word%64)) != 0 }

// joined returns the hash of a phrase and one more word.
func joined(phrase, word uint32) uint32 { return phrase*0x9E3779B1 + word }

// phraseOf returns the hash of some words.
func phraseOf(words []features.Word) (phrase uint32) {
	for _, w := range words {
		phrase = joined(phrase, w.Hash)
	}
	return phrase
}

// senseAt returns the sense of the longest phrase that begins at word i and ends before end. It returns none if there is no such phrase.
func senseAt(words []features.Word, i, end int) uint8 {
	h, sense := uint32(0), none
	if i < end && !firstWords.mayHave(words[i].Hash) {
		return none
	}
	for n := 0; n < longest && i+n < end; n++ {
		h = joined(h, words[i+n].Hash)
		if s, ok := lexicon.get(h); ok {
			sense = uint8(s)
		}
	}
	return sense
}

// table maps hashes to small numbers by open addressing.
type table struct {
	keys   []uint32
	values []int8
	used   []bool
	mask   uint32
}

// newTable makes a table. The size must be a power of two and at least twice the number of keys.
func newTable(size int) *table {
	return &table{keys: make([]uint32, size), values: make([]int8, size), used: make([]bool, size), mask: uint32(size - 1)}
}

func (t *table) slot(key uint32) uint32 {
	at := key * 0x85EBCA6B >> 7 & t.mask
	for t.used[at] && t.keys[at] != key {
		at = (at + 1) & t.mask
	}
	return at
}

func (t *table) set(key uint32, value int8) {
	at := t.slot(key)
	t.keys[at], t.values[at], t.used[at] = key, value, true
}

func (t *table) get(key uint32) (int8, bool) {
	at := t.slot(key)
	return t.values[at], t.used[at]
}

// Phrases returns the words and phrases with this meaning. sense is a name in words.txt.
func Phrases(sense string) (phrases []string) {
	for line := range strings.Lines(wordFile) {
		if name, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && name == sense {
			phrases = append(phrases, strings.Split(list, "|")...)
		}
	}
	return phrases
}
