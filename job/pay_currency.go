package job

import (
	"cmp"
	"strings"

	"gannet/internal/letters"
)

// moneyFamilies are the currencies that share a sign or name, by the country that means each, and the one that is meant where nothing says the country.
var moneyFamilies = map[string]struct {
	of    map[string]string
	usual string
}{
	"$":    {pairs("us USD au AUD ca CAD nz NZD sg SGD hk HKD tw TWD mx MXN co COP cl CLP ar ARS uy UYU do DOP bs BSD bb BBD jm JMD tt TTD bz BZD fj FJD na NAD"), "USD"},
	"yen":  {pairs("jp JPY cn CNY"), "JPY"},
	"kr":   {pairs("se SEK no NOK dk DKK is ISK"), "SEK"},
	"yuan": {pairs("tw TWD hk HKD mo MOP cn CNY"), "CNY"},
	"rs":   {pairs("in INR pk PKR lk LKR np NPR mu MUR"), "INR"},
	"peso": {pairs("mx MXN co COP cl CLP ar ARS uy UYU do DOP ph PHP"), ""},
}

func isFamily(money string) bool { return moneyFamilies[money].of != nil }

// dollarNations are the codes of countries that stand behind a dollar's sign.
var dollarNations = pairs("ca CAD can CAD us USD au AUD aus AUD nz NZD hk HKD sg SGD")

// moneyOf are the countries whose money a language means where several countries share a sign, by ISO 639-1.
var moneyOf = pairs("da dk no no nb no nn no sv se is is ja jp zh cn")

// MoneyCountry returns the ISO 3166 code of the country whose currency is probably meant if a text in this language uses a sign that
// several currencies share. It returns "" if the language does not tell.
func MoneyCountry(lang string) string { return moneyOf[lang] }

// currency returns the ISO 4217 code of a quantity's money. What stands beside the amounts counts, else the only money that the text names.
func (p *payReader) currency(q *payQuantity) string {
	money := cmp.Or(q.low.money, q.high.money)
	if isFamily(money) && q.high.money != "" && !isFamily(q.high.money) {
		money = q.high.money
	}
	for i := range p.tokens {
		if money != "" && !isFamily(money) {
			break
		}
		if t := &p.tokens[i]; t.money != "" && (money == "" || hasValue(moneyFamilies[money].of, t.money)) {
			money = t.money
		}
	}
	country := strings.ToLower(p.country)
	if money == "" {
		return p.currencyOfFactor(q, country)
	}
	family, shared := moneyFamilies[money]
	switch {
	case !shared:
		return money
	case money == "$" && p.names("peso"):
		family = moneyFamilies["peso"]
	case money == "yen" && country == "" && p.hasFactor(1e4):
		return "CNY" // both write ¥
	}
	return cmp.Or(family.of[country], family.usual)
}

// names reports whether a token has a kind of money.
func (p *payReader) names(money string) bool {
	for i := range p.tokens {
		if p.tokens[i].money == money {
			return true
		}
	}
	return false
}

func (p *payReader) hasFactor(times float64) bool {
	for i := range p.tokens {
		if p.tokens[i].times == times {
			return true
		}
	}
	return false
}

// currencyOfFactor returns the currency that the way of counting tells where no money is named, or "". Lakhs and crores are of rupees.
// Thousands and ten thousands are of yuan in China.
func (p *payReader) currencyOfFactor(q *payQuantity, country string) string {
	switch times := q.high.times; {
	case times == 1e5 || times == 1e7:
		return cmp.Or(moneyFamilies["rs"].of[country], "INR")
	case country == "cn" && times > 1:
		return "CNY"
	}
	return ""
}

// ParseCurrency returns the ISO 4217 code for a code, sign or name of a currency, or "". country, an ISO 3166 code, decides where several
// currencies share a sign.
func ParseCurrency(s, country string) string {
	const longest = 40
	text := payText(letters.Cut(s, longest))
	p := payReader{text: text, tokens: payTokens(text), country: country}
	return p.currency(&payQuantity{})
}

func hasValue(m map[string]string, value string) bool {
	for _, v := range m {
		if v == value {
			return true
		}
	}
	return false
}

// pairs makes a map of a list in which words and values alternate.
func pairs(list string) map[string]string {
	m := map[string]string{}
	words := strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}
