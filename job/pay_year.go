package job

import (
	"cmp"
	"math"
)

// perYear is how many units of working time make a year. It makes salaries of different units comparable.
var perYear = map[string]float64{"HOUR": 2000, "DAY": 230, "WEEK": 52, "MONTH": 12, "YEAR": 1}

// Year converts a pay to that for a year of full-time work in the same currency: 2,000 hours, 230 days, 52 weeks or 12 months. An open end
// stays open. A pay without a unit gets the unit that fits its size if there is only one, for example a year for $120k. The result is zero
// if there is no amount, or if several units fit.
func (p Pay) Year() Pay {
	factor := perYear[cmp.Or(p.Unit, p.fittingUnit())]
	low, high := p.Min*factor, p.Max*factor
	if low < 0 || high < 0 || low+high == 0 || math.IsInf(low+high, 0) || math.IsNaN(low+high) {
		return Pay{}
	}
	if low > 0 && high > 0 {
		low, high = min(low, high), max(low, high)
	}
	return Pay{Min: low, Max: high, Currency: p.Currency, Unit: "YEAR"}
}

// Yearly returns the range of the yearly pay in Year. If one end of the range is open, both ends are equal. ok is false if the amount or
// its unit is unknown.
func (p Pay) Yearly() (low, high float64, ok bool) {
	year := p.Year()
	return cmp.Or(year.Min, year.Max), cmp.Or(year.Max, year.Min), year.Known()
}
