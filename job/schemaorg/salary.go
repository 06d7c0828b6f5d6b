package schemaorg

import (
	"slices"
	"strings"

	"gannet/job"
)

// salary reads baseSalary, or estimatedSalary: text, a number, MonetaryAmount with its forms of value, or
// PriceSpecification.
func (r *reader) salary(o object) job.Pay {
	for _, key := range []string{"baseSalary", "estimatedSalary", "salary"} {
		for _, v := range list(o[key]) {
			pay := r.amount(v, 3)
			if pay.Max <= 0 {
				continue
			}
			if pay.Currency == "" {
				pay.Currency = currencyCode(r.first(o, "salaryCurrency", "currency"))
			}
			return pay
		}
	}
	return job.Pay{}
}

// amount reads an amount of money. It follows nested objects down to depth.
func (r *reader) amount(v any, depth int) job.Pay {
	o, ok := r.resolve(v)
	if !ok || depth == 0 {
		s := r.text(v)
		if f := r.number(s); f > 0 && strings.Trim(s, "0123456789.") == "" {
			return job.Pay{Min: f, Max: f}
		}
		pay, _ := job.ParsePay(s)
		return pay
	}
	var pay job.Pay
	for _, inner := range list(o["value"]) {
		if pay = r.amount(inner, depth-1); pay.Max > 0 {
			break
		}
	}
	low, high := r.number(o["minValue"]), r.number(o["maxValue"])
	if low == 0 && high == 0 && pay.Max == 0 {
		low = r.number(o["price"])
	}
	switch {
	case low > 0 && high >= low:
		pay.Min, pay.Max = low, high
	case pay.Max == 0 && low > 0:
		pay.Min, pay.Max = low, low
	case pay.Max == 0 && high > 0:
		pay.Min, pay.Max = high, high
	}
	if c := currencyCode(r.first(o, "currency", "priceCurrency", "salaryCurrency")); c != "" {
		pay.Currency = c
	}
	if u := job.ParseUnit(r.first(o, "unitText", "unitCode", "duration")); u != "" {
		pay.Unit = u
	}
	if (pay.Unit == "MONTH" || pay.Unit == "YEAR") && r.grouped(o["minValue"], o["maxValue"], o["value"]) && pay.Max < 1000 {
		pay.Min, pay.Max = 1000*pay.Min, 1000*pay.Max
	}
	return pay
}

// grouped reports whether a value is written like "2.500", which means 2500 in much of Europe.
func (r *reader) grouped(values ...any) bool {
	return slices.ContainsFunc(values, func(v any) bool {
		whole, rest, ok := strings.Cut(r.text(v), ".")
		return ok && len(whole) >= 1 && len(whole) <= 3 && len(rest) == 3 && strings.Trim(whole+rest, "0123456789") == ""
	})
}

// currencyCode returns the ISO 4217 code of a code, sign or name, or "".
func currencyCode(s string) string {
	if len(s) == 3 && strings.Trim(strings.ToUpper(s), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return strings.ToUpper(s)
	}
	if pay, ok := job.ParsePay("1 " + s); ok {
		return pay.Currency
	}
	return ""
}
