package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gannet/dedup/ads"
	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/job"
	"gannet/lab/allpairs"

	"github.com/zeebo/xxh3"
)

// sketched is an ad's shingles and sketch.
type sketched struct {
	shingles []uint64 // ascending
	sketch   sketch.Sketch
	second   uint64 // hash of company and title
}

// drawSketched draws n of the ads with a text from all files. all is the number of these ads.
func drawSketched(o options, n int) (drawn []sketched, all int, err error) {
	files, err := filepath.Glob(filepath.Join(o.ads, "*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, 0, fmt.Errorf("no ads in %s: make data unpacks them", o.ads)
	}
	var postings []*job.Posting
	for _, file := range files {
		if strings.HasSuffix(file, "_pairs.jsonl") {
			continue
		}
		if postings, err = appendPostings(postings, file); err != nil {
			return nil, 0, err
		}
	}
	all = len(postings)
	rng := rand.New(rand.NewPCG(o.seed, 0))
	rng.Shuffle(all, func(i, j int) { postings[i], postings[j] = postings[j], postings[i] })
	options := sketch.DefaultOptions()
	options.Samples = 128
	k := sketch.New(options)
	for _, p := range postings[:min(n, all)] {
		drawn = append(drawn, sketched{
			shingles: slices.Clone(k.Shingles(p.Description, p.Language)),
			sketch:   k.Sketch(p.Description, p.Language),
			second:   xxh3.HashString(job.NormalCompany(p.Company) + "\x00" + job.NormalTitle(p.Title)),
		})
	}
	return drawn, all, nil
}

// appendPostings reads the ads with a text of a file.
func appendPostings(postings []*job.Posting, file string) ([]*job.Posting, error) {
	err := ads.EachLine(file, func(line []byte) error {
		ad, err := ads.Parse(line, time.Unix(1.7e9, 0))
		if err == nil && strings.TrimSpace(ad.Posting.Description) != "" {
			postings = append(postings, ad.Posting)
		}
		return nil
	})
	return postings, err
}

// leastSimilar is the least Jaccard similarity of the pairs that are searched.
const leastSimilar = 0.4

// similarPair is two ads, with a before b, and their exact similarity.
type similarPair struct {
	a, b    int32
	jaccard float64
}

// similarPairs finds all pairs whose similarity is leastSimilar or more.
func similarPairs(ads []sketched) (pairs []similarPair) {
	sets := make([][]uint64, len(ads))
	for i := range ads {
		sets[i] = ads[i].shingles
	}
	allpairs.Each(sets, leastSimilar, func(i, j int, similarity float64) {
		pairs = append(pairs, similarPair{int32(i), int32(j), similarity})
	})
	return pairs
}

func bandsOf(ads []sketched, l sketch.Layout) [][]uint64 {
	bands := make([][]uint64, len(ads))
	for i := range ads {
		bands[i] = ads[i].sketch.AppendBands(nil, l)
	}
	return bands
}

func shareBand(a, b []uint64) bool {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			return true
		}
	}
	return false
}

// meanSharing returns the mean number of other ads with which an ad shares a band.
func meanSharing(bands [][]uint64) float64 {
	buckets := map[uint64][]int32{}
	for i := range bands {
		for _, key := range bands[i] {
			buckets[key] = append(buckets[key], int32(i))
		}
	}
	total := 0
	seen := make([]int, len(bands))
	for i := range bands {
		for _, key := range bands[i] {
			for _, j := range buckets[key] {
				if int(j) != i && seen[j] != i+1 {
					seen[j] = i + 1
					total++
				}
			}
		}
	}
	return float64(total) / float64(max(1, len(bands)))
}

// throughIndex asks an index for the candidates of each ad before it adds the ad.
func throughIndex(ads []sketched, pairs []similarPair, l sketch.Layout) (direct, reached shares, candidates float64, err error) {
	m := index.NewMemory()
	found := map[[2]int32]bool{}
	var keys []uint64
	for i := range ads {
		keys = ads[i].sketch.AppendBands(keys[:0], l)
		err = m.Candidates(keys, ads[i].second, len(ads), func(doc uint64) {
			found[[2]int32{int32(doc), int32(i)}] = true
		})
		if err == nil {
			err = m.Add(uint64(i), keys, ads[i].second)
		}
		if err != nil {
			return direct, reached, 0, err
		}
	}
	groups := make([]joined, len(recallLimits))
	for i := range groups {
		groups[i] = joined{}
	}
	for _, p := range pairs {
		for i, limit := range recallLimits {
			if p.jaccard >= limit && found[[2]int32{p.a, p.b}] {
				groups[i].join(p.a, p.b)
			}
		}
	}
	for _, p := range pairs {
		direct.add(p.jaccard, found[[2]int32{p.a, p.b}])
		for i, limit := range recallLimits {
			if p.jaccard >= limit {
				reached.all[i]++
				if groups[i].root(p.a) == groups[i].root(p.b) {
					reached.found[i]++
				}
			}
		}
	}
	return direct, reached, float64(len(found)) / float64(max(1, len(ads))), nil
}

// joined holds disjoint sets of ads (union-find).
type joined map[int32]int32

func (j joined) root(x int32) int32 {
	for {
		up, ok := j[x]
		if !ok {
			return x
		}
		if above, ok := j[up]; ok {
			j[x] = above
		}
		x = up
	}
}

func (j joined) join(a, b int32) {
	if a, b = j.root(a), j.root(b); a != b {
		j[max(a, b)] = min(a, b)
	}
}
