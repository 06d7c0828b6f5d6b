package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/lab/allpairs"
)

// layouts are the compared groupings of slots into bands.
var layouts = []sketch.Layout{{Bands: 32, Rows: 4}, {Bands: 16, Rows: 8}, {Bands: 25, Rows: 5}, {Bands: 42, Rows: 3}}

// sketchedAds is the number of ads that are compared with each other.
const sketchedAds = 20_000

// sketchSection measures how well sketches estimate similarity and find similar texts.
func sketchSection(w io.Writer, o options) error {
	ads, all, err := drawSketched(o, sketchedAds)
	if err != nil {
		return err
	}
	pairs := similarPairs(ads)
	fmt.Fprintf(w, "## Sketches\n\n"+
		"%d ads drawn from all %d with a text. All pairs with a Jaccard similarity of 6-word shingles of %.1f or more were\n"+
		"found exactly, by an inverted index of shingles: %d pairs. Nothing is trained.\n\n", len(ads), all, leastSimilar, len(pairs))
	writeSketchErrors(w, ads, pairs, o.seed)
	writeBandRecall(w, ads, pairs)
	if err := writeIndexRecall(w, ads, pairs); err != nil {
		return err
	}
	writeSamples(w, ads, pairs, o.seed)
	return nil
}

// pairsPerRange is the largest number of pairs on which errors are measured in a range of similarities.
const pairsPerRange = 2000

// drawPairs draws pairs with a similarity from low to below high.
func drawPairs(pairs []similarPair, low, high float64, seed uint64) []similarPair {
	var within []similarPair
	for _, p := range pairs {
		if p.jaccard >= low && p.jaccard < high {
			within = append(within, p)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	rng.Shuffle(len(within), func(i, j int) { within[i], within[j] = within[j], within[i] })
	return within[:min(len(within), pairsPerRange)]
}

// rootMeanSquare sums up errors.
type rootMeanSquare struct{ n, sum, square float64 }

func (r *rootMeanSquare) add(d float64) { r.n, r.sum, r.square = r.n+1, r.sum+d, r.square+d*d }

func (r *rootMeanSquare) String() string { return fmt.Sprintf("%.3f", math.Sqrt(r.square/max(1, r.n))) }

// writeSketchErrors compares estimates with exact similarities, for sketches and for 128 permutations.
func writeSketchErrors(w io.Writer, ads []sketched, pairs []similarPair, seed uint64) {
	fmt.Fprintf(w, "Root mean square error of the estimate, on up to %d pairs a row. The reference is the classic sketch of 128\n"+
		"minima of 64 bits.\n\n"+
		"| similarity | pairs | Fast Similarity Sketching, 128 slots of 8 bits | mean error | 128 permutations |\n"+
		"|---|---|---|---|---|\n", pairsPerRange)
	classic := map[int32]*[sketch.Size]uint64{}
	var allFast, allSlow rootMeanSquare
	for tenth := int(10 * leastSimilar); tenth < 10; tenth++ {
		low, high := float64(tenth)/10, float64(tenth+1)/10
		var fast, slow rootMeanSquare
		for _, p := range drawPairs(pairs, low, high, seed) {
			d := ads[p.a].sketch.Jaccard(&ads[p.b].sketch) - p.jaccard
			fast.add(d)
			allFast.add(d)
			d = equalMinima(minima(classic, ads, p.a), minima(classic, ads, p.b)) - p.jaccard
			slow.add(d)
			allSlow.add(d)
		}
		fmt.Fprintf(w, "| %.1f to %.1f | %.0f | %s | %+.3f | %s |\n", low, high, fast.n, &fast, fast.sum/max(1, fast.n), &slow)
	}
	fmt.Fprintf(w, "| all of these | %.0f | %s | %+.3f | %s |\n\n", allFast.n, &allFast, allFast.sum/max(1, allFast.n), &allSlow)
}

// minima returns the least hash of an ad under each of 128 permutations.
func minima(known map[int32]*[sketch.Size]uint64, ads []sketched, i int32) *[sketch.Size]uint64 {
	if m := known[i]; m != nil {
		return m
	}
	m := new([sketch.Size]uint64)
	for slot := range m {
		m[slot] = math.MaxUint64
		salt := rand.New(rand.NewPCG(uint64(slot), 2)).Uint64()
		for _, h := range ads[i].shingles {
			x := (h ^ salt) * 0xd6e8feb86659fd93
			x = (x ^ x>>32) * 0xd6e8feb86659fd93
			m[slot] = min(m[slot], x^x>>32)
		}
	}
	known[i] = m
	return m
}

func equalMinima(a, b *[sketch.Size]uint64) float64 {
	equal := 0
	for i := range a {
		if a[i] == b[i] {
			equal++
		}
	}
	return float64(equal) / sketch.Size
}

// recallLimits are the similarities from which on recall is given.
var recallLimits = []float64{.8, .6, .4}

// shares counts pairs, and pairs that were found, by the limits of similarity.
type shares struct{ found, all [3]int }

func (s *shares) add(jaccard float64, found bool) {
	for i, limit := range recallLimits {
		if jaccard >= limit {
			s.all[i]++
			if found {
				s.found[i]++
			}
		}
	}
}

func (s *shares) String() string {
	text := ""
	for i := range recallLimits {
		text += fmt.Sprintf(" %.4f |", float64(s.found[i])/float64(max(1, s.all[i])))
	}
	return text
}

// writeBandRecall measures which pairs share a band, without an index.
func writeBandRecall(w io.Writer, ads []sketched, pairs []similarPair) {
	fmt.Fprintf(w, "The share of similar pairs that share a band (bars: .999 at .8, .98 at .6, .80 at .4), and with how many ads an ad\n"+
		"shares a band on average.\n\n"+
		"| bands × slots | J ≥ .8 | J ≥ .6 | J ≥ .4 | ads sharing a band |\n"+
		"|---|---|---|---|---|\n")
	for _, l := range layouts {
		bands := bandsOf(ads, l)
		var s shares
		for _, p := range pairs {
			s.add(p.jaccard, shareBand(bands[p.a], bands[p.b]))
		}
		fmt.Fprintf(w, "| %d×%d |%s %.1f |\n", l.Bands, l.Rows, &s, meanSharing(bands))
	}
	fmt.Fprintln(w)
}

// writeIndexRecall measures which pairs the index finds, whose buckets hold at most 64 ads. It is asked for each ad before
// the ad is added, as in a crawl.
func writeIndexRecall(w io.Writer, ads []sketched, pairs []similarPair) error {
	fmt.Fprintf(w, "The same through the index, which is asked for each ad before the ad is added. A bucket of more than %d ads is split "+
		"by company\n"+
		"and title. A pair counts as reached if both ads are in one cluster, joined by candidates at least as similar as the "+
		"row's limit.\n\n"+
		"| bands × slots | J ≥ .8 | J ≥ .6 | J ≥ .4 | reached, J ≥ .8 | J ≥ .6 | J ≥ .4 | candidates an ad |\n"+
		"|---|---|---|---|---|---|---|---|\n", index.BucketSize)
	for _, l := range layouts {
		direct, reached, candidates, err := throughIndex(ads, pairs, l)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %d×%d |%s%s %.2f |\n", l.Bands, l.Rows, &direct, &reached, candidates)
	}
	fmt.Fprintln(w)
	return nil
}

// writeSamples compares sizes of the sample by the error of the containment estimated from it.
func writeSamples(w io.Writer, ads []sketched, pairs []similarPair, seed uint64) {
	sizes := []int{32, 64, 96, 128}
	fmt.Fprintf(w, "Root mean square error of containment: of the shorter text in the longer, and of the longer in the shorter. It is "+
		"estimated\n"+
		"from samples of the least shingles.\n\n"+
		"| similarity |")
	for _, n := range sizes {
		fmt.Fprintf(w, " %d shingles |", n)
	}
	fmt.Fprintf(w, "\n|---|---|---|---|---|\n")
	for _, low := range []float64{.4, .6, .8} {
		errors := make([][2]rootMeanSquare, len(sizes))
		for _, p := range drawPairs(pairs, low, low+.2, seed) {
			a, b := &ads[p.a], &ads[p.b]
			if len(a.shingles) > len(b.shingles) {
				a, b = b, a
			}
			both := float64(allpairs.Common(a.shingles, b.shingles))
			for i, n := range sizes {
				x, y := cutSample(a.sketch, n), cutSample(b.sketch, n)
				var all sketch.Counts
				for _, shingle := range sketch.AppendUnion(nil, &x, &y) {
					all.Add(shingle)
				}
				inA, inB, in := all.InA, all.InB, all.Both
				errors[i][0].add(float64(in)/float64(max(1, inA)) - both/float64(len(a.shingles)))
				errors[i][1].add(float64(in)/float64(max(1, inB)) - both/float64(len(b.shingles)))
			}
		}
		fmt.Fprintf(w, "| %.1f to %.1f |", low, low+.2)
		for i := range sizes {
			fmt.Fprintf(w, " %s, %s |", &errors[i][0], &errors[i][1])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

func cutSample(s sketch.Sketch, n int) sketch.Sketch {
	values := s.Sample.Append(nil)
	s.Sample = sketch.AppendSample(nil, values[:min(n, len(values))])
	return s
}
