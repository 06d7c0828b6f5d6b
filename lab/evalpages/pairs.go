package main

import "gannet/lab/allpairs"

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
	allpairs.Each(w.shingles, least, func(i, j int, _ float64) {
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
				if s := allpairs.Jaccard(w.shingles[a], w.shingles[b]); s < least && s >= least-0.1 {
					c.near++
				}
				if allpairs.Jaccard(w.whole[a], w.whole[b]) < unlike {
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
