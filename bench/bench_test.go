package bench

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/dedup/sketch"

	minhash "github.com/dgryski/go-minhash"
	"github.com/zeebo/xxh3"
)

// hashers are the two hash functions from which go-minhash derives its permutations.
func hashers() (minhash.Hash64, minhash.Hash64) {
	return xxh3.Hash, func(b []byte) uint64 { return xxh3.HashSeed(b, 1) }
}

// push adds shingles to a sketch of go-minhash.
func push(m *minhash.MinWise, shingles []uint64) {
	var b [8]byte
	for _, h := range shingles {
		binary.LittleEndian.PutUint64(b[:], h)
		m.Push(b[:])
	}
}

// BenchmarkText makes sketches of 128 values from texts of 3 kB. Both libraries use the same shingles; the third line is
// the cost of the shingles alone.
func BenchmarkText(b *testing.B) {
	texts, _, err := Texts(20_000)
	if err != nil {
		b.Fatal(err)
	}
	k := sketch.New(sketch.DefaultOptions())
	one, two := hashers()
	var s sketch.Sketch
	for _, x := range []struct {
		name string
		do   func(text string)
	}{
		{"gannet", func(text string) { k.Into(&s, text, "en") }},
		{"go-minhash", func(text string) { push(minhash.NewMinWise(one, two, sketch.Size), k.Shingles(text, "en")) }},
		{"shingles", func(text string) { k.Shingles(text, "en") }},
	} {
		b.Run(x.name, func(b *testing.B) {
			for _, text := range texts { // so that all words are cached
				k.Into(&s, text, "en")
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				x.do(texts[i%len(texts)])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "docs/s")
		})
	}
}

// TestErrors checks that our error is below go-minhash's. Of two texts the second repeats a part of the first's words.
func TestErrors(t *testing.T) {
	texts, source, err := Texts(400)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	k := sketch.New(sketch.DefaultOptions())
	one, two := hashers()
	var ours, theirs float64
	for i := 0; i+1 < len(texts); i += 2 {
		cut := TextSize/4 + rng.IntN(TextSize/2)
		pair := [2]string{texts[i], texts[i][:cut] + texts[i+1][min(cut, len(texts[i+1])):]}
		var sketches [2]sketch.Sketch
		var shingles [2][]uint64
		minima := [2]*minhash.MinWise{minhash.NewMinWise(one, two, sketch.Size), minhash.NewMinWise(one, two, sketch.Size)}
		for j, text := range pair {
			sketches[j] = k.Sketch(text, "en")
			shingles[j] = slices.Clone(k.Shingles(text, "en"))
			push(minima[j], shingles[j])
		}
		want := jaccard(shingles[0], shingles[1])
		ours += square(sketches[0].Jaccard(&sketches[1]) - want)
		theirs += square(minima[0].Similarity(minima[1]) - want)
	}
	n := float64(len(texts) / 2)
	t.Logf("root mean square error on %s texts: gannet %.4f in 128 bytes, go-minhash %.4f in 1024", source, math.Sqrt(ours/n), math.Sqrt(theirs/n))
	if ours > 1.1*theirs {
		t.Errorf("our error is above go-minhash's")
	}
}

func square(x float64) float64 { return x * x }

func jaccard(a, b []uint64) float64 {
	both := 0
	for _, h := range a {
		if _, ok := slices.BinarySearch(b, h); ok {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
