package job

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ParsePay reads a salary as it is written: "£25,000 - £30,000 a year", "15,50 € / Stunde", "1.5万-2万/月",
// "от 50 000 руб.". A single bound is both Min and Max. Currency and unit are empty if s does not name them. ok is false unless
// an amount has a sign of money, a unit or a multiplier beside it, or s is only the amount.
func ParsePay(s string) (pay Pay, ok bool) {
	text := fold(cutAt(s, 400))
	amounts := findAmounts(text)
	first := chooseAmount(text, amounts)
	if first < 0 {
		return Pay{}, false
	}
	low, high := amounts[first], amounts[first]
	if next := first + 1; next < len(amounts) && isRange(text[low.to:amounts[next].from]) {
		high = amounts[next]
	}
	if low.times == 1 && high.times > 1 && low.value < 1000 {
		low.times = high.times
	}
	pay = Pay{Min: low.value * low.times, Max: high.value * high.times, Currency: findCurrency(text, low.from), Unit: findUnit(text, high.to)}
	if pay.Max < pay.Min {
		pay.Max = pay.Min
	}
	if pay.Min <= 0 || pay.Max > 1e12 {
		return Pay{}, false
	}
	return pay, true
}

// chooseAmount returns the index of the amount at which the salary starts, or -1 if there is no salary.
func chooseAmount(text string, amounts []amount) int {
	for i, a := range amounts {
		if a.money {
			return lowerBound(text, amounts, i)
		}
	}
	for i, a := range amounts {
		if a.times > 1 || a.value >= 5 && unitBeside(text, a.to) {
			return lowerBound(text, amounts, i)
		}
	}
	if len(amounts) > 0 && len(amounts) <= 2 && strings.IndexFunc(text, unicode.IsLetter) < 0 && amounts[0].value > 0 {
		return 0
	}
	return -1
}

// lowerBound returns the index of the lower bound that belongs to amount i, or i if it is not an upper bound.
func lowerBound(text string, amounts []amount, i int) int {
	if i > 0 && isRange(text[amounts[i-1].to:amounts[i].from]) {
		return i - 1
	}
	return i
}

// isRange reports whether the text between two amounts makes them the bounds of a range.
func isRange(text string) bool {
	dash := false
	for field := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || isCurrencySign(r) || r == '.' || r == '/' }) {
		if strings.Trim(field, rangeSigns) == "" {
			dash = true
			continue
		}
		if _, ok := rangeWords[field]; ok {
			dash = true
			continue
		}
		field = strings.Trim(field, "-–—~()")
		if _, ok := currencyWords[field]; !ok && unitWords[field] == "" {
			return false
		}
		dash = dash || strings.ContainsAny(text, rangeSigns)
	}
	return dash
}

const rangeSigns = "-–—~〜至"

var rangeWords = set("to bis a au til till tot do do и до and und et y az ate hasta fino по – та ~ から", struct{}{})

// fold returns s in NFKC, lower case and without accents.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	b := make([]byte, 0, len(s))
	for _, r := range norm.NFKC.String(s) {
		b = appendFolded(b, r)
	}
	return string(b)
}

// cutAt gives the first n bytes of s, less a broken letter at the end.
func cutAt(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
