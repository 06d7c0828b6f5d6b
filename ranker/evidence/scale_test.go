package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScaleIsMeanAndDeviation compares a scale with the plain formulas over the values it uses: all while it is young,
// then those up to the last refresh.
func TestScaleIsMeanAndDeviation(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var s Scale
	if s.Mean() != 0 || s.StandardScore(3) != 0 {
		t.Errorf("without values: mean %v, score %v", s.Mean(), s.StandardScore(3))
	}
	var all []float64
	used := 0
	for i := range 400 {
		x := 3 + 2*rng.NormFloat64()
		all = append(all, x)
		s.AddValue(x, 1)
		if i < youngScale {
			used = len(all)
		}
		if i%90 == 89 {
			s.Refresh()
			used = len(all)
		}
		mean, deviation := 0.0, 0.0
		for _, x := range all[:used] {
			mean += x / float64(used)
		}
		for _, x := range all[:used] {
			deviation += (x - mean) * (x - mean) / float64(used)
		}
		deviation = math.Sqrt(deviation)
		if math.Abs(s.Mean()-mean) > 1e-9 {
			t.Fatalf("after %d values: mean %v, want %v", i+1, s.Mean(), mean)
		}
		for _, at := range []float64{-100, -1, 2.5, 3, 4, 100} {
			want := 0.0
			if deviation > 1e-6 {
				want = slices.Max([]float64{-4, slices.Min([]float64{4, (at - mean) / deviation})})
			}
			if math.Abs(s.StandardScore(at)-want) > 1e-6 {
				t.Fatalf("after %d values: %v has the standard score %v, want %v", i+1, at, s.StandardScore(at), want)
			}
		}
	}
}

// TestScaleOfEqualValuesSaysNothing also where sums of squares cancel badly.
func TestScaleOfEqualValuesSaysNothing(t *testing.T) {
	var s Scale
	for range 1000 {
		s.AddValue(1e5+0.1, 1)
	}
	s.Refresh()
	if z := s.StandardScore(1e5 + 0.1); math.Abs(z) > 1e-3 {
		t.Errorf("a value like all others has the standard score %v", z)
	}
}

// TestLinearMeetsStandardScore within the bound and beyond it, and with values that are all equal.
func TestLinearMeetsStandardScore(t *testing.T) {
	var spread, equal Scale
	for i := range 100 {
		spread.AddValue(float64(i%9), 1)
		equal.AddValue(2, 1)
	}
	for _, s := range []*Scale{&spread, &equal} {
		s.Refresh()
		for _, x := range []float64{-100, -1, 0, 2, 3.3, 8, 50} {
			slope, offset := s.Linear(x)
			if got, want := slope*x+offset, s.StandardScore(x); math.Abs(got-want) > 1e-12 {
				t.Errorf("at %v: %v, not %v", x, got, want)
			}
		}
	}
}
