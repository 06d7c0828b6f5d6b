package label

import (
	"cmp"
	"math"
	"slices"
)

const (
	wordsCompared = 40  // of a page, the most telling ones
	leastLikeness = 0.1 // of pages that count as alike
)

// word is a word of a page with its weight.
type word struct {
	hash   uint32
	weight float64
}

// neighbours returns for each page those that are like it, itself included: by the cosine of their most telling words.
func neighbours(pages []Page) [][]neighbour {
	vectors := vectorsOf(pages)
	type posting struct {
		page   int32
		weight float64
	}
	index := make(map[uint32][]posting)
	for i, v := range vectors {
		for _, w := range v {
			index[w.hash] = append(index[w.hash], posting{int32(i), w.weight})
		}
	}
	near := make([][]neighbour, len(pages))
	dots := make([]float64, len(pages))
	for i, v := range vectors {
		clear(dots)
		for _, w := range v {
			for _, p := range index[w.hash] {
				dots[p.page] += w.weight * p.weight
			}
		}
		dots[i] = 1
		for j, dot := range dots {
			if dot >= leastLikeness {
				near[i] = append(near[i], neighbour{int32(j), min(1, dot)})
			}
		}
	}
	return near
}

// vectorsOf returns the most telling words of each page by tf·idf, with unit length. A word of one page alone tells nothing.
func vectorsOf(pages []Page) [][]word {
	df := make(map[uint32]int)
	for i := range pages {
		for _, t := range pages[i].Bag.Terms {
			df[t.Word]++
		}
	}
	vectors := make([][]word, len(pages))
	for i := range pages {
		best := make([]word, 0, wordsCompared+1)
		for _, t := range pages[i].Bag.Terms {
			if n := df[t.Word]; n > 1 {
				idf := math.Log(float64(len(pages)) / float64(n))
				best = insert(best, word{t.Word, idf * (1 + math.Log(float64(max(1, t.Count))))})
			}
		}
		vectors[i] = unit(best)
	}
	return vectors
}

// insert inserts a word into a list, the most telling one first, that has at most wordsCompared of them.
func insert(best []word, w word) []word {
	less := func(a, b word) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.hash, b.hash)) }
	if len(best) == wordsCompared && less(w, best[wordsCompared-1]) > 0 {
		return best
	}
	at, _ := slices.BinarySearchFunc(best, w, less)
	best = slices.Insert(best, at, w)
	return best[:min(len(best), wordsCompared)]
}

func unit(v []word) []word {
	square := 0.0
	for _, w := range v {
		square += w.weight * w.weight
	}
	for i := range v {
		v[i].weight /= math.Sqrt(max(square, 1e-12))
	}
	return v
}
