package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNamesOfOneHome fills lines beyond what is in reach, beside a map: few names so near to each other that all have
// one home or two, with lists, splits and growth.
func TestNamesOfOneHome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s shard
		s.init(leastHomes)
		want := map[uint32][]uint32{}
		spread := rapid.SampledFrom([]uint32{1, 1 << 15, 1 << 24}).Draw(t, "spread")
		for doc := range uint32(rapid.IntRange(1, 1500).Draw(t, "documents")) {
			x := rapid.Uint32Range(0, 255).Draw(t, "name") * spread
			docs, _ := s.get(x, nil)
			if !slices.Equal(docs, want[x]) {
				t.Fatalf("documents of %d: %v, want %v", x, docs, want[x])
			}
			switch {
			case len(docs) == BucketSize:
				s.replaceLeast(x, doc)
				want[x] = append(want[x][1:], doc)
			default:
				s.put(x, doc, docs)
				want[x] = append(want[x], doc)
			}
			if s.homes < 2*leastHomes && rapid.IntRange(0, 200).Draw(t, "grow") == 0 {
				s.grow()
			}
		}
		values := 0
		s.values(func(x, _ uint32) bool {
			values++
			if docs, _ := s.get(x, nil); !slices.Equal(docs, want[x]) {
				t.Fatalf("documents of %d: %v, want %v", x, docs, want[x])
			}
			return true
		})
		if values != s.entries {
			t.Fatalf("%d values, %d counted", values, s.entries)
		}
	})
}

// TestNamesAreRestored holds name to place, for tables of all sizes.
func TestNamesAreRestored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shard{homes: uint64(rapid.IntRange(leastHomes, 1<<28).Draw(t, "homes"))}
		x := rapid.Uint32().Draw(t, "name")
		home, rest := s.place(x)
		if s.homes >= wideHomes {
			rest &^= 0xff // is not kept
		}
		if got := s.name(home, rest); got != x {
			t.Fatalf("name %d of home %d, rest %d: %d", x, home, rest, got)
		}
	})
}
