package ranker

import (
	"testing"

	"gannet/ranker/gbdt/gbdttest"
)

// BenchmarkTaking compares a link that is taken, one whose measures are noted, and one whose terms are kept with its page.
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
	b.Run("measure", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			a.ReasonsOf(sources[0].Page.Links[i%500].URL)
		}
	})
	b.Run("reasons", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_, reasons, _ := a.ReasonsOf(sources[0].Page.Links[i%500].URL)
			reasons()
		}
	})
}
