package index

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestShortKeysOfOneHome compares a shard with a map. The short keys are so close that all have one home or two. So they
// fill all lines within reach.
func TestShortKeysOfOneHome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s shard
		s.init(minHomes)
		want := map[uint32][]uint32{}
		spread := rapid.SampledFrom([]uint32{1, 1 << 15, 1 << 24}).Draw(t, "spread")
		for doc := range uint32(rapid.IntRange(1, 1500).Draw(t, "documents")) {
			x := rapid.Uint32Range(0, 255).Draw(t, "short key") * spread
			f := s.find(x)
			docs, _ := s.appendFound(x, f, nil)
			if !slices.Equal(docs, want[x]) {
				t.Fatalf("documents of %d: %v, want %v", x, docs, want[x])
			}
			switch {
			case len(docs) == BucketSize:
				s.replaceLeast(x, doc, f)
				want[x] = append(want[x][1:], doc)
			default:
				s.put(x, doc, f, docs)
				want[x] = append(want[x], doc)
			}
			if s.homes < 2*minHomes && rapid.IntRange(0, 200).Draw(t, "grow") == 0 {
				s.grow()
			}
		}
		values := 0
		s.eachValue(func(x, _ uint32) bool {
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

// TestShortKeysAreRestored reverses homeOf, for tables of all sizes.
func TestShortKeysAreRestored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shard{homes: uint64(rapid.IntRange(minHomes, 1<<28).Draw(t, "homes"))}
		s.inverse = math.MaxUint64 / s.homes
		x := rapid.Uint32().Draw(t, "short key")
		home, rest := s.homeOf(x)
		if s.homes >= wideHomes {
			rest &^= 0xff // is not kept
		}
		if got := s.shortKey(home, rest); got != x {
			t.Fatalf("short key %d of home %d, rest %d: %d", x, home, rest, got)
		}
	})
}
