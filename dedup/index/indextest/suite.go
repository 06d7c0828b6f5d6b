// Package indextest owns the suite that every implementation of index.Index must pass. It compares them with a naive index
// of maps, and tests each rule of package index by name.
package indextest

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"gannet/dedup/index"

	"pgregory.net/rapid"
)

// Run tests an implementation of index.Index. open opens the index in a directory, which is empty at first.
func Run(t *testing.T, open func(dir string) (index.Index, error)) {
	t.Run("AsNaive", func(t *testing.T) { asNaive(t, open) })
	t.Run("MoreSharedKeysFirst", func(t *testing.T) { moreSharedKeysFirst(t, open) })
	t.Run("FullBucketsAreSplit", func(t *testing.T) { fullBucketsAreSplit(t, open) })
	t.Run("PartsKeepTheLast", func(t *testing.T) { partsKeepTheLast(t, open) })
	t.Run("NumbersEnd", func(t *testing.T) { numbersEnd(t, open) })
	t.Run("ManyKeys", func(t *testing.T) { manyKeys(t, open) })
}

// asNaive draws few keys, so that buckets fill up and are split. It reopens the index from time to time.
func asNaive(t *testing.T, open func(dir string) (index.Index, error)) {
	rapid.Check(t, func(rt *rapid.T) {
		dir := t.TempDir()
		x, err := open(dir)
		check(rt, err)
		naive := newNaive()
		keys := rapid.SliceOfN(rapid.Map(rapid.Uint64Range(0, 40), spread), 0, 6)
		seconds := rapid.Uint64Range(0, 3)
		for range rapid.IntRange(1, 400).Draw(rt, "steps") {
			doc, ks, second := rapid.Uint64Range(0, 600).Draw(rt, "doc"), keys.Draw(rt, "keys"), seconds.Draw(rt, "second")
			switch rapid.IntRange(0, 150).Draw(rt, "step") {
			case 0:
				check(rt, x.Close())
				x, err = open(dir)
				check(rt, err)
			case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20:
				most := rapid.IntRange(0, 200).Draw(rt, "most")
				if got, want := ask(rt, x, ks, second, most), ask(rt, naive, ks, second, most); !slices.Equal(got, want) {
					rt.Fatalf("candidates of %v, second %d, at most %d: %v, want %v", ks, second, most, got, want)
				}
			default:
				check(rt, x.Add(doc, ks, second))
				check(rt, naive.Add(doc, ks, second))
			}
		}
		check(rt, x.Close())
	})
}

type fataler interface {
	Helper()
	Fatal(args ...any)
}

func check(t fataler, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// spread makes a key that looks like a hash.
func spread(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n ^= n >> 29
	return n * 0xbf58476d1ce4e5b9
}

func ask(t fataler, x index.Index, keys []uint64, splitKey uint64, limit int) (docs []uint64) {
	t.Helper()
	check(t, x.Candidates(keys, splitKey, limit, func(doc uint64) { docs = append(docs, doc) }))
	return docs
}

func opened(t *testing.T, open func(dir string) (index.Index, error)) index.Index {
	x, err := open(t.TempDir())
	check(t, err)
	t.Cleanup(func() { check(t, x.Close()) })
	return x
}

func moreSharedKeysFirst(t *testing.T, open func(dir string) (index.Index, error)) {
	x := opened(t, open)
	check(t, x.Add(1, []uint64{spread(1)}, 0))
	check(t, x.Add(2, []uint64{spread(1), spread(2), spread(3)}, 0))
	check(t, x.Add(3, []uint64{spread(2), spread(3)}, 0))
	check(t, x.Add(4, []uint64{spread(3), spread(2)}, 0))
	if got := ask(t, x, []uint64{spread(1), spread(2), spread(3)}, 0, 3); !slices.Equal(got, []uint64{2, 3, 4}) {
		t.Fatalf("candidates %v, want 2 with three keys, then 3 and 4 with two", got)
	}
}

func fullBucketsAreSplit(t *testing.T, open func(dir string) (index.Index, error)) {
	x := opened(t, open)
	key := []uint64{spread(1)}
	for doc := range uint64(index.BucketSize) {
		check(t, x.Add(doc, key, doc%2))
	}
	if got := ask(t, x, key, 7, 1000); len(got) != index.BucketSize {
		t.Fatalf("%d candidates from a full bucket, want %d", len(got), index.BucketSize)
	}
	check(t, x.Add(index.BucketSize, key, 0))
	if got := ask(t, x, key, 7, 1000); len(got) != 0 {
		t.Fatalf("%d candidates with another second key from a split bucket", len(got))
	}
	for second, want := range []int{index.BucketSize/2 + 1, index.BucketSize / 2} {
		if got := ask(t, x, key, uint64(second), 1000); len(got) != want {
			t.Fatalf("%d candidates with second key %d from a split bucket, want %d", len(got), second, want)
		}
	}
}

func partsKeepTheLast(t *testing.T, open func(dir string) (index.Index, error)) {
	x := opened(t, open)
	for doc := uint64(0); doc < 500; doc++ {
		check(t, x.Add(doc*13%500, []uint64{spread(1)}, 5)) // each once, in no order
	}
	got := ask(t, x, []uint64{spread(1)}, 5, 1000)
	if len(got) != index.BucketSize || got[0] != 500-index.BucketSize || got[len(got)-1] != 499 {
		t.Fatalf("candidates %v, want the last %d documents", got, index.BucketSize)
	}
}

func numbersEnd(t *testing.T, open func(dir string) (index.Index, error)) {
	x := opened(t, open)
	check(t, x.Add(index.MaxDocument, []uint64{spread(1)}, 0))
	if err := x.Add(index.MaxDocument+1, []uint64{spread(1)}, 0); err == nil {
		t.Fatal("a document beyond MaxDocument was taken")
	}
	if got := ask(t, x, []uint64{spread(1)}, 0, 9); !slices.Equal(got, []uint64{index.MaxDocument}) {
		t.Fatalf("candidates %v, want %d", got, index.MaxDocument)
	}
}

// manyKeys fills an index beyond the sizes at which it grows or writes, reopens it, and looks up every document.
func manyKeys(t *testing.T, open func(dir string) (index.Index, error)) {
	dir := t.TempDir()
	x, err := open(dir)
	check(t, err)
	naive := newNaive()
	const docs = 30_000
	keysOf := func(doc uint64) (keys []uint64) {
		for i := range uint64(8) {
			keys = append(keys, spread(doc>>i*8+i)) // 2^i documents share the i-th key
		}
		return keys
	}
	for doc := range uint64(docs) {
		check(t, x.Add(doc, keysOf(doc), doc/4))
		check(t, naive.Add(doc, keysOf(doc), doc/4))
	}
	for range 2 {
		for doc := uint64(0); doc < docs; doc += 7 {
			if got, want := ask(t, x, keysOf(doc), doc/4, 50), ask(t, naive, keysOf(doc), doc/4, 50); !slices.Equal(got, want) {
				t.Fatalf("candidates of document %d: %v, want %v", doc, got, want)
			}
		}
		check(t, x.Close())
		x, err = open(dir)
		check(t, err)
	}
	check(t, x.Close())
}

// naive is an index of maps that keeps everything.
type naive struct {
	buckets   map[uint64]map[uint64]bool
	splitKeys map[uint64]uint64
}

func newNaive() *naive {
	return &naive{buckets: map[uint64]map[uint64]bool{}, splitKeys: map[uint64]uint64{}}
}

func (n *naive) Add(doc uint64, keys []uint64, splitKey uint64) error {
	if _, known := n.splitKeys[doc]; !known {
		n.splitKeys[doc] = splitKey
	}
	for _, key := range keys {
		if n.buckets[key] == nil {
			n.buckets[key] = map[uint64]bool{}
		}
		n.buckets[key][doc] = true
	}
	return nil
}

func (n *naive) Candidates(keys []uint64, splitKey uint64, limit int, use func(doc uint64)) error {
	shared := map[uint64]int{}
	for _, key := range keys {
		var docs []uint64
		for doc := range n.buckets[key] {
			if len(n.buckets[key]) <= index.BucketSize || n.splitKeys[doc] == splitKey {
				docs = append(docs, doc)
			}
		}
		slices.Sort(docs)
		for _, doc := range docs[max(0, len(docs)-index.BucketSize):] {
			shared[doc]++
		}
	}
	var lines []string // sorted as text: most shared first, then by number
	for doc, count := range shared {
		lines = append(lines, fmt.Sprintf("%09d %020d", 999999999-count, doc))
	}
	slices.Sort(lines)
	for _, line := range lines[:min(limit, len(lines))] {
		doc, err := strconv.ParseUint(line[10:], 10, 64)
		if err != nil {
			return err
		}
		use(doc)
	}
	return nil
}

func (n *naive) Close() error { return nil }
