package gbdt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gannet/ranker/gbdt/gbdttest"
)

// TestForestScoresAsLeaves compares scores with those of leaves, bit for bit. Models have one to nine trees of one to
// forty leaves. Values are on a threshold, beside it, infinite and zero.
func TestForestScoresAsLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	names := strings.Fields("f_a f_b f_c f_d f_e f_f f_g")
	for trees := 1; trees < 10; trees++ {
		for _, size := range []int{1, 2, 3, 15, 40} {
			text := gbdttest.Text(names, trees, size, uint64(trees*100+size))
			m, oracle := readModel(t, text), readLeaves(t, text)
			values := []float64{0, -1, math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64}
			own := m.scorer.(*forest)
			for _, n := range own.nodes {
				if !n.isLeaf() {
					values = append(values, n.threshold, math.Nextafter(n.threshold, 9), math.Nextafter(n.threshold, -9))
				}
			}
			const n = 200
			rows, got, want := make([]float64, n*len(names)), make([]float64, n), make([]float64, n)
			for i := range rows {
				rows[i] = values[rng.IntN(len(values))]
			}
			m.Score(rows, n, got)
			for i := range n {
				if slow := own.scoreMissing(rows[i*len(names):][:len(names)]); slow != got[i] {
					t.Fatalf("row %d: %v, by the walk for missing values %v", i, got[i], slow)
				}
			}
			if err := oracle.PredictDense(rows, n, len(names), want, 0, 1); err != nil {
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
