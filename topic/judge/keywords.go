package judge

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"gannet/features"
)

// keyword is one keyword of a topic: its words, each with the hashes of its forms.
type keyword struct{ words [][]uint32 }

// newKeywords returns the keywords that have a word, each once.
func newKeywords(texts []string) []keyword {
	var list []keyword
	known := map[string]bool{}
	for _, text := range texts {
		words := features.Spell(norm.NFC.String(text))
		if spelled := strings.Join(words, " "); len(words) == 0 || known[spelled] {
			continue
		} else {
			known[spelled] = true
		}
		var k keyword
		for _, w := range words {
			k.words = append(k.words, forms(w))
		}
		list = append(list, k)
	}
	return list
}

// forms returns the hashes of a word, composed and decomposed, and of its regular English plural or singular. In other
// languages such forms are hardly ever words.
func forms(word string) []uint32 {
	all := []string{word, norm.NFD.String(word), word + "s", word + "es"}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		all = append(all, stem+"ies")
	}
	if stem, ok := strings.CutSuffix(word, "ies"); ok && len(stem) > 1 {
		all = append(all, stem+"y")
	}
	if stem, ok := strings.CutSuffix(word, "s"); ok && len(stem) > 2 {
		all = append(all, stem)
	}
	var hashes []uint32
	known := map[uint32]bool{}
	for _, w := range all {
		if h := features.HashWord(w); !known[h] {
			known[h] = true
			hashes = append(hashes, h)
		}
	}
	return hashes
}

// keywordCounter finds keywords on pages.
type keywordCounter struct {
	keywords []keyword
	slots    map[uint32][]int // by a form's hash: which words of all keywords it is a form of
	first    []int            // slot of each keyword's first word
	counts   []int            // by slot
}

func newKeywordCounter(keywords []keyword) *keywordCounter {
	c := &keywordCounter{keywords: keywords, slots: map[uint32][]int{}}
	n := 0
	for _, k := range keywords {
		c.first = append(c.first, n)
		for _, forms := range k.words {
			for _, h := range forms {
				c.slots[h] = append(c.slots[h], n)
			}
			n++
		}
	}
	c.counts = make([]int, n)
	return c
}

// add counts a word that occurs n times.
func (c *keywordCounter) add(word uint32, n int) {
	for _, slot := range c.slots[word] {
		c.counts[slot] += n
	}
}

// take writes how often each keyword was added since the last call. One of several words is there as often as its rarest.
func (c *keywordCounter) take(counts []int) {
	for i, k := range c.keywords {
		counts[i] = c.counts[c.first[i]]
		for w := range k.words {
			counts[i] = min(counts[i], c.counts[c.first[i]+w])
		}
	}
	clear(c.counts)
}
