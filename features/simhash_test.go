package features

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// plainFingerprint counts each bit on its own.
func plainFingerprint(words []Word) uint64 {
	var counts [64]int
	previous := uint32(0)
	for _, w := range words {
		x := mix64(uint64(previous)<<32 | uint64(w.Hash))
		for bit := range counts {
			counts[bit] += int(x >> bit & 1)
		}
		previous = w.Hash
	}
	var out uint64
	for bit, n := range counts {
		if n > len(words)/2 {
			out |= 1 << bit
		}
	}
	return max(out, 1)
}

// randomText draws words evenly from a vocabulary of 2,000.
func randomText(random *rand.Rand, n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", random.IntN(2000))
	}
	return words
}

func fingerprintOf(words []string) uint64 {
	return fingerprint(cutWords(nil, []byte(strings.Join(words, " ")), 0))
}

func TestFingerprintIsTheMajority(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 400; n += 1 + n/8 {
		words := cutWords(nil, []byte(strings.Join(randomText(random, n), " ")), 0)
		if got, want := fingerprint(words), plainFingerprint(words); got != want {
			t.Fatalf("%d words: %x, want %x", n, got, want)
		}
	}
	if fingerprint(nil) != 0 {
		t.Error("a page without words has a fingerprint")
	}
}

// TestFingerprintDistance holds what the documentation of Near says, on average over 200 pages of 500 words.
func TestFingerprintDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const pages, words = 200, 500
	nearby, apart, nearest := 0, 0, 64
	for range pages {
		page := randomText(random, words)
		print := fingerprintOf(page)
		changed := append([]string(nil), page...)
		changed[random.IntN(words)] = "changed"
		if Distance(print, fingerprintOf(changed)) <= Near {
			nearby++
		}
		other := Distance(print, fingerprintOf(randomText(random, words)))
		apart += other
		nearest = min(nearest, other)
	}
	if nearby < pages*8/10 {
		t.Errorf("%d of %d pages with one changed word of %d are near", nearby, pages, words)
	}
	if mean := apart / pages; mean < 29 || mean > 35 || nearest <= 2*Near {
		t.Errorf("other pages are %d bits apart, the nearest %d", mean, nearest)
	}
}

// TestRealFingerprints checks the counter on real pages and that few different ones are near.
func TestRealFingerprints(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		if words := p.Words[p.Body.Start:p.Body.End]; len(words) > 0 && p.Fingerprint != plainFingerprint(words) {
			t.Fatalf("%s: %x, want %x", s.url, p.Fingerprint, plainFingerprint(words))
		}
	})
}
