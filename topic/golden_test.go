package topic

import (
	"math/rand/v2"
	"testing"

	"gannet/features"
)

// TestLearningHoldsItsQuality learns topics from a third of the pages and judges the others. The least F1 is what it was
// when the weighting of words was chosen, minus what a hundred pages vary by chance.
func TestLearningHoldsItsQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("reads parts of two webs")
	}
	for _, web := range []struct {
		name  string
		every int // page taken
		first int // pages read
		least map[string]float64
	}{
		{"uci", 12, 50_000, map[string]float64{"ml_ai": 0.90, "courses": 0.82}},
		{"planetmath", 3, 9000, map[string]float64{"number_theory": 0.73, "geometry": 0.70, "category_theory_homological_algebra": 0.87}},
	} {
		pages := sample(t, web.name, web.every, web.first)
		random := rand.New(rand.NewPCG(1, 1))
		random.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		for name, least := range web.least {
			all := examples(pages, name)
			c, err := Train(all[:len(all)/3], DefaultParams())
			if err != nil {
				t.Fatal(err)
			}
			j := c.Evaluate(all[len(all)/3:])
			t.Logf("%s of %s: %v", name, web.name, j)
			if j.F1 < least {
				t.Errorf("%s of %s: %v: F1 was above %.2f", name, web.name, j, least)
			}
		}
	}
}

// benchPage is a page of a thousand words.
func benchPage(b *testing.B) *features.Page {
	return page(b, "honey", prose(rand.New(rand.NewPCG(1, 1)), "honey", 1000))
}

func BenchmarkProbability(b *testing.B) {
	c, err := Train(made(b, 100, 1), DefaultParams())
	if err != nil {
		b.Fatal(err)
	}
	p := benchPage(b)
	b.ReportAllocs()
	for b.Loop() {
		c.Probability(p)
	}
}

func BenchmarkCosine(b *testing.B) {
	q := NewQuery([]string{"honey1 honey2 honey3"}, NewIDF(made(b, 100, 1)))
	p := benchPage(b)
	s := features.Span{Start: 100, End: 112}
	b.ReportAllocs()
	for b.Loop() {
		q.Cosine(p, s)
	}
}

func BenchmarkTrain(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	all := make([]Example, 15_000)
	for i := range all {
		all[i].Positive = i%10 == 0
		for range 300 {
			word := uint32(float64(60_000) * random.Float64() * random.Float64() * random.Float64())
			if all[i].Positive && random.IntN(20) == 0 {
				word = uint32(random.IntN(500))
			}
			all[i].Vector.Terms = append(all[i].Vector.Terms, Term{Word: word * 2654435761, Count: 1, Field: Body})
		}
	}
	for b.Loop() {
		if _, err := Train(all, DefaultParams()); err != nil {
			b.Fatal(err)
		}
	}
}
