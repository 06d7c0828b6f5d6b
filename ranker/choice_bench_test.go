package ranker

import (
	"testing"

	"gannet/ranker/gbdt/gbdttest"
)

func BenchmarkTaking(b *testing.B) {
	model := readModel(gbdttest.Text(evidenceNames(), 98, 15, 3))
	a, err := NewLearned(Needs{Query: query(), Learned: model})
	if err != nil {
		b.Fatal(err)
	}
	sources := linkedPages(200, 500)
	knowing(a, sources)
	b.Run("revise", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			a.Revise(sources[0].Page.Links[i%500].URL)
		}
	})
	b.Run("reasons", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			a.ReasonsOf(sources[0].Page.Links[i%500].URL)
		}
	})
}
