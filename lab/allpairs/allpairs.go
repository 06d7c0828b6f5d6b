// Package allpairs finds all similar pairs of sets exactly. Evaluations compare sketches with it.
package allpairs

import (
	"cmp"
	"slices"
)

// Each calls use with all pairs of sets, i below j, whose Jaccard similarity is at least least. The members of every set must be in
// ascending order of their frequency. Similar sets must have one of their rarest members in common, so only such pairs are compared (prefix
// filtering, Bayardo, Ma and Srikant 2007).
func Each(sets [][]uint64, least float64, use func(i, j int, similarity float64)) {
	frequency := map[uint64]int32{}
	for _, set := range sets {
		for _, h := range set {
			frequency[h]++
		}
	}
	inverted := map[uint64][]int32{}
	seen := make([]int32, len(sets))
	for j, set := range sets {
		n := len(set)
		rarest := slices.Clone(set)
		slices.SortFunc(rarest, func(a, b uint64) int {
			return cmp.Or(cmp.Compare(frequency[a], frequency[b]), cmp.Compare(a, b))
		})
		for _, h := range rarest[:min(n, n-int(least*float64(n))+1)] {
			if frequency[h] < 2 {
				continue
			}
			for _, i := range inverted[h] {
				if seen[i] == int32(j)+1 {
					continue
				}
				seen[i] = int32(j) + 1
				if s, l := min(len(sets[i]), n), max(len(sets[i]), n); float64(s) < least*float64(l) {
					continue
				}
				if s := Jaccard(sets[i], set); s >= least {
					use(int(i), j, s)
				}
			}
			inverted[h] = append(inverted[h], int32(j))
		}
	}
}

// Jaccard returns the Jaccard similarity of two sets, each in ascending order.
func Jaccard(a, b []uint64) float64 {
	both := Common(a, b)
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}

// Common returns how many members two sets, each in ascending order, have in common.
func Common(a, b []uint64) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		if x == y {
			n++
		}
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	return n
}
