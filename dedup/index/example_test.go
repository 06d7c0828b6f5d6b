package index_test

import (
	"fmt"

	"gannet/dedup/index"
)

// Document 3 shares two keys with document 1 and one key with document 2.
func Example() {
	x := index.NewMemory()
	const splitKey = 7
	for doc, keys := range [][]uint64{1: {10 << 40, 20 << 40}, 2: {20 << 40, 30 << 40}} {
		if err := x.Add(uint64(doc), keys, splitKey); err != nil {
			panic(err)
		}
	}
	err := x.Candidates([]uint64{10 << 40, 20 << 40}, splitKey, 10, func(doc uint64) { fmt.Println(doc) })
	if err != nil {
		panic(err)
	}
	// Output:
	// 1
	// 2
}
