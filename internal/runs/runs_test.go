package runs

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// TestSortsLikeMemory: whatever fits into memory, the order is that of a sort in memory, and no file is left.
func TestSortsLikeMemory(t *testing.T) {
	for _, n := range []int{0, 1, 7, 1000} {
		for _, memory := range []int64{0, 16 * 7, 16 * 999, 1 << 20} {
			dir, random := t.TempDir(), rand.New(rand.NewPCG(1, uint64(n)))
			s := New(dir, memory)
			var want, got []Entry
			for range n {
				e := Entry{random.Uint64() >> random.IntN(64), random.Uint64N(5)}
				want = append(want, e)
				if err := s.Add(e); err != nil {
					t.Fatal(err)
				}
			}
			slices.SortFunc(want, compare)
			err := s.Each(func(e Entry) error { got = append(got, e); return nil })
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d entries with %d bytes: %v, %d entries come back, some in another order", n, memory, err, len(got))
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("%d files are left, %v", len(left), err)
			}
		}
	}
}
