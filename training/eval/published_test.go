package eval

import (
	"testing"

	"gannet/features"
	"gannet/ranker"
	"gannet/topic"
)

// TestPublishedOrdersFoldTheScoresOfThePagesThatLink has one target found on three pages. The words of the first are those of the seed.
func TestPublishedOrdersFoldTheScoresOfThePagesThatLink(t *testing.T) {
	common := topic.Term{Word: 9, Count: 50} // a stop word, of all pages
	words := func(fields ...topic.Term) topic.Vector { return topic.Vector{Terms: append(fields, common)} }
	d := &draw{seeds: []int32{0}, web: &Web{
		ids: map[string]int32{"http://a.example/": 0, "http://b.example/": 1, "http://c.example/": 2},
		vectors: []topic.Vector{
			words(topic.Term{Word: 1, Count: 3}, topic.Term{Word: 2, Count: 4}),
			words(topic.Term{Word: 1, Count: 1}, topic.Term{Word: 2, Count: 9, Field: topic.Anchor}),
			words(topic.Term{Word: 7, Count: 5}),
		},
	}}
	examples := []topic.Example{{Vector: d.web.vectors[0]}, {Vector: d.web.vectors[1]}, {Vector: d.web.vectors[2]}}
	for range 6 {
		examples = append(examples, topic.Example{Vector: words()})
	}
	d.query = topic.NewQuery(nil, topic.NewIDF(examples))
	pages := []struct {
		url         string
		probability float64
	}{{"http://a.example/", .5}, {"http://b.example/", .75}, {"http://c.example/", .25}}
	for name, want := range map[string][3]float32{
		QMinName:       {.5, .5, .25},
		ScoreFirstName: {.5, .5, .5},
		SimilarityName: {1, 1, 1},
	} {
		s, err := d.strategy(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range pages {
			page := &features.Page{URL: p.url, Links: []features.Link{{URL: "http://target.example/"}, {URL: p.url + "own"}}}
			scores := make([]ranker.Score, 2)
			s.Rank(&ranker.Source{Page: page, Probability: p.probability}, scores)
			if scores[0].Priority != want[i] {
				t.Errorf("%s gives the target %v after page %d, want %v", name, scores[0].Priority, i, want[i])
			}
			own := float32(p.probability)
			if name == SimilarityName {
				own = [...]float32{1, .6, 0}[i]
			}
			if scores[1].Priority != own {
				t.Errorf("%s gives a link of page %d alone %v, want %v", name, i, scores[1].Priority, own)
			}
		}
	}
}
