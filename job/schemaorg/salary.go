package schemaorg

import (
	"cmp"
	"slices"
	"strings"

	"gannet/job"
)

// salary reads baseSalary, or estimatedSalary: text, a number, MonetaryAmount with its forms of value, PriceSpecification, or
// MonetaryAmountDistribution. country, in ISO 3166 or "", decides between currencies of one sign.
func (r *reader) salary(o object, country string) job.Pay {
	var refused job.Pay
	for _, key := range []string{"baseSalary", "estimatedSalary", "salary"} {
		for _, v := range list(o[key]) {
			pay := r.amount(v, 3, country)
			if pay.Known() && pay.Currency == "" {
				pay.Currency = currencyCode(r.first(o, "salaryCurrency", "currency"), country)
			}
			if pay = pay.Checked(); pay.Known() {
				return pay
			}
			if refused.Note == "" && pay.Note != "" {
				refused = pay
			}
		}
	}
	return refused
}

// amount reads an amount of money. It follows nested objects down to depth.
func (r *reader) amount(v any, depth int, country string) job.Pay {
	o, ok := r.resolve(v)
	if !ok || depth == 0 {
		s := r.text(v)
		if f := r.number(s); f > 0 && strings.Trim(s, "0123456789.") == "" {
			return job.Pay{Min: f, Max: f, Raw: s}
		}
		return job.PayText{Text: s, Country: country}.Read()
	}
	var pay job.Pay
	for _, inner := range append(slices.Clone(list(o["value"])), list(o["priceComponent"])...) {
		if pay = r.amount(inner, depth-1, country); pay.Known() {
			break
		}
	}
	inText := pay
	low, high := r.bounds(o)
	if low == 0 && high == 0 && !pay.Known() {
		low = cmp.Or(r.number(o["price"]), r.number(o["median"]))
		high = low
	}
	switch {
	case low > 0 && high > 0:
		pay.Min, pay.Max = min(low, high), max(low, high)
	case !pay.Known():
		pay.Min, pay.Max = low, high // one end may be open
	}
	if c := currencyCode(r.first(o, "currency", "priceCurrency", "salaryCurrency"), country); c != "" {
		pay.Currency = c
	}
	if u := r.unit(o); u != "" {
		pay.Unit = u
	}
	if (pay.Unit == "MONTH" || pay.Unit == "YEAR") && r.grouped(o["minValue"], o["maxValue"], o["value"]) && max(pay.Min, pay.Max) < 1000 {
		pay.Min, pay.Max = 1000*pay.Min, 1000*pay.Max
	}
	if inText.Unit = cmp.Or(inText.Unit, pay.Unit); inText.Known() && pay.Checked().Note != "" && inText.Checked().Note == "" {
		return inText // programs that fill in bounds and a unit get them wrong more often than people who write a text
	}
	if pay.Known() {
		pay.Raw = r.said(o, pay.Raw)
	}
	return pay
}

// said returns a text of an object's amount: the value, with the currency and the unit around it as the object writes them.
func (r *reader) said(o object, value string) string {
	for _, keys := range boundKeys {
		if low, high := r.text(o[keys[0]]), r.text(o[keys[1]]); value == "" && low+high != "" {
			value = strings.Trim(low+" - "+high, " -")
		}
	}
	value = cmp.Or(value, r.text(o["price"]), r.text(o["median"]))
	if currency := r.first(o, "currency", "priceCurrency", "salaryCurrency"); !strings.Contains(value, currency) {
		value = currency + " " + value
	}
	if unit := r.first(o, "unitText", "unitCode", "duration"); !strings.Contains(value, unit) {
		value += " " + unit
	}
	return job.ShortText(value)
}

// boundKeys are the properties for the two ends of a range, for a quantity and for a price. The ends of a distribution are its outermost parts.
var boundKeys = [][2]string{
	{"minValue", "maxValue"}, {"minPrice", "maxPrice"}, {"percentile10", "percentile90"}, {"percentile25", "percentile75"},
}

// bounds returns the ends of a range. A missing end is 0.
func (r *reader) bounds(o object) (low, high float64) {
	for _, key := range boundKeys {
		low, high = r.number(o[key[0]]), r.number(o[key[1]])
		if low > 0 || high > 0 {
			break
		}
	}
	if ends := list(o["value"]); low == 0 && high == 0 && len(ends) == 2 { // two numbers in a list
		low, high = r.number(ends[0]), r.number(ends[1])
	}
	return low, high
}

// durations are durations of ISO 8601 with their units of time.
var durations = map[string]string{"P1Y": "YEAR", "P1M": "MONTH", "P1W": "WEEK", "P7D": "WEEK", "P1D": "DAY", "PT1H": "HOUR", "P12M": "YEAR"}

// unit returns the unit of time to which an amount applies.
func (r *reader) unit(o object) string {
	for _, key := range []string{"unitText", "unitCode", "duration"} {
		s := r.text(o[key])
		if u := cmp.Or(durations[strings.ToUpper(s)], job.ParseUnit(s)); u != "" {
			return u
		}
	}
	if quantity, ok := r.resolve(o["referenceQuantity"]); ok && o["referenceQuantity"] != nil {
		return job.ParseUnit(r.first(quantity, "unitText", "unitCode"))
	}
	return ""
}

// grouped reports whether a value is written like "2.500", which means 2500 in much of Europe.
func (r *reader) grouped(values ...any) bool {
	return slices.ContainsFunc(values, func(v any) bool {
		whole, rest, ok := strings.Cut(r.text(v), ".")
		return ok && len(whole) >= 1 && len(whole) <= 3 && len(rest) == 3 && strings.Trim(whole+rest, "0123456789") == ""
	})
}

// currencyCode returns the ISO 4217 code of a code, sign or name, or "".
func currencyCode(s, country string) string {
	if len(s) == 3 && strings.Trim(strings.ToUpper(s), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return strings.ToUpper(s)
	}
	return job.ParseCurrency(s, country)
}
