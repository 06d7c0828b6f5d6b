package topic

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gannet/features"

	"pgregory.net/rapid"
)

// naiveCosine is the definition: both texts as tf·idf vectors over maps.
func naiveCosine(q map[uint32]float64, words []features.Word, idf *IDF) float64 {
	v := map[uint32]float64{}
	for _, w := range words {
		v[w.Hash] += idf.Of(w.Hash)
	}
	dot, qq, vv := 0.0, 0.0, 0.0
	for w, x := range v {
		dot += x * q[w]
		vv += x * x
	}
	for _, x := range q {
		qq += x * x
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(qq*vv)
}

func TestCosineAgainstDefinition(t *testing.T) {
	idf := NewIDF(made(t, 40, 1))
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(strings.Fields("honey honey1 honey2 steel1 common1 common2 common3 unseen other"))
		keywords := rapid.SliceOfN(word, 1, 6).Draw(t, "keywords")
		text := rapid.SliceOfN(word, 0, 80).Draw(t, "text")
		q := map[uint32]float64{}
		for _, k := range keywords {
			q[features.HashWord(k)] += idf.Of(features.HashWord(k))
		}
		p := &features.Page{}
		for _, w := range text {
			p.Words = append(p.Words, features.Word{Hash: features.HashWord(w)})
		}
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		want := naiveCosine(q, p.Words[from:], idf)
		got := NewQuery(keywords, idf).Cosine(p, features.Span{Start: int32(from), End: int32(len(text))})
		if math.Abs(got-want) > 1e-5 {
			t.Errorf("cosine %g, want %g", got, want)
		}
	})
}

func TestCosineOfImpossibleSpans(t *testing.T) {
	p := page(t, "honey", "bees")
	q := NewQuery([]string{"honey"}, nil)
	for _, s := range []features.Span{{}, {Start: 3, End: 1}, {Start: -1, End: 1}, {End: 99}} {
		if got := q.Cosine(p, s); got != 0 {
			t.Errorf("%v: %g", s, got)
		}
	}
	if got := q.Cosine(p, p.Title); math.Abs(got-1) > 1e-6 {
		t.Errorf("the same word gives %g", got)
	}
	if got := NewQuery(nil, nil).Cosine(p, p.Title); got != 0 {
		t.Errorf("an empty query gives %g", got)
	}
}

func TestQueryFromPositivesKnowsTheirWords(t *testing.T) {
	examples := made(t, 200, 1)
	var positives []Vector
	for _, e := range examples {
		if e.Positive {
			positives = append(positives, e.Vector)
		}
	}
	q := LearnQuery(positives, NewIDF(examples), 50)
	honey, other := page(t, "", "honey1 honey2 honey3 common1"), page(t, "", "steel1 steel2 common1 common2")
	if a, b := q.Cosine(honey, honey.Body), q.Cosine(other, other.Body); a < 0.05 || b > a/5 {
		t.Errorf("honey %g, steel %g", a, b)
	}
}

func TestIDF(t *testing.T) {
	idf := NewIDF([]Example{
		{Vector: Vector{Terms: []Term{{Word: 1, Field: Title}, {Word: 1, Field: Body}, {Word: 2, Field: Body}}}},
		{Vector: Vector{Terms: []Term{{Word: 1, Field: Body}}}},
	})
	for word, want := range map[uint32]float64{1: 0, 2: math.Log(2), 3: math.Log(5)} {
		if got := idf.Of(word); math.Abs(got-want) > 1e-6 {
			t.Errorf("idf of %d is %g, want %g", word, got, want)
		}
	}
	if got := (*IDF)(nil).Of(7); got != 1 {
		t.Errorf("without an idf: %g", got)
	}
}

func TestKeywordsOf(t *testing.T) {
	var pages []*features.Page
	for _, body := range []string{"the Honey bees make", "the honey of 2024", "the honey and wax", "the tax"} {
		pages = append(pages, page(t, "", "<p>"+body+"</p>"))
	}
	idf := NewIDF([]Example{{Vector: wordVector([]string{"the of and make"})}, {Vector: wordVector([]string{"the of and"})}, {}})
	got := KeywordsOf(pages, idf, 2)
	if len(got) != 2 || got[0] != "honey" || slices.Contains(got, "2024") {
		t.Errorf("keywords %v", got)
	}
}
