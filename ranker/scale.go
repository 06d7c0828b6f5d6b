package ranker

import "math"

// scale is the mean and deviation of a feature among the links of a crawl. Scores made with it are compared in the
// frontier for long: it changes only at refresh, after which all links are scored again, and while it is young.
type scale struct {
	n, sum, squares float64
	mean, deviation float64 // in use
}

// youngScale is how many values a scale changes with freely.
const youngScale = 50

func (s *scale) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
	if s.n <= youngScale {
		s.refresh()
	}
}

// now is the mean of all values so far.
func (s *scale) now() float64 {
	if s.n == 0 {
		return 0
	}
	return s.mean
}

// refresh puts what was added to use.
func (s *scale) refresh() {
	if s.n == 0 {
		return
	}
	s.mean = s.sum / s.n
	s.deviation = math.Sqrt(max(s.squares/s.n-s.mean*s.mean, 0))
}

// mostDeviations bounds standard scores.
const mostDeviations = 4

// of gives the standard score of a value.
func (s *scale) of(x float64) float64 {
	if s.deviation < 1e-6 {
		return 0
	}
	return min(mostDeviations, max(-mostDeviations, (x-s.mean)/s.deviation))
}

// standardise fills in the standard scores of a row that was measured.
func (m *Memory) standardise(row []float64) {
	for i := range scaled {
		row[scaled+i] = float64(float32(m.scales[i].of(row[i])))
	}
}

// count adds a row that was measured to the scales.
func (m *Memory) count(row []float64) {
	for i := range scaled {
		m.scales[i].add(row[i])
	}
}
