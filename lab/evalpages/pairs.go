package main

import (
	"cmp"
	"slices"
)

// counts are what the groups of a web are measured by.
type counts struct {
	inGroups int // pages
	like     int // pairs whose similarity is least or more
	found    int // of these in one group
	grouped  int // pairs in one group
	near     int // of these less alike, but by a tenth at most
	unlike   int // of these whose whole pages have less than unlike in common
}

// unlike is the similarity of whole pages below which they are two pages, though what is compared of them agrees.
const unlike = 0.3

// compare compares the groups with the exact similarity of all pairs.
func (w *webPages) compare() (c counts) {
	w.eachLike(least, func(i, j int, _ float64) {
		c.like++
		if w.originals[i] == w.originals[j] {
			c.found++
		}
	})
	for _, group := range w.groups() {
		c.inGroups += len(group)
		for i, a := range group {
			for _, b := range group[:i] {
				c.grouped++
				if s := jaccard(w.shingles[a], w.shingles[b]); s < least && s >= least-0.1 {
					c.near++
				}
				if jaccard(w.whole[a], w.whole[b]) < unlike {
					c.unlike++
				}
			}
		}
	}
	return c
}

// groups returns the groups of two pages or more.
func (w *webPages) groups() (list [][]int) {
	of := map[int][]int{}
	for i, original := range w.originals {
		of[original] = append(of[original], i)
	}
	for i := range w.pages { // in the pages' order, so that the result is always the same
		if group := of[i]; len(group) > 1 {
			list = append(list, group)
		}
	}
	return list
}

// eachLike calls use with all pairs whose similarity is at least so much. The shingles of each page are ordered by frequency. If two pages are that
// similar, they share one of the rarest of each (prefix filtering, Bayardo, Ma and Srikant 2007).
func (w *webPages) eachLike(least float64, use func(i, j int, similarity float64)) {
	frequency := map[uint64]int32{}
	for _, set := range w.shingles {
		for _, h := range set {
			frequency[h]++
		}
	}
	inverted := map[uint64][]int32{}
	seen := make([]int32, len(w.shingles))
	for i, set := range w.shingles {
		rarest := slices.Clone(set)
		slices.SortFunc(rarest, func(a, b uint64) int {
			return cmp.Or(cmp.Compare(frequency[a], frequency[b]), cmp.Compare(a, b))
		})
		for _, h := range rarest[:min(len(set), len(set)-int(least*float64(len(set)))+1)] {
			if frequency[h] < 2 {
				continue
			}
			for _, j := range inverted[h] {
				if seen[j] == int32(i)+1 {
					continue
				}
				seen[j] = int32(i) + 1
				if s := jaccard(w.shingles[j], set); s >= least {
					use(int(j), i, s)
				}
			}
			inverted[h] = append(inverted[h], int32(i))
		}
	}
}

// jaccard is the similarity of two ascending sets.
func jaccard(a, b []uint64) float64 {
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		if x == y {
			both++
		}
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}
