package frontier

import (
	"math/rand/v2"
	"testing"
)

// TestSeen compares the table with a map. It grows often, and some fingerprints are close together.
func TestSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var s, built seen
	var builder seenBuilder
	truth := map[uint64]uint32{}
	for range 300_000 {
		fingerprint := random.Uint64()
		if random.IntN(4) == 0 {
			fingerprint = uint64(random.IntN(8))<<61 | uint64(random.IntN(3000)) // few shards, full homes
		}
		want, known := truth[fingerprint]
		if !known {
			want = uint32(len(truth))
			truth[fingerprint] = want
			builder.addFingerprint(fingerprint)
		}
		got, added := s.addFingerprint(fingerprint, uint32(len(truth)-1))
		if got != want || added == known {
			t.Fatalf("add(%x) = %d, %v; want %d, %v", fingerprint, got, added, want, !known)
		}
	}
	if n := builder.build(&built); n != 0 {
		t.Fatalf("%d fingerprints were repeated, and there is none", n)
	}
	for fingerprint, want := range truth {
		for name, table := range map[string]*seen{"grown": &s, "built": &built} {
			if got, ok := table.find(fingerprint); !ok || got != want {
				t.Fatalf("%s: find(%x) = %d, %v; want %d", name, fingerprint, got, ok, want)
			}
		}
		if _, there := truth[fingerprint+1]; !there {
			if _, ok := s.find(fingerprint + 1); ok {
				t.Fatalf("found %x, which is not there", fingerprint+1)
			}
		}
	}
}

// TestSeenBuilderRepeated builds from the repeated links of a damaged store.
func TestSeenBuilderRepeated(t *testing.T) {
	var b seenBuilder
	var s seen
	for _, fingerprint := range []uint64{5, 1 << 60, 5, 7} {
		b.addFingerprint(fingerprint)
	}
	if n := b.build(&s); n != 1 {
		t.Errorf("%d repeated, want 1", n)
	}
	if record, ok := s.find(5); !ok || record != 0 {
		t.Errorf("find(5) = %d, %v; want the first", record, ok)
	}
}
