package evidence

import "math"

// Scale turns the values of a feature into standard scores, by their mean and deviation. Priorities that were computed with it are compared in the
// frontier for a long time. So mean and deviation change only at Refresh, after which all links are scored again. Only for the first values do they
// change with each value.
type Scale struct {
	n, sum, squares float64
	mean, deviation float64 // in use
	elsewhere       struct{ n, sum, squares float64 }
}

// youngScale is the number of values up to which each new value changes the scale at once.
const youngScale = 50

// MaxStandardScore bounds standard scores, which lie between it and its negative.
const MaxStandardScore = 4

// AddValue adds a value that counts as count equal values. It takes effect at the next Refresh.
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

// Refresh lets all values added so far take effect.
func (s *Scale) Refresh() {
	n := s.count()
	if n == 0 {
		return
	}
	s.mean = (s.sum + s.elsewhere.sum) / n
	s.deviation = math.Sqrt(max((s.squares+s.elsewhere.squares)/n-s.mean*s.mean, 0))
}

// Mean returns the mean of the values that have taken effect, or 0 if there are none.
func (s *Scale) Mean() float64 { return s.mean }

// Deviation returns the standard deviation of the values that have taken effect.
func (s *Scale) Deviation() float64 { return s.deviation }

// StandardScore returns by how many deviations a value differs from the mean, 0 if all values are equal.
func (s *Scale) StandardScore(x float64) float64 {
	if s.deviation < 1e-6 {
		return 0
	}
	return min(MaxStandardScore, max(-MaxStandardScore, (x-s.mean)/s.deviation))
}

// Linear returns a line on which the score of x lies: StandardScore(x) is slope*x + offset. All standard scores within the bound lie on the same
// line. If the score of x was cut at the bound, the line is flatter by the same factor.
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
