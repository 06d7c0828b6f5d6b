package allpairs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEach compares the pairs found with those that comparing every two sets finds.
func TestEach(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	sets := [][]uint64{nil, {7}, {7}}
	for len(sets) < 150 {
		set := slices.Clone(sets[rng.IntN(len(sets))])
		for range 1 + rng.IntN(6) {
			set = append(set, uint64(rng.IntN(60)))
		}
		slices.Sort(set)
		sets = append(sets, slices.Compact(set))
	}
	for _, least := range []float64{.4, .8, 1} {
		want := map[[2]int]float64{}
		for j, b := range sets {
			for i, a := range sets[:j] {
				both := 0
				for _, x := range a {
					if slices.Contains(b, x) {
						both++
					}
				}
				if s := float64(both) / float64(max(1, len(a)+len(b)-both)); s >= least {
					want[[2]int{i, j}] = s
				}
			}
		}
		found := 0
		Each(sets, least, func(i, j int, s float64) {
			found++
			if s != want[[2]int{i, j}] {
				t.Errorf("sets %d and %d are %.3f alike, not %.3f", i, j, want[[2]int{i, j}], s)
			}
		})
		if found != len(want) || found == 0 {
			t.Errorf("from %.1f on: %d pairs of %d", least, found, len(want))
		}
	}
}
