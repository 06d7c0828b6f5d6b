package ranker

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestForestScoresAsLeaves holds the walk of four trees at once against leaves, bit for bit: models of every number of
// trees up to nine and of trees from one leaf to forty, values on a threshold, beside it, endless and zero.
func TestForestScoresAsLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	names := strings.Fields("f_a f_b f_c f_d f_e f_f f_g")
	for trees := 1; trees < 10; trees++ {
		for _, size := range []int{1, 2, 3, 15, 40} {
			m := readModel(t, drawnModel(names, trees, size, uint64(trees*100+size)))
			if m.forest == nil {
				t.Fatal("no forest")
			}
			values := []float64{0, -1, math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64}
			for i := range m.trees {
				for _, n := range m.trees[i].nodes {
					values = append(values, n.threshold, math.Nextafter(n.threshold, 9), math.Nextafter(n.threshold, -9))
				}
			}
			const n = 200
			rows, got, want := make([]float64, n*len(names)), make([]float64, n), make([]float64, n)
			for i := range rows {
				rows[i] = values[rng.IntN(len(values))]
			}
			m.Score(rows, n, got)
			if err := m.scorer.PredictDense(rows, n, len(names), want, 0, 1); err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
					t.Fatalf("%d trees of %d leaves, row %v: %v, leaves says %v", trees, size, rows[i*len(names):][:len(names)], got[i], want[i])
				}
			}
		}
	}
}
