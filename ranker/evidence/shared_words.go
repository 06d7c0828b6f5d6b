package evidence

import (
	"math"

	"gannet/ranker/total"
)

// sharedWords holds what a wordModel has learned itself. The model's weights and bias are the sums of this and of what other owners have learned.
type sharedWords struct {
	pairs           *total.Pairs // weight and sum of squared slopes of each word
	bias, elsewhere [2]float64   // the bias and its sum of squared slopes
}

// share adds the model to a book, as two parts of it. All tokens are below end.
func (m *wordModel) share(book *total.Book, name string, end uint64) {
	s := &sharedWords{}
	m.shared = s
	s.pairs = book.AddPairs(name, total.PairsOptions{End: end, Changed: func(word uint64) {
		own, others := s.pairs.Own(word), s.pairs.Elsewhere(word)
		m.weights.Set(uint32(word), own[0]+others[0], own[1]+others[1])
	}})
	book.AddNumbers("bias of "+name, total.Numbers{
		Own:       func() []float64 { return []float64{s.bias[0], s.bias[1]} },
		SetOwn:    func(own []float64) { s.bias = [2]float64(own); m.setBias() },
		Elsewhere: func(others []float64) { s.elsewhere = [2]float64(others); m.setBias() },
	})
}

// groupWord returns the number by which word models know a group. If the Collection is shared, it is made of the group's key, so that it is the same
// in all Collections.
func (c *Collection) groupWord(group uint32) uint32 {
	if c.shared == nil {
		return group
	}
	return uint32(c.groupKeys[group] >> 8)
}

func (m *wordModel) setBias() {
	s := m.shared
	m.bias, m.biasSquare = s.bias[0]+s.elsewhere[0], s.bias[1]+s.elsewhere[1]
}

// learnShared does what learn does for the slope g. It also records each step as learned here.
func (m *wordModel) learnShared(tokens []uint32, g float64) {
	s := m.shared
	s.bias[1] += g * g
	m.biasSquare = s.bias[1] + s.elsewhere[1]
	s.bias[0] -= biasRate * g / math.Sqrt(m.biasSquare+1e-6)
	m.bias = s.bias[0] + s.elsewhere[0]
	for i, word := range tokens {
		weight, square := m.weights.At(word)
		m.weights.Learn(tokens[i:i+1], g, wordRate, wordDamping)
		newWeight, newSquare := m.weights.At(word)
		s.pairs.Add(uint64(word), total.Pair{newWeight - weight, newSquare - square})
	}
}

// share adds a vocabulary to a book.
func (v *vocabulary) share(book *total.Book) {
	v.links.share(book, "words of links", 3<<vocabularyBits)
	v.sharedPages = book.AddPairs("words of pages", total.PairsOptions{End: 1 << vocabularyBits, Changed: func(word uint64) {
		own, others := v.sharedPages.Own(word), v.sharedPages.Elsewhere(word)
		v.pages[word] = harvest{}.plusPair(own).plusPair(others)
	}})
}
