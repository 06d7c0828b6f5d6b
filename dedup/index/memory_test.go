package index_test

import (
	"testing"

	"gannet/dedup/index"
	"gannet/dedup/index/indextest"
)

// TestMemory reopens an index by using it further.
func TestMemory(t *testing.T) {
	opened := map[string]*index.Memory{}
	indextest.Run(t, func(dir string) (index.Index, error) {
		if opened[dir] == nil {
			opened[dir] = index.NewMemory()
		}
		return opened[dir], nil
	})
}

// drawKeys appends the 44 keys of a text: 32 bands, four exact names, and eight of its title with a part of the text.
func drawKeys(text uint64, keys []uint64) []uint64 {
	for i := range uint64(44) {
		h := (text*64 + i + 1) * 0x9e3779b97f4a7c15
		h ^= h >> 32
		h *= 0xd6e8feb86659fd93
		h ^= h >> 29
		keys = append(keys, h*0xbf58476d1ce4e5b9)
	}
	return keys
}

// TestPartWithThePrefixOfASplitBucket splits a bucket, and then another one with a part of the same prefix. Among ten million
// documents that happens by chance.
func TestPartWithThePrefixOfASplitBucket(t *testing.T) {
	m := index.NewMemory()
	defer m.Close()
	const key = 0x123456789 << 28
	doc := uint64(0)
	for _, k := range []uint64{index.PartKey(key, 1), key} {
		for range 2 * index.BucketSize {
			doc++
			if err := m.Add(doc, []uint64{k}, 1+doc%2); err != nil {
				t.Fatal(err)
			}
		}
	}
	for splitKey, want := range []int{1: 0, 2: index.BucketSize} {
		got := 0
		if err := m.Candidates([]uint64{key}, uint64(splitKey), 1000, func(uint64) { got++ }); err != nil || got != want {
			t.Errorf("%d candidates with split key %d, %v, want %d", got, splitKey, err, want)
		}
	}
}
