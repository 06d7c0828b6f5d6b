package job

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gannet/internal/letters"
)

// ParsePay reads a salary as it is written: "£25,000 - £30,000 a year", "15,50 € / Stunde", "1.5万-2万/月",
// "от 50 000 руб.". An amount without bounds is both Min and Max. Currency and unit are empty if s does not name them. ok is false unless
// an amount has a sign of money, a unit or a multiplier beside it, or s is only the amount.
func ParsePay(s string) (pay Pay, ok bool) { return ParsePayIn(s, "") }

// ParsePayIn is ParsePay for a text of a country, an ISO 3166 code in any case. The country decides between currencies of one
// sign, such as dollars.
func ParsePayIn(s, country string) (pay Pay, ok bool) {
	text := fold(cutAt(visible(s), 400))
	amounts := findAmounts(text)
	first := chooseAmount(text, amounts)
	if first < 0 {
		return Pay{}, false
	}
	low, high := amounts[first], amounts[first]
	if next := first + 1; next < len(amounts) && isRange(text[low.to:amounts[next].from]) {
		high = amounts[next]
	}
	shareMultiplier(&low, &high)
	currency := preciseCurrency(findCurrency(text, low.from), text, country)
	if currency == "" {
		currency = currencyOfNumbers(text, low, country)
	}
	pay = Pay{Min: low.value * low.times, Max: high.value * high.times, Currency: currency, Unit: findUnit(text, high.to)}
	if pay.Max < pay.Min {
		pay.Max = pay.Min
	}
	if pay.Min <= 0 || pay.Max > 1e12 {
		return Pay{}, false
	}
	return openEnd(pay, text[:low.from], text[high.to:]), true
}

// shareMultiplier gives both bounds a multiplier that is written once, as in "30-40k" and "75k-125".
func shareMultiplier(low, high *amount) {
	const thousands = 1000
	switch {
	case low.times == 1 && high.times > 1 && low.value <= high.value:
		low.times = high.times
	case high.times == 1 && low.times > 1 && high.value >= low.value && high.value < thousands:
		high.times = low.times
	}
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
	if len(amounts) > 0 && len(amounts) <= 2 && amounts[0].value > 0 && onlyAmounts(text) {
		return 0
	}
	return -1
}

// onlyAmounts reports whether all words of a text belong to a range, as in "from 45,000".
func onlyAmounts(text string) bool {
	only := true
	eachWord(text, func(_ int, word string) {
		_, bound := boundWords[word]
		_, between := rangeWords[word]
		only = only && (bound || between)
	})
	return only
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
	text = strings.ReplaceAll(text, "t/m", "tot")
	for field := range strings.FieldsFuncSeq(withoutSigns(text), func(r rune) bool { return unicode.IsSpace(r) || isCurrencySign(r) || r == '.' || r == '/' }) {
		dash = dash || strings.ContainsAny(field, rangeSigns)
		field = strings.Trim(field, rangeSigns+"()")
		if field == "" {
			continue
		}
		if _, ok := rangeWords[field]; ok {
			dash = true
			continue
		}
		_, money := currencyWords[field]
		if _, bound := boundWords[field]; !money && !bound && field != randSign && unitWords[field] == "" && !isMoneyThenRange(field) {
			return false
		}
		dash = dash || isMoneyThenRange(field)
	}
	return dash
}

// withoutSigns removes signs of money that have letters, such as "r$".
func withoutSigns(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	for _, s := range currencySigns {
		if len(s.sign) > 1 && s.sign[len(s.sign)-1] == '$' {
			text = strings.ReplaceAll(text, s.sign, " ")
		}
	}
	return text
}

// isMoneyThenRange reports whether a field is money and a word between bounds in a script without spaces, as in 25万円から30万円.
func isMoneyThenRange(field string) bool {
	for _, word := range []string{"から", "より", "부터", "至", "到"} {
		if money, ok := strings.CutSuffix(field, word); ok && currencyWords[money] != "" {
			return true
		}
	}
	return false
}

// rangeSigns are the signs between the bounds of a range: hyphens, dashes, a minus, tildes, wave dashes and a prolonged sound mark.
const rangeSigns = "-‐‑‒–—―−~〜〰ー至"

var rangeWords = set("to bis a au til till tot do do и до and und et y e en och og az ate hasta fino по – та ~ から より 到 upto", struct{}{})

// boundWords may stand before the lower or the upper bound.
var boundWords = set("up from ab od od от від de von between zwischen entre tra da dal max maximum min minimum starting circa ca about approx approximately etwa gross brutto brut bruto", struct{}{})

// fold returns s in NFKC, lower case and without accents.
func fold(s string) string {
	return letters.Fold(norm.NFKC.String(s))
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

// invisible are characters without width, which pages put between the numbers and signs of a pay.
var invisible = strings.NewReplacer("\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "", "\u00ad", "")

// visible returns a text without the characters that have no width.
func visible(s string) string {
	for i := range len(s) {
		if s[i] == 0xE2 || s[i] == 0xEF || s[i] == 0xC2 {
			return invisible.Replace(s)
		}
	}
	return s
}
