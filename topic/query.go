package topic

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"gannet/features"
)

// QueryTerms is the usual number of words of a query in LearnQuery. On the training topics of the frozen webs, 5 and 10 words were best for
// Shark Search. With more words, which include common ones, every anchor resembles the topic.
const QueryTerms = 10

// Query describes a topic by weighted words, with which short texts are compared. The comparison is the cosine under SMART's ntc weights:
// term frequency times idf, at unit length (Manning et al., Introduction to Information Retrieval, 6.4.3). A Query is safe for concurrent
// use, except for Spell.
type Query struct {
	weights table     // of unit length
	marks   [4]uint64 // bits of the words in weights, by their lowest byte
	words   int       // in weights
	idf     *IDF
	grams   *features.Grams // nil if no word's spelling is known
	spelled []string        // sorted
}

// NewQuery returns a query with these keywords. If idf is nil, all words count the same.
func NewQuery(keywords []string, idf *IDF) *Query {
	weights := map[uint32]float64{}
	var words []string
	for _, k := range keywords {
		for _, w := range features.Spell(k) {
			weights[features.HashWord(w)] += idf.Of(features.HashWord(w))
			words = append(words, w)
		}
	}
	q := newQuery(weights, idf)
	q.setSpellings(words)
	return q
}

// LearnQuery returns a query with the words that have the largest weights in the centroid of positive examples, at most terms of them. The
// examples contain only hashes of words; Spell finds out how the words are written.
func LearnQuery(positives []Vector, idf *IDF, terms int) *Query {
	return newQuery(centroid(positives, idf, terms), idf)
}

func newQuery(weights map[uint32]float64, idf *IDF) *Query {
	normalize(weights)
	q := &Query{weights: newTable(len(weights)), words: len(weights), idf: idf}
	for w, x := range weights {
		q.weights.insertWord(w, float32(x))
		q.marks[byte(w)>>6] |= 1 << (w & 63)
	}
	return q
}

// shares reports whether one of some words is a word of the query.
func (q *Query) shares(ws []features.Word) bool {
	for i := range ws {
		if w := ws[i].Hash; q.marks[byte(w)>>6]&(1<<(w&63)) != 0 {
			if _, ok := q.weights.get(w); ok {
				return true
			}
		}
	}
	return false
}

// Weigh implements features.Subject: it returns the idf of a word and its weight in the query.
func (q *Query) Weigh(word uint32) (idf, weight float64) {
	w, _ := q.weights.get(word)
	return q.idf.Of(word), float64(w)
}

// Grams implements features.Subject: it returns the character n-grams of the query's words.
func (q *Query) Grams() *features.Grams { return q.grams }

// Spell finds the written forms of a learned query's words in pages, such as those from which the query was learned. Call it before the
// query is used.
func (q *Query) Spell(pages []*features.Page) {
	var words []string
	found := map[uint32]bool{}
	for _, p := range pages {
		for _, w := range p.Words {
			if len(found) == q.words {
				break
			}
			if _, ok := q.weights.get(w.Hash); ok && !found[w.Hash] {
				found[w.Hash] = true
				words = append(words, strings.ToLower(string(p.Text[w.Start:w.End])))
			}
		}
	}
	q.setSpellings(words)
}

// Words returns the words of the query whose written form is known, sorted. Those of a learned query are known after Spell.
func (q *Query) Words() []string { return slices.Clone(q.spelled) }

// setSpellings keeps the spellings of words. It sorts them, so that sums are the same each time.
func (q *Query) setSpellings(words []string) {
	slices.Sort(words)
	q.spelled = slices.Compact(words)
	var spelled []features.Spelled
	for _, w := range q.spelled {
		weight, _ := q.weights.get(features.HashWord(w))
		spelled = append(spelled, features.Spelled{Text: w, Weight: float64(weight)})
	}
	if len(spelled) > 0 {
		q.grams = features.NewGrams(spelled)
	}
}

// Cosine returns how similar a span of a page is to the query, from 0 for no common word to 1 for the same words.
func (q *Query) Cosine(p *features.Page, s features.Span) float64 {
	ws := wordsOf(p, s)
	if !q.shares(ws) { // as of most links
		return 0
	}
	if len(ws) > 48 {
		return q.cosineOfLong(ws)
	}
	var dot, square float64
	for i := range ws {
		word := ws[i].Hash
		count, first := 1.0, true
		for j := range ws {
			if j != i && ws[j].Hash == word {
				if j < i {
					first = false
					break
				}
				count++
			}
		}
		if first {
			q.addWord(word, count, &dot, &square)
		}
	}
	return cosine(dot, square)
}

// cosineOfLong is Cosine for long texts: counting words is cheaper there than comparing all pairs.
func (q *Query) cosineOfLong(ws []features.Word) float64 {
	b := bags.Get().(*bag)
	defer bags.Put(b)
	b.terms = b.terms[:0]
	b.beginField()
	b.countWords(Body, ws)
	var dot, square float64
	for _, t := range b.terms {
		q.addWord(t.Word, float64(t.Count), &dot, &square)
	}
	return cosine(dot, square)
}

func (q *Query) addWord(word uint32, count float64, dot, square *float64) {
	x := count * q.idf.Of(word)
	*square += x * x
	if w, ok := q.weights.get(word); ok {
		*dot += x * float64(w)
	}
}

func cosine(dot, square float64) float64 {
	if dot <= 0 {
		return 0
	}
	return min(1, dot/math.Sqrt(square))
}

// centroid returns the n words that weigh most in the mean of the vectors, each scaled to unit length.
func centroid(vectors []Vector, idf *IDF, n int) map[uint32]float64 {
	sum, one := map[uint32]float64{}, map[uint32]float64{}
	for _, v := range vectors {
		clear(one)
		for _, t := range v.Terms {
			one[t.Word] += float64(t.Count) * idf.Of(t.Word)
		}
		normalize(one)
		for w, x := range one {
			sum[w] += x
		}
	}
	words := make([]uint32, 0, len(sum))
	for w := range sum {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(sum[b], sum[a]), cmp.Compare(a, b))
	})
	for _, w := range words[min(n, len(words)):] {
		delete(sum, w)
	}
	return sum
}

// normalize scales weights to length 1. It sums in the words' order, so that the last digit is the same each time.
func normalize(weights map[uint32]float64) {
	square := 0.0
	for _, w := range slices.Sorted(maps.Keys(weights)) {
		square += weights[w] * weights[w]
	}
	if square == 0 {
		return
	}
	for w := range weights {
		weights[w] /= math.Sqrt(square)
	}
}
