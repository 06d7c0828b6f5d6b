package webpages

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gannet/dedup/sketch"
)

// madeText makes a text of so many words.
func madeText(random *rand.Rand, words int) []string {
	text := make([]string, words)
	for i := range text {
		text[i] = fmt.Sprintf("w%d", random.IntN(5000))
	}
	return text
}

// edited changes each word with some odds.
func edited(random *rand.Rand, text []string, odds float64) []string {
	text = append([]string(nil), text...)
	for i := range text {
		if random.Float64() < odds {
			text[i] = fmt.Sprintf("x%d", random.IntN(5000))
		}
	}
	return text
}

// exact is the Jaccard similarity of two texts, by all their shingles.
func exact(k *sketch.Sketcher, a, b []string) float64 {
	in := map[uint64]int{}
	for _, h := range k.Shingles(strings.Join(a, " "), "") {
		in[h] |= 1
	}
	for _, h := range k.Shingles(strings.Join(b, " "), "") {
		in[h] |= 2
	}
	both := 0
	for _, of := range in {
		if of == 3 {
			both++
		}
	}
	return float64(both) / float64(len(in))
}

// TestPrecisionAndRecall compares groups of two with the exact similarity of their texts, and prints both measures. Pairs whose similarity is within
// .1 of the least one are left out, since a sketch of 128 minima cannot tell them apart.
func TestPrecisionAndRecall(t *testing.T) {
	const least, margin, pairs = 0.8, 0.1, 1500
	random, k := rand.New(rand.NewPCG(1, 1)), sketch.New(sketch.DefaultOptions())
	f := New(least, t.TempDir(), 1<<16)
	defer f.Close()
	var is []float64
	for i := range pairs {
		text := madeText(random, 100+random.IntN(400))
		copied := edited(random, text, random.Float64()*random.Float64()*0.15)
		is = append(is, exact(k, text, copied))
		for side, words := range [][]string{text, copied} {
			p := Page{URL: fmt.Sprintf("http://s%d.example/%d", side, i)}
			s := k.Sketch(strings.Join(words, " "), "")
			p.Sketch(&s)
			if err := f.Add(p); err != nil {
				t.Fatal(err)
			}
		}
	}
	originals, err := f.Originals()
	if err != nil {
		t.Fatal(err)
	}
	hits, found, like := 0, 0, 0
	for i, s := range is {
		grouped := originals[2*i] == originals[2*i+1]
		if s > least-margin && s < least+margin {
			continue
		}
		if grouped {
			found++
		}
		if s >= least {
			like++
			if grouped {
				hits++
			}
		}
	}
	precision, recall := float64(hits)/float64(found), float64(hits)/float64(like)
	t.Logf("%d pairs, %d of them alike: precision %.3f, recall %.3f", len(is), like, precision, recall)
	if precision < 0.97 || recall < 0.97 || like < 300 {
		t.Errorf("precision %.3f and recall %.3f of %d pairs alike", precision, recall, like)
	}
}

// TestOriginals: of one site the main version, of several sites the first seen. Pages with little text have no group.
func TestOriginals(t *testing.T) {
	random, k := rand.New(rand.NewPCG(2, 2)), sketch.New(sketch.DefaultOptions())
	text, other, short := madeText(random, 300), madeText(random, 300), madeText(random, 10)
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	f := New(0.8, t.TempDir(), 1<<16)
	defer f.Close()
	for _, p := range []struct {
		Page
		text []string
	}{
		{Page{URL: "http://copy.example/a", Fetched: day(3)}, text},
		{Page{URL: "http://www.first.example/print?id=7", Fetched: day(1), Canonical: "http://first.example/article-of-the-day"}, text},
		{Page{URL: "http://first.example/article-of-the-day", Fetched: day(4)}, edited(random, text, 0.005)},
		{Page{URL: "http://first.example/x", Fetched: day(2)}, text},
		{Page{URL: "http://first.example/other", Fetched: day(2)}, other},
		{Page{URL: "http://a.example/", Fetched: day(2)}, short},
		{Page{URL: "http://b.example/", Fetched: day(2)}, short},
	} {
		s := k.Sketch(strings.Join(p.text, " "), "")
		p.Sketch(&s)
		if err := f.Add(p.Page); err != nil {
			t.Fatal(err)
		}
	}
	originals, err := f.Originals()
	if want := []int{2, 2, 2, 2, 4, 5, 6}; err != nil || fmt.Sprint(originals) != fmt.Sprint(want) {
		t.Errorf("originals %v, want %v; %v", originals, want, err)
	}
}

// TestGroupsDoNotChain: each text differs a little from the one before. The last is like the one before it, but not like the first.
func TestGroupsDoNotChain(t *testing.T) {
	random, k := rand.New(rand.NewPCG(3, 3)), sketch.New(sketch.DefaultOptions())
	f := New(0.8, t.TempDir(), 1<<16)
	defer f.Close()
	text := madeText(random, 400)
	first := text
	for i := range 8 {
		p := Page{URL: fmt.Sprintf("http://s%d.example/", i)}
		s := k.Sketch(strings.Join(text, " "), "")
		p.Sketch(&s)
		if err := f.Add(p); err != nil {
			t.Fatal(err)
		}
		before := text
		text = edited(random, text, 0.008)
		if like := exact(k, before, text); like < 0.85 {
			t.Fatalf("the texts in turn are %.2f alike", like)
		}
	}
	if like := exact(k, first, text); like > 0.65 {
		t.Fatalf("the first and the last text are %.2f alike", like)
	}
	originals, err := f.Originals()
	if err != nil {
		t.Fatal(err)
	}
	for i, original := range originals {
		if like := f.pages[i].Similarity(&f.pages[original]); like < 0.6 {
			t.Errorf("page %d is in the group of page %d, with a similarity of %.2f", i, original, like)
		}
	}
	if originals[0] != originals[1] || originals[0] == originals[7] {
		t.Errorf("originals are %v", originals)
	}
}
