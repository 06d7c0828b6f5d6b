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

// TestVectorsCompareAsCosineDoes compares the features of links with Cosine.
func TestVectorsCompareAsCosineDoes(t *testing.T) {
	column := map[string]int{}
	for i, f := range features.LinkFeatures() {
		column[f.Name] = i
	}
	idf := NewIDF(made(t, 40, 1))
	for _, q := range []*Query{NewQuery([]string{"honey honey1", "honey2"}, idf), NewQuery([]string{"common1 unseen"}, nil)} {
		p := page(t, "honey1 and common1", `<p>honey <a href="/a/honey">honey2 honey2 honey1</a> steel1 common1<p>other <a href=b>common1</a>`)
		var v features.Vectorizer
		got := v.Links(p, q, 0, 0, 0)
		for i := range p.Links {
			l := &p.Links[i]
			for name, s := range map[string]features.Span{
				"title_cosine": p.Title, "body_cosine": p.Body, "main_cosine": p.Main, "anchor_cosine": l.Anchor,
				"window10_cosine": p.Window(l, 10), "block_cosine": p.Blocks[l.Block].Words,
			} {
				if x, want := got[i*len(column)+column[name]], q.Cosine(p, s); math.Abs(x-want) > 1e-6 {
					t.Errorf("link %d, %s: %g, want %g", i, name, x, want)
				}
			}
		}
		if q.Grams() == nil {
			t.Error("a query of keywords knows their spelling")
		}
	}
}

func TestSpell(t *testing.T) {
	positives := []Vector{wordVector([]string{"honigbiene honigbiene imker"})}
	q := LearnQuery(positives, nil, QueryTerms)
	p := &features.Page{URL: "http://h.example/", Links: []features.Link{{URL: "http://h.example/Honigbienen"}}}
	grams := func() float64 {
		var v features.Vectorizer
		row := v.Links(p, q, 0, 0, 0)
		for i, f := range features.LinkFeatures() {
			if f.Name == "url_grams" {
				return row[i]
			}
		}
		return 0
	}
	if x := grams(); x != 0 || len(q.Words()) != 0 {
		t.Errorf("before its words are spelled: %g, %q", x, q.Words())
	}
	q.Spell([]*features.Page{page(t, "Honigbiene", "vom Imker"), page(t, "", "Honigbiene")})
	if got := q.Words(); !slices.Equal(got, []string{"honigbiene", "imker"}) {
		t.Errorf("words are %q", got)
	}
	x := grams()
	if same := NewQuery([]string{"honigbiene honigbiene imker"}, nil); x <= 0.5 {
		t.Errorf("grams of the URL compare at %g", x)
	} else if q = same; math.Abs(grams()-x) > 1e-6 {
		t.Errorf("a learned query compares grams at %g, one of the same keywords at %g", x, grams())
	}
}
