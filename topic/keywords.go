package topic

import (
	"cmp"
	"slices"
	"strings"

	"gannet/features"
)

// KeywordsOf gives the n words that set pages on topic apart, most telling first, for a topic whose keywords nobody
// gave. A word counts that stands in at least a quarter of the pages, in titles, meta data and main content; its weight
// is the number of these pages times its squared idf, because with one idf, or with counts, the words of every page
// come first.
func KeywordsOf(pages []*features.Page, idf *IDF, n int) []string {
	type tally struct {
		text   string
		pages  int
		last   int // page that counted the word last, from 1
		weight float64
	}
	tallies := map[uint32]*tally{}
	for i, p := range pages {
		for _, s := range []features.Span{p.Title, p.Meta, p.Main} {
			for _, w := range wordsOf(p, s) {
				t := tallies[w.Hash]
				if t == nil {
					t = &tally{text: strings.ToLower(string(p.Text[w.Start:w.End]))}
					tallies[w.Hash] = t
				}
				if t.last != i+1 {
					t.last = i + 1
					t.pages++
				}
			}
		}
	}
	var words []*tally
	for w, t := range tallies {
		t.weight = float64(t.pages) * idf.Of(w) * idf.Of(w)
		if 4*t.pages >= len(pages) && len([]rune(t.text)) > 1 && strings.Trim(t.text, "0123456789") != "" {
			words = append(words, t)
		}
	}
	slices.SortFunc(words, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.text, b.text))
	})
	var texts []string
	for _, t := range words[:min(n, len(words))] {
		texts = append(texts, t.text)
	}
	return texts
}
