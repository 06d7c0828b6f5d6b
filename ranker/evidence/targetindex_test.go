package evidence

import (
	"math/rand/v2"
	"testing"
)

// indexed counts the targets in the index of a list.
func indexed(l *targetList) (n int) {
	for _, slot := range l.index {
		if slot != 0 {
			n++
		}
	}
	return n
}

// TestTargetIndexAgainstMap adds targets and removes the last ones again. Many fingerprints have the same lower bits, and some the same upper half.
func TestTargetIndexAgainstMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	var l targetList
	want := make(map[uint64]int)
	draw := func() uint64 { return rng.Uint64N(3)<<62 | rng.Uint64N(1<<20)<<12 | rng.Uint64N(7) }
	for range 2000 {
		for range rng.IntN(8) {
			fingerprint := draw()
			if _, ok := want[fingerprint]; !ok {
				want[fingerprint] = l.n
				l.add(target{fingerprint: fingerprint})
			}
		}
		if n := max(0, l.n-rng.IntN(5)); rng.IntN(2) == 0 {
			for i := n; i < l.n; i++ {
				delete(want, l.at(i).fingerprint)
			}
			l.removeLast(n)
		}
		fingerprint := draw()
		if l.n > 0 && rng.IntN(2) == 0 {
			fingerprint = l.at(rng.IntN(l.n)).fingerprint
		}
		i, known := want[fingerprint]
		if at, ok := l.find(fingerprint); at != i || ok != known {
			t.Fatalf("target %d, %v; want %d, %v", at, ok, i, known)
		}
	}
	if indexed(&l) != len(want) || l.n < 1000 {
		t.Fatalf("%d of %d targets are in the index, %d in the list", indexed(&l), len(want), l.n)
	}
}
