package topic

import (
	"iter"
	"maps"
	"math"
)

// IDF has the inverse document frequency of words: the rarer a word, the higher. It is safe for concurrent use.
type IDF struct {
	known   table
	unknown float32 // of a word never seen
}

// NewIDF computes ln(N/df) (SMART "t"), where N is the number of examples and df the number of those that have the word in any field. An
// unknown word counts as if half an example had it. Positive and negative examples count the same.
func NewIDF(examples []Example) *IDF {
	df := map[uint32]int{}
	seen := map[uint32]bool{}
	for _, e := range examples {
		clear(seen)
		for _, t := range e.Vector.Terms {
			if !seen[t.Word] {
				seen[t.Word] = true
				df[t.Word]++
			}
		}
	}
	return newIDF(maps.All(df), len(df), len(examples))
}

// newIDF computes the inverse document frequencies of a number of words from their document frequencies.
func newIDF(df iter.Seq2[uint32, int], words, documents int) *IDF {
	n := float64(max(documents, 1))
	d := &IDF{known: newTable(words), unknown: float32(math.Log(2*n + 1))}
	for word, count := range df {
		d.known.insertWord(word, float32(math.Log(n/float64(count))))
	}
	return d
}

// Of returns the inverse document frequency of a word. A nil IDF returns 1 for every word.
func (d *IDF) Of(word uint32) float64 {
	if d == nil {
		return 1
	}
	if v, ok := d.known.get(word); ok {
		return float64(v)
	}
	return float64(d.unknown)
}

// table maps words to numbers: open addressing, several times faster than a map.
type table struct {
	entries []entry
	mask    uint32
}

type entry struct {
	word  uint32
	value float32
	used  bool
}

func newTable(size int) table {
	n := 8
	for n < 2*size {
		n *= 2
	}
	return table{entries: make([]entry, n), mask: uint32(n - 1)}
}

// insertWord adds a word that is not in the table yet; newTable's size must not be exceeded.
func (t *table) insertWord(word uint32, value float32) {
	at := mix(word) & t.mask
	for t.entries[at].used {
		at = (at + 1) & t.mask
	}
	t.entries[at] = entry{word: word, value: value, used: true}
}

func (t *table) get(word uint32) (float32, bool) {
	for at := mix(word) & t.mask; ; at = (at + 1) & t.mask {
		e := &t.entries[at]
		if !e.used {
			return 0, false
		}
		if e.word == word {
			return e.value, true
		}
	}
}
