package gbdt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gannet/ranker/gbdt/gbdttest"
)

// BenchmarkScore scores the 190 links of a page at once, with trees of 31 leaves.
func BenchmarkScore(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{35, 100}, {35, 200}, {70, 200}} {
		b.Run(fmt.Sprintf("%dfeatures/%dtrees", size[0], size[1]), func(b *testing.B) {
			names := make([]string, size[0])
			for i := range names {
				names[i] = fmt.Sprint(i)
			}
			model := readModel(b, gbdttest.Text(names, size[1], 31, 3))
			rows, out := make([]float64, 190*size[0]), make([]float64, 190)
			for i := range rows {
				rows[i] = rng.ExpFloat64()
			}
			b.ReportAllocs()
			for b.Loop() {
				model.Score(rows, 190, out)
			}
		})
	}
}
