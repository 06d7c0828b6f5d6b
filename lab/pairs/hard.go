package pairs

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/zeebo/xxh3"

	"gannet/dedup/verdict"
	"gannet/job"
)

// Limits of the hard pairs that are drawn.
const (
	hardOverlap     = 0.4 // least overlap of the two texts
	hardPerEmployer = 2   // pairs
	hardPerFile     = 1.0 / 3
	hardTries       = 400 // pairs of one employer that are looked at
)

// hardPair is two ads of one employer with other titles in nearly the same words.
type hardPair struct {
	File     string // of both ads
	A, B     int    // their lines in the file, from 1
	Measure  bool   // kept apart to measure; else to teach. All pairs of an employer are on one side.
	Overlap  float64
	One, Two *job.Posting
}

// Hard is the kind of the pairs that DrawHard draws: an employer's ads with different titles and similar texts.
const Hard = "employer's other title, like text"

// drawHard draws n hard pairs, of as many employers as possible. No file gives more than a third of them. The same seed
// gives the same pairs. No verdict and no model has a part in the draw.
func (b *builder) drawHard(n int, seed uint64) []hardPair {
	byFile, rng := map[string][]hardPair{}, rand.New(rand.NewPCG(seed, 0x7061))
	b.eachEmployer(func(own []*ad) {
		list := b.hardPairs(own, rng, xxh3.HashStringSeed(own[0].group, seed)%2 == 0)
		byFile[own[0].file] = append(byFile[own[0].file], list...)
	})
	rng = rand.New(rand.NewPCG(seed, 0x68617264))
	var files [][]hardPair
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		list := byFile[file]
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		files = append(files, list)
	}
	return evenly(files, n)
}

// evenly takes n pairs, from each file in turn, at most hardPerFile of them from one.
func evenly(files [][]hardPair, n int) (list []hardPair) {
	for i := 0; len(list) < n; i++ {
		before := len(list)
		for _, file := range files {
			if i < min(len(file), int(hardPerFile*float64(n))) && len(list) < n {
				list = append(list, file[i])
			}
		}
		if len(list) == before {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b hardPair) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return list
}

// hardPairs returns up to hardPerEmployer pairs of one employer, of different ads.
func (b *builder) hardPairs(own []*ad, rng *rand.Rand, measure bool) (list []hardPair) {
	used := map[*ad]bool{}
	for range min(hardTries, len(own)*(len(own)-1)/2) {
		x, y := own[rng.IntN(len(own))], own[rng.IntN(len(own))]
		if len(list) == hardPerEmployer {
			break
		}
		if x.file != y.file || x == y || used[x] || used[y] {
			continue
		}
		e := b.set.Study.Measure(x.record, y.record)
		if e[verdict.SameTitle] == 1 || e[verdict.Overlap] < hardOverlap {
			continue
		}
		if y.line < x.line {
			x, y = y, x
		}
		used[x], used[y] = true, true
		list = append(list, hardPair{x.file, x.line, y.line, measure, e[verdict.Overlap], x.posting, y.posting})
	}
	return list
}
