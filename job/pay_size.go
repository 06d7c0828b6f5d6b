package job

import "cmp"

// yearlyPay is about what full-time work of a year is paid in the middle of the country or countries with a currency. It only tells sizes apart that
// differ by a factor of ten or more, so that it need not be kept up to date.
var yearlyPay = map[string]float64{
	"USD": 60e3, "EUR": 40e3, "GBP": 38e3, "CHF": 85e3, "CAD": 65e3, "AUD": 80e3, "NZD": 70e3, "SGD": 65e3, "HKD": 250e3, "TWD": 600e3, "JPY": 4.6e6, "CNY": 110e3, "KRW": 42e6,
	"PLN": 90e3, "CZK": 560e3, "HUF": 7.5e6, "RON": 95e3, "BGN": 28e3, "RSD": 1.5e6, "SEK": 460e3, "NOK": 660e3, "DKK": 520e3, "ISK": 9.5e6, "RUB": 950e3, "UAH": 280e3, "BYN": 27e3, "KZT": 4.8e6,
	"INR": 450e3, "PKR": 650e3, "BDT": 350e3, "LKR": 900e3, "PHP": 280e3, "THB": 250e3, "VND": 120e6, "IDR": 55e6, "MYR": 42e3, "TRY": 500e3, "ILS": 150e3, "AED": 110e3, "SAR": 95e3, "QAR": 120e3,
	"EGP": 130e3, "MAD": 65e3, "TND": 17e3, "DZD": 520e3, "ETB": 130e3, "ZAR": 310e3, "NGN": 1.8e6, "KES": 650e3, "GHS": 40e3,
	"BRL": 40e3, "MXN": 150e3, "ARS": 12e6, "CLP": 10e6, "COP": 24e6, "PEN": 25e3, "CRC": 7e6, "PYG": 40e6, "GEL": 24e3, "AZN": 12e3,
}

// paySizes are the least and the most that is paid for a unit, as shares of a unit's part of yearlyPay. Trainees are paid little, and the work of a few days much.
var paySizes = map[string][2]float64{"HOUR": {1. / 16, 25}, "DAY": {1. / 12, 20}, "WEEK": {1. / 16, 15}, "MONTH": {1. / 27, 15}, "YEAR": {1. / 12, 30}}

// correctable are the units that programs and people confuse, and correctSize is how near to yearlyPay a pay must come to be one of them.
var (
	correctable = []string{"HOUR", "MONTH", "YEAR"}
	correctSize = [2]float64{.25, 4}
)

// fitsSize reports whether both ends of a pay, if it were of a unit, lie within shares of the usual pay. Without a known currency all do.
func (p Pay) fitsSize(unit string, bounds [2]float64) bool {
	usual := yearlyPay[p.Currency] / perYear[unit]
	low, high := cmp.Or(p.Min, p.Max), cmp.Or(p.Max, p.Min)
	return yearlyPay[p.Currency] == 0 || low >= usual*bounds[0] && high <= usual*bounds[1]
}

// leastBare are the least amounts of a unit in any currency.
var leastBare = map[string]float64{"HOUR": 1, "DAY": 4, "WEEK": 20, "MONTH": 50, "YEAR": 500}

// Checked returns the pay after a check of its size. If the amount is implausible for its unit and currency, and exactly one other unit
// would be plausible, it gets that unit. If none would be, the amounts are removed. Note says what was changed, "" for nothing.
func (p Pay) Checked() Pay {
	if !p.Known() || p.isPlausible() {
		return p
	}
	said := p.Text()
	if fitting := p.fittingUnit(); fitting != "" && p.Unit != "" {
		p.Unit = fitting
		p.Note = said + " can be no pay: read as " + p.Text()
		return p
	}
	return Pay{Raw: p.Raw, Note: said + " can be no pay: left out"}
}

// fittingUnit returns the one unit, other than its own, of which the pay would have a usual size in its currency, "" if there is none or several.
func (p Pay) fittingUnit() (fitting string) {
	if yearlyPay[p.Currency] == 0 {
		return ""
	}
	for _, unit := range correctable {
		if unit != p.Unit && p.fitsSize(unit, correctSize) {
			if fitting != "" {
				return ""
			}
			fitting = unit
		}
	}
	return fitting
}

// isPlausible reports whether the size of a pay fits its unit, or any unit if it has none.
func (p Pay) isPlausible() bool {
	if p.Unit != "" {
		return cmp.Or(p.Min, p.Max) >= leastBare[p.Unit] && p.fitsSize(p.Unit, paySizes[p.Unit])
	}
	for unit, bounds := range paySizes {
		low, high := cmp.Or(p.Min, p.Max), cmp.Or(p.Max, p.Min)
		if (Pay{Min: low, Max: low, Currency: p.Currency}).fitsSize(unit, bounds) && (Pay{Min: high, Max: high, Currency: p.Currency}).fitsSize(unit, bounds) {
			return true
		}
	}
	return false
}

// isUsual reports whether a pay of a sentence without a unit has the size of a month's or a year's.
func (p Pay) isUsual() bool {
	const least = .12
	usual := yearlyPay[p.Currency]
	if usual == 0 {
		return cmp.Or(p.Min, p.Max) >= 1000
	}
	low, high := cmp.Or(p.Min, p.Max), cmp.Or(p.Max, p.Min)
	return low >= usual/12*least && high <= usual*10
}
