package sketch

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSampleComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]uint32{0, 1, 1000, 1 << 20, 1<<SampleBits - 1, 1<<32 - 1}).Draw(t, "most")
		values := rapid.SliceOfN(rapid.Uint32Range(0, most), 0, maxSample).Draw(t, "values")
		slices.Sort(values)
		s := AppendSample(nil, values)
		if got := s.Append(nil); !slices.Equal(got, values) {
			t.Fatalf("%v came back as %v", values, got)
		}
	})
}

// TestSampleIsShort holds the size of the samples of a text of 480 words: the bits of a gap, and one and a half.
func TestSampleIsShort(t *testing.T) {
	var values []uint32
	for i := range uint64(480) {
		values = append(values, uint32(mix(i+1)>>(64-SampleBits)))
	}
	slices.Sort(values)
	if s := AppendSample(nil, values[:96]); len(s) > 2+96*21/8 {
		t.Errorf("%d bytes for 96 of 480 shingles", len(s))
	}
}

func FuzzDamagedSample(f *testing.F) {
	f.Add([]byte(AppendSample(nil, []uint32{1, 5, 1 << 20, 1 << 27})))
	f.Add([]byte{255, 0})
	f.Add([]byte{4, 200, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		values := Sample(data).Append(nil)
		if !slices.IsSorted(values) || len(values) > maxSample {
			t.Fatalf("%v of %v", values, data)
		}
		s := Sketch{Sample: data, Shingles: 500}
		AppendUnion(nil, &s, &s)
	})
}

func BenchmarkAppendUnion(b *testing.B) {
	var x, y []uint64
	for i := range uint64(480) {
		x, y = append(x, mix(i+1)), append(y, mix(i+100))
	}
	slices.Sort(x)
	slices.Sort(y)
	p, q := of(x, 96), of(y, 96)
	b.ReportAllocs()
	var room [256]Sampled
	for b.Loop() {
		AppendUnion(room[:0], &p, &q)
	}
}
