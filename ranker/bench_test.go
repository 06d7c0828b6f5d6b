package ranker

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gannet/features"
)

// BenchmarkRank ranks the 500 links of a page of 6,000 words.
func BenchmarkRank(b *testing.B) {
	text := strings.Repeat(`<p>Words of the garden and of honey in the hive <a href="/page?n=NUM">a link about it</a> and more.</p>`, 500)
	for i := 0; strings.Contains(text, "NUM"); i++ {
		text = strings.Replace(text, "NUM", strings.Repeat("x", i%7)+string(rune('a'+i%26)), 1)
	}
	page, err := features.NewReader().Read("http://example.org/", []byte(text))
	if err != nil {
		b.Fatal(err)
	}
	src := &Source{Page: page, Probability: .4, Inherited: .2}
	scores := make([]Score, len(page.Links))
	for _, name := range Names() {
		s, err := New(name, needs(b, 1))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Rank(src, scores)
			}
		})
	}
}

// BenchmarkTrees scores the 190 links of a page at once, with trees of 31 leaves.
func BenchmarkTrees(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{35, 100}, {35, 200}, {70, 200}} {
		b.Run(fmt.Sprintf("%dfeatures/%dtrees", size[0], size[1]), func(b *testing.B) {
			names := strings.Fields(strings.Trim(fmt.Sprint(drawn(size[0], func(i int) any { return i })), "[]"))
			trees := readModel(b, drawnModel(names, size[1], 31, 3))
			rows, out := make([]float64, 190*size[0]), make([]float64, 190)
			for i := range rows {
				rows[i] = rng.ExpFloat64()
			}
			b.ReportAllocs()
			for b.Loop() {
				trees.Score(rows, 190, out)
			}
		})
	}
}
