package job

import "strings"

// dollars are the currencies that are written with the sign $, by country.
var dollars = pairs("us USD au AUD ca CAD nz NZD sg SGD hk HKD tw TWD mx MXN co COP cl CLP ar ARS uy UYU do DOP bs BSD bb BBD jm JMD tt TTD bz BZD fj FJD na NAD")

// yens are the currencies that are written with the sign ¥, by country, and crowns those written "kr".
var (
	yens   = pairs("jp JPY cn CNY")
	crowns = pairs("se SEK no NOK dk DKK is ISK")
	yuans  = pairs("tw TWD hk HKD mo MOP") // written 元 outside China
	rupees = pairs("in INR pk PKR lk LKR np NPR mu MUR")
)

// moneyOf are the countries whose money a language means where several countries share a sign, by ISO 639-1.
var moneyOf = pairs("da dk no no nb no nn no sv se is is ja jp zh cn")

// MoneyCountry returns the country, in ISO 3166, whose money a text in a language probably names by a sign that several countries share, or "".
func MoneyCountry(lang string) string { return moneyOf[lang] }

// nations are words before the name of a shared currency, in normal form, with the country that they mean.
var nations = pairs("australian au aussie au canadian ca zealand nz singapore sg kong hk taiwan tw mexican mx mexicanos mx colombianos co chilenos cl argentinos ar australische au kanadische ca australiens au canadiens ca us us american us amerikanische us americains us americanos us estadounidenses us")

// nationsMoney reports whether text starts with a nation and its money, such as "australian dollars".
func nationsMoney(text string) bool {
	nation := firstWord(text)
	if nations[nation] == "" {
		return false
	}
	money := firstWord(strings.TrimLeft(text[len(nation):], " "))
	return currencyWords[money] != "" || money == "pesos"
}

// sharing returns the currencies, by country, that share the sign of a currency, or nil.
func sharing(currency string) map[string]string {
	switch currency {
	case "USD":
		return dollars
	case "JPY", "CNY":
		return yens
	case "SEK":
		return crowns
	case "INR":
		return rupees
	}
	return nil
}

// preciseCurrency returns the currency that is meant where several share a sign. A code or a nation in the text decides, else the
// country. Pesos of an unknown country have no currency.
func preciseCurrency(currency, text, country string) string {
	if of := yuans[strings.ToLower(country)]; currency == "CNY" && of != "" && strings.Contains(text, "元") {
		return of
	}
	all := sharing(currency)
	if all == nil {
		return currency
	}
	found, pesos := "", false
	eachWord(text, func(_ int, word string) {
		switch code := currencyWords[word]; {
		case found != "":
		case code != "" && hasValue(all, code) && strings.EqualFold(code, word):
			found = code
		case all[nations[word]] != "":
			found = all[nations[word]]
		}
		pesos = pesos || word == "pesos"
	})
	of := all[strings.ToLower(country)]
	switch {
	case found != "":
		return found
	case !shared(text):
		return currency
	case pesos && (of == "" || of == "USD"):
		return ""
	case of != "":
		return of
	}
	return currency
}

// shared reports whether a text names money only by a sign or word that several currencies share.
func shared(text string) bool {
	if strings.ContainsAny(text, "円元") || strings.Contains(text, "us$") || strings.Contains(text, "$ us") {
		return false
	}
	if strings.ContainsAny(text, "$¥") {
		return true
	}
	common := false
	eachWord(text, func(_ int, word string) { common = common || sharedWords[word] != "" })
	return common
}

var sharedWords = pairs("kr SEK kroner SEK rs INR rupees INR dollars USD dollar USD")

func hasValue(m map[string]string, value string) bool {
	for _, v := range m {
		if v == value {
			return true
		}
	}
	return false
}
