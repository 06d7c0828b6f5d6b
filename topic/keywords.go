package topic

import (
	"cmp"
	"slices"
	"strings"

	"gannet/features"
)

// KeywordsOf returns the n words that are most typical of the given pages, the best first, for a topic without keywords. It considers
// titles, meta data and main content, and only words that at least a quarter of the pages have. The weight of a word is the number of these
// pages times the square of its idf; with idf alone or with counts, words that every page has would come first.
func KeywordsOf(pages []*features.Page, idf *IDF, n int) []string {
	type tally struct {
		text   string
		pages  int
		last   int // number of the last page with the word, from 1
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
