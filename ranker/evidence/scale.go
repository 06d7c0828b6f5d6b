package evidence

import "math"

// Scale converts the values of a feature to standard scores, that is, numbers of standard deviations from the mean. Priorities computed
// from such scores are compared in the frontier for a long time. So mean and deviation change only when Refresh is called, after which all
// links are scored again; only the first values change them at once.
type Scale struct {
	n, sum, squares float64
	mean, deviation float64 // in use
	elsewhere       struct{ n, sum, squares float64 }
}

// youngScale is the number of values up to which each new value changes the scale at once.
const youngScale = 50

// MaxStandardScore bounds standard scores: they are cut to the range from -MaxStandardScore to MaxStandardScore.
const MaxStandardScore = 4

// AddValue adds the value x, which counts as much as count equal values. It changes mean and deviation only at the next Refresh.
func (s *Scale) AddValue(x, count float64) {
	s.n += count
	s.sum += count * x
	s.squares += count * x * x
	if s.young() {
		s.Refresh()
	}
}

func (s *Scale) young() bool { return s.count() <= youngScale }

// count returns the number of values added so far, here and by other owners.
func (s *Scale) count() float64 { return s.n + s.elsewhere.n }

// Refresh recomputes mean and deviation from all values added so far.
func (s *Scale) Refresh() {
	n := s.count()
	if n == 0 {
		return
	}
	s.mean = (s.sum + s.elsewhere.sum) / n
	s.deviation = math.Sqrt(max((s.squares+s.elsewhere.squares)/n-s.mean*s.mean, 0))
}

// Mean returns the mean of the values at the latest Refresh, or 0 if there were no values.
func (s *Scale) Mean() float64 { return s.mean }

// Deviation returns the standard deviation of the values at the latest Refresh.
func (s *Scale) Deviation() float64 { return s.deviation }

// StandardScore returns by how many standard deviations x differs from the mean, within ±MaxStandardScore. It is 0 if all values are equal.
func (s *Scale) StandardScore(x float64) float64 {
	if s.deviation < 1e-6 {
		return 0
	}
	return min(MaxStandardScore, max(-MaxStandardScore, (x-s.mean)/s.deviation))
}

// Linear returns a line through the standard score of x: StandardScore(x) is slope*x + offset. The line is the same for all values whose
// scores are within the bound. For a score that was cut to the bound, the line is flatter by the same factor.
func (s *Scale) Linear(x float64) (slope, offset float64) {
	if s.deviation < 1e-6 {
		return 0, 0
	}
	slope = 1 / s.deviation
	if z := (x - s.mean) * slope; math.Abs(z) > MaxStandardScore {
		slope *= MaxStandardScore / math.Abs(z)
	}
	return slope, -s.mean * slope
}
