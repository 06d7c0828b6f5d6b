package job

import "math"

// perYear is how many units of working time make a year. It makes salaries of different units comparable.
var perYear = map[string]float64{"HOUR": 2000, "DAY": 230, "WEEK": 52, "MONTH": 12, "YEAR": 1}

// Yearly returns the range of a salary for a year of full-time work: 2,000 hours, 230 days, 52 weeks or 12 months. ok is false
// if the amount or its unit is unknown.
func (p Pay) Yearly() (low, high float64, ok bool) {
	factor, known := perYear[p.Unit]
	low, high = p.Min, p.Max
	if low == 0 {
		low = high
	}
	if high == 0 {
		high = low
	}
	if !known || low <= 0 || math.IsInf(high, 0) || math.IsNaN(high) {
		return 0, 0, false
	}
	return min(low, high) * factor, max(low, high) * factor, true
}
