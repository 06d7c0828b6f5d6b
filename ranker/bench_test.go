package ranker

import (
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
