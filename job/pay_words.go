package job

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// currencySigns are signs of money with their currency, or with the one most often meant. Longer signs come first.
var currencySigns = []struct{ sign, code string }{
	{"us$", "USD"}, {"c$", "CAD"}, {"ca$", "CAD"}, {"a$", "AUD"}, {"au$", "AUD"}, {"nz$", "NZD"}, {"hk$", "HKD"}, {"s$", "SGD"}, {"nt$", "TWD"}, {"r$", "BRL"}, {"mx$", "MXN"},
	{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}, {"₽", "RUB"}, {"₴", "UAH"}, {"₹", "INR"}, {"₺", "TRY"}, {"₩", "KRW"}, {"₪", "ILS"}, {"₫", "VND"}, {"₸", "KZT"}, {"₱", "PHP"}, {"฿", "THB"}, {"₦", "NGN"}, {"₾", "GEL"}, {"₵", "GHS"}, {"₡", "CRC"}, {"₲", "PYG"}, {"₼", "AZN"}, {"¥", "JPY"},
}

// currencyWords are codes and names of currencies in normal form.
var currencyWords = pairs("eur EUR euro EUR euros EUR euroa EUR usd USD dollars USD dollar USD gbp GBP pounds GBP chf CHF sfr CHF fr CHF pln PLN zl PLN zloty PLN zlotych PLN " +
	"руб RUB рублеи RUB рубля RUB рубль RUB р RUB rub RUB rur RUB грн UAH uah UAH гривень UAH byn BYN kzt KZT тенге KZT czk CZK kc CZK korun CZK huf HUF ft HUF ron RON lei RON bgn BGN лв BGN " +
	"sek SEK nok NOK dkk DKK kr SEK isk ISK inr INR rs INR rupees INR cny CNY rmb CNY 元 CNY 块 CNY 人民币 CNY jpy JPY yen JPY 円 JPY 日元 JPY krw KRW 원 KRW twd TWD ntd TWD 新台幣 TWD 新臺幣 TWD hkd HKD 港币 HKD sgd SGD " +
	"aud AUD nzd NZD cad CAD mxn MXN brl BRL reais BRL try TRY tl TRY lira TRY aed AED dirhams AED sar SAR qar QAR egp EGP mad MAD dh MAD etb ETB birr ETB zar ZAR rand ZAR rands ZAR naira NGN cedis GHS soles PEN won KRW yuan CNY forint HUF kronor SEK kroner SEK ngn NGN kes KES ksh KES ghs GHS tnd TND dzd DZD ils ILS nis ILS " +
	"idr IDR rp IDR myr MYR rm MYR php PHP thb THB vnd VND dong VND pkr PKR bdt BDT lkr LKR clp CLP cop COP ars ARS pen PEN")

// unitWords are words for the time that is paid, in normal form.
var unitWords = pairs("hour HOUR hours HOUR hourly HOUR hr HOUR hrs HOUR h HOUR ph HOUR stunde HOUR std HOUR stundlich HOUR stundenlohn HOUR heure HOUR horaire HOUR hora HOUR ora HOUR orari HOUR uur HOUR " +
	"godz HOUR godzine HOUR godzina HOUR godzinowo HOUR час HOUR часа HOUR годину HOUR hod HOUR hodinu HOUR time HOUR timme HOUR timmen HOUR timen HOUR saat HOUR ora HOUR tunti HOUR tunnissa HOUR " +
	"day DAY daily DAY pd DAY tag DAY taglich DAY tagessatz DAY jour DAY journalier DAY dia DAY giorno DAY dag DAY dzien DAY день DAY смену DAY смена DAY den DAY gun DAY " +
	"week WEEK weekly WEEK pw WEEK woche WEEK wochentlich WEEK semaine WEEK semana WEEK settimana WEEK tydzien WEEK неделю WEEK неделя WEEK tyden WEEK vecka WEEK uge WEEK uke WEEK hafta WEEK " +
	"month MONTH monthly MONTH pm MONTH pcm MONTH mo MONTH mth MONTH monat MONTH monatlich MONTH mtl MONTH mois MONTH mensuel MONTH mensuels MONTH mes MONTH mensual MONTH mensuales MONTH mensal MONTH mese MONTH mensili MONTH " +
	"maand MONTH miesiac MONTH miesiecznie MONTH mies MONTH mc MONTH месяц MONTH мес MONTH ежемесячно MONTH місяць MONTH міс MONTH mesic MONTH mesicne MONTH manad MONTH maned MONTH ay MONTH aylik MONTH luna MONTH kuukausi MONTH kk MONTH ho MONTH havi MONTH " +
	"year YEAR yearly YEAR annum YEAR annual YEAR annually YEAR pa YEAR yr YEAR lpa YEAR ctc YEAR jahr YEAR jahrlich YEAR jahresgehalt YEAR an YEAR annee YEAR annuel YEAR annuels YEAR ano YEAR anual YEAR anuales YEAR anno YEAR annui YEAR annuo YEAR " +
	"annuelle YEAR annuelles YEAR annua YEAR annuale YEAR ral YEAR anuais YEAR jaarlijks YEAR arlig YEAR arligt YEAR vuodessa YEAR mensuelle MONTH mensuelles MONTH mensile MONTH maandelijks MONTH kuukaudessa MONTH oraria HOUR semanal WEEK semanales WEEK hebdomadaire WEEK wekelijks WEEK giornaliero DAY " +
	"jaar YEAR rok YEAR rocznie YEAR год YEAR рік YEAR rocne YEAR ar YEAR year YEAR yil YEAR yillik YEAR vuosi YEAR ev YEAR")

// unitSigns are units in scripts without spaces, and parts of words.
var unitSigns = []struct{ sign, unit string }{
	{"时薪", "HOUR"}, {"時薪", "HOUR"}, {"時給", "HOUR"}, {"小时", "HOUR"}, {"小時", "HOUR"}, {"시급", "HOUR"}, {"시간", "HOUR"}, {"/时", "HOUR"}, {"/時", "HOUR"},
	{"日薪", "DAY"}, {"日給", "DAY"}, {"일급", "DAY"}, {"/天", "DAY"}, {"/日", "DAY"}, {"每天", "DAY"}, {"周薪", "WEEK"}, {"週薪", "WEEK"}, {"/周", "WEEK"}, {"주급", "WEEK"},
	{"月薪", "MONTH"}, {"月給", "MONTH"}, {"월급", "MONTH"}, {"/月", "MONTH"}, {"每月", "MONTH"}, {"月收", "MONTH"}, {"月", "MONTH"}, {"年薪", "YEAR"}, {"年収", "YEAR"}, {"年俸", "YEAR"}, {"연봉", "YEAR"}, {"/年", "YEAR"}, {"每年", "YEAR"},
	{"stundenlohn", "HOUR"}, {"stundensatz", "HOUR"}, {"uurloon", "HOUR"}, {"timlon", "HOUR"}, {"timelon", "HOUR"}, {"tuntipalkka", "HOUR"}, {"godzinow", "HOUR"}, {"hodinov", "HOUR"}, {"oraber", "HOUR"}, {"saatlik", "HOUR"}, {"почасов", "HOUR"}, {"погодин", "HOUR"},
	{"tagessatz", "DAY"}, {"dagtarief", "DAY"}, {"gunluk", "DAY"}, {"haftalik", "WEEK"}, {"wochenlohn", "WEEK"},
	{"monatsgehalt", "MONTH"}, {"monatslohn", "MONTH"}, {"monatsbrutto", "MONTH"}, {"maandloon", "MONTH"}, {"maandsalaris", "MONTH"}, {"manadslon", "MONTH"}, {"manedslon", "MONTH"}, {"kuukausipalkka", "MONTH"}, {"miesieczn", "MONTH"}, {"mesicn", "MONTH"}, {"месячн", "MONTH"}, {"місячн", "MONTH"},
	{"jahresgehalt", "YEAR"}, {"jahreslohn", "YEAR"}, {"jahresbrutto", "YEAR"}, {"jaarsalaris", "YEAR"}, {"arslon", "YEAR"}, {"vuosipalkka", "YEAR"}, {"roczn", "YEAR"}, {"rocn", "YEAR"}, {"годов", "YEAR"}, {"річн", "YEAR"},
	{"월 ", "MONTH"}, {"연 ", "YEAR"},
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

func isCurrencySign(r rune) bool { return unicode.Is(unicode.Sc, r) }

// currencyEnds reports whether text ends in a currency's code or name, as before the number of "eur500".
func currencyEnds(text string) bool { return currencyWords[lastWord(text)] != "" }

// moneyBeside reports whether a sign, code or name of money stands before or after a.
func moneyBeside(text string, a amount) bool {
	before, after := strings.TrimRight(text[:a.from], " :."), strings.TrimLeft(text[a.to:], " .,-")
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return isRand(text, a) || isCurrencySign(last) || isCurrencySign(next) || currencyWords[lastWord(before)] != "" || dollarBefore(before) || moneyWord(after) != "" || nationsMoney(after)
}

// moneySigns are names of money in scripts without spaces.
var moneySigns = []string{"元", "円", "원", "块"}

func firstWord(text string) string {
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		return text[:i]
	}
	return text
}

func lastWord(text string) string {
	i := strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if i < 0 {
		return text
	}
	_, size := utf8.DecodeRuneInString(text[i:])
	return text[i+size:]
}

// findCurrency returns the ISO code of the currency that text names nearest to the amount at offset at.
func findCurrency(text string, at int) string {
	best, code := len(text)+1, ""
	near := func(i int, c string) {
		if d := max(i-at, at-i); d < best {
			best, code = d, c
		}
	}
	for i, r := range text {
		if !isCurrencySign(r) {
			continue
		}
		for _, s := range currencySigns {
			if j := i + len(string(r)) - len(s.sign); j >= 0 && text[j:i+len(string(r))] == s.sign && (j == i || j == 0 || !isWordRune(rune(text[j-1]))) {
				near(i, cmp.Or(dollarAfter(s.sign, text[i+len(string(r)):]), s.code))
				break
			}
		}
	}
	eachWord(text, func(i int, word string) {
		if c := currencyWords[word]; c != "" {
			near(i, c)
		}
	})
	for _, sign := range []string{"元", "円", "원"} {
		if i := strings.Index(text, sign); i >= 0 {
			near(i, currencyWords[sign])
		}
	}
	if code == "JPY" && strings.ContainsAny(text, "万元薪") && !strings.ContainsAny(text, "円給収") {
		return "CNY" // both write ¥
	}
	return code
}

// dollarAfter returns the currency of a dollar's sign whose country stands behind it, "25,50 $ CA", or "".
func dollarAfter(sign, after string) string {
	if sign != "$" {
		return ""
	}
	return dollarNations[firstWord(strings.TrimLeft(after, " "))]
}

// dollarBefore reports whether a text ends with a dollar's sign and its country.
func dollarBefore(text string) bool {
	nation := lastWord(text)
	return dollarNations[nation] != "" && strings.HasSuffix(strings.TrimRight(text[:len(text)-len(nation)], " "), "$")
}

var dollarNations = pairs("ca CAD can CAD us USD au AUD aus AUD nz NZD hk HKD sg SGD")

// currencyOfNumbers returns the currency that the way of counting tells where no money is named, or "". Lakhs and crores are of rupees.
// Thousands, ten thousands and months that are paid are of yuan in China.
func currencyOfNumbers(text string, a amount, country string) string {
	country = strings.ToLower(country)
	switch {
	case isRand(text, a):
		return "ZAR"
	case a.times == 1e5 || a.times == 1e7:
		return cmp.Or(rupees[country], "INR")
	case country == "cn" && (a.times > 1 || strings.ContainsAny(text, "万千薪")):
		return "CNY"
	}
	return ""
}

// eachWord hands the words of text to use, with where they start. Digits part words.
func eachWord(text string, use func(at int, word string)) {
	from := -1
	for i, r := range text {
		letter := unicode.IsLetter(r) || unicode.IsMark(r)
		if letter && from < 0 {
			from = i
		}
		if !letter && from >= 0 {
			use(from, text[from:i])
			from = -1
		}
	}
	if from >= 0 {
		use(from, text[from:])
	}
}

// perWords stand between an amount and the time it is paid for.
var perWords = set("per a an the each every pro je pr par por al all il l le im in w v в на за za na i om mes od ein eine", struct{}{})

// weakUnits are also other words, so that they are times only after a word or sign for "per".
var weakUnits = set("an time den mo ar ho ay ev kk h dag day days dia week weeks hour hours", struct{}{})

// findUnit returns the unit of a salary, or "". Words at or after offset at are preferred to words before it. Among them a unit
// after "per" or a slash is preferred to one that is unlikely to mean something else.
func findUnit(text string, at int) string {
	unit, strength := "", 0
	eachWord(text, func(i int, word string) {
		u := unitWords[word]
		if u == "" {
			return
		}
		before := strings.TrimRight(text[:i], " ")
		n := 1
		if _, weak := weakUnits[word]; weak && strings.Trim(before, " ") != "" {
			n = 0
		}
		if _, per := perWords[lastWord(before)]; per && word != "an" || strings.HasSuffix(before, "/") || word == "an" && lastWord(before) == "par" {
			n = 2
		}
		if n > 0 && i >= at {
			n += 2
		}
		if n > strength {
			unit, strength = u, n
		}
	})
	if strength >= 3 {
		return unit
	}
	for _, s := range unitSigns {
		if strings.Contains(text, s.sign) {
			return s.unit
		}
	}
	if strings.Contains(text, "p.a") || strings.Contains(text, "p. a") {
		return "YEAR"
	}
	return unit
}

// unitBeside reports whether a unit follows within a few words of text[at:].
func unitBeside(text string, at int) bool {
	return findUnit(cutAt(text[at:], 24), 0) != ""
}

// ParseUnit returns the unit that a word or code stands for: HOUR, DAY, WEEK, MONTH, YEAR or "". It knows schema.org's codes and
// the codes of UN/CEFACT Recommendation 20 (HUR, DAY, WEE, MON, ANN).
func ParseUnit(s string) string {
	text := fold(cutAt(s, 60))
	switch text {
	case "hur":
		return "HOUR"
	case "wee":
		return "WEEK"
	case "mon":
		return "MONTH"
	case "ann":
		return "YEAR"
	}
	return findUnit(text, 0)
}
