package kind

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"gannet/features"
	"gannet/internal/logistic"
)

// Titles recognises job titles among other short texts, by their words. It is safe for concurrent use.
type Titles struct {
	known *table
}

// titleUnit is the log-odds of one unit of a word's weight.
const titleUnit = 1.0 / 16

// Bounds of the words that LearnTitles keeps.
const (
	leastSeen   = 3 // texts that have the word
	leastWeight = 8 // units
	maxTitle    = 16
	maxTitles   = 6000
)

// LearnTitles trains a model of titles. titles are the words, as hashes, of job titles; others are those of other titles, anchors and
// headings.
func LearnTitles(titles, others [][]uint32) *Titles {
	in, out := tally(titles), tally(others)
	ratio := float64(len(others)+1) / float64(len(titles)+1)
	weights := map[uint32]int8{}
	for _, word := range slices.Sorted(maps.Keys(in)) {
		learnTitle(weights, word, in[word], out[word], ratio)
	}
	for _, word := range slices.Sorted(maps.Keys(out)) {
		learnTitle(weights, word, in[word], out[word], ratio)
	}
	kept := slices.Sorted(maps.Keys(weights))
	slices.SortStableFunc(kept, func(a, b uint32) int { return cmp.Compare(in[b]+out[b], in[a]+out[a]) })
	t := &Titles{known: newTable(1 << 14)}
	for _, word := range kept[:min(len(kept), maxTitles)] {
		t.known.set(word, weights[word])
	}
	return t
}

func learnTitle(weights map[uint32]int8, word uint32, in, out, ratio float64) {
	if in+out < leastSeen {
		return
	}
	w := math.Log((in + .5) / (out + .5) * ratio)
	if units := math.Round(w / titleUnit); math.Abs(units) >= leastWeight {
		weights[word] = int8(min(max(units, -127), 127))
	}
}

// tally counts the texts that have each word.
func tally(texts [][]uint32) map[uint32]float64 {
	count := map[uint32]float64{}
	for _, text := range texts {
		text = slices.Compact(slices.Sorted(slices.Values(text)))
		for _, w := range text {
			count[w]++
		}
	}
	return count
}

// unknownTitle is what of returns for unknown words.
var unknownTitle = 1 / (1 + math.E)

// of returns the degree to which a text looks like a job title, from 0 to 1. Unknown words do not count.
func (t *Titles) of(words []features.Word, s features.Span) float64 {
	if s.Start < 0 || s.End > int32(len(words)) || s.Start >= s.End {
		return 0
	}
	sum := 0
	n := min(s.Len(), maxTitle)
	for _, w := range words[s.Start : s.Start+int32(n)] {
		value, _ := t.known.get(w.Hash)
		sum += int(value)
	}
	return logistic.Probability(titleUnit*float64(sum)/math.Sqrt(float64(n)) - 1)
}

// likeTitle is the least value of Titles.of for a text that counts as a job title.
const likeTitle = .5

// LooksLikeTitle reports whether a span of a page's words looks like a job title.
func (c *Classifier) LooksLikeTitle(p *features.Page, s features.Span) bool {
	return c.titles.of(p.Words, s) > likeTitle
}

// MarshalText returns the model in Base64: the hash of each word (little endian) and its weight.
func (t *Titles) MarshalText() ([]byte, error) {
	type pair struct {
		key   uint32
		value int8
	}
	var pairs []pair
	for i, used := range t.known.used {
		if used {
			pairs = append(pairs, pair{t.known.keys[i], t.known.values[i]})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.key, b.key) })
	var raw []byte
	for _, p := range pairs {
		raw = append(binary.LittleEndian.AppendUint32(raw, p.key), byte(p.value))
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText decodes a model from the Base64 text that MarshalText has returned.
func (t *Titles) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(raw)%5 != 0 || len(raw) > 5*maxTitles {
		return ErrDamaged
	}
	t.known = newTable(1 << 14)
	for ; len(raw) > 0; raw = raw[5:] {
		t.known.set(binary.LittleEndian.Uint32(raw), int8(raw[4]))
	}
	return nil
}
