package eval

import (
	"math"
	"slices"
)

// marks are the numbers of fetches at which precision and recall are reported.
var marks = []int{50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 40000}

// curve is the course of a crawl: the number of relevant pages fetched so far, for every counted fetch in order.
type curve []int32

// at is the number of relevant pages after n fetches. If the crawl ended earlier, it is the number at its end.
func (c curve) at(n int) int32 {
	if n = min(n, len(c)); n > 0 {
		return c[n-1]
	}
	return 0
}

// area is the area under the recall curve over the first 5×relevant fetches, divided by that of an ideal order,
// which fetches the relevant pages first.
func (c curve) area(relevant int) float64 {
	var sum, best int64
	for n := 1; n <= 5*relevant; n++ {
		sum += int64(c.at(n))
		best += int64(min(n, relevant))
	}
	return float64(sum) / float64(best)
}

// Moments are the mean and the standard deviation of a sample (with n-1 in the denominator).
type Moments struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"` // 0 if N is 1
	N    int     `json:"n"`  // values of the sample
}

func moments(xs []float64) Moments {
	m := Moments{N: len(xs)}
	if len(xs) == 0 {
		return m
	}
	for _, x := range xs {
		m.Mean += x / float64(len(xs))
	}
	if len(xs) > 1 {
		for _, x := range xs {
			m.SD += (x - m.Mean) * (x - m.Mean) / float64(len(xs)-1)
		}
	}
	m.SD = math.Sqrt(m.SD)
	return m
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func values(m map[string]float64) []float64 {
	out := make([]float64, 0, len(m))
	for _, k := range sortedKeys(m) {
		out = append(out, m[k])
	}
	return out
}
