package job

import (
	"strings"
	"unicode"
)

// Words before an amount that leave the other end of the pay open, folded.
var (
	fromWords = strings.Fields("from ab desde vanaf od ot от від minimum min mindestens least starting partir fra från fran alkaen")
	upToWords = strings.Fields("maximum max maximal hasta jusqu'a jusque ate até maks")
	upToPairs = []string{"up to", "bis zu", "jusqu a", "fino a", "tot en met", "not more than"}
)

// Phrases after an amount that leave the other end of the pay open, folded.
var (
	orMore = []string{
		"or more", "or above", "or higher", "and up", "and above", "and more", "upward", "minimum", "min.", "oder mehr", "und mehr", "aufwarts", "mindestens", "ou plus", "et plus", "o mas", "en adelante", "minimo",
		"ou mais", "o piu", "in su", "of meer", "minimaal", "i wiecej", "lub wiecej", "a vice", "eller mer", "tai enemman", "и выше", "и более", "и больше", "і вище", "і більше", "以上", "より", "から", "起", "~", "〜", "이상", "부터",
	}
	orLess = []string{
		"or less", "maximum", "max", "tops", "oder weniger", "hochstens", "maximal", "maximo", "massimo", "ou moins", "i mniej", "или меньше", "以下", "以内", "まで", "이하", "까지",
	}
)

// openAfter leaves one end of a pay open if what follows the amount says so: "$120,000+", "1,200円以上", "£25,000 maximum".
func openAfter(p Pay, after string) Pay {
	if isPlus(after) {
		p.Max = 0
		return p
	}
	after = withoutUnit(after)
	switch {
	case beginsWith(after, orMore):
		p.Max = 0
	case beginsWith(after, orLess):
		p.Min = 0
	}
	return p
}

// beginsWith reports whether a text begins with one of some phrases that no number and no wage follows: "minimum wage", "max 20 hours".
func beginsWith(text string, phrases []string) bool {
	for _, phrase := range phrases {
		if rest, ok := strings.CutPrefix(text, phrase); ok {
			rest = strings.TrimLeft(rest, " .")
			return digitRun(rest) == 0 && !strings.HasPrefix(rest, "wage") && !strings.HasPrefix(rest, "lohn")
		}
	}
	return false
}

// isPlus reports whether a plus sign follows an amount, or its sign or name of money, and nothing is added by it as in "40k+bonus".
func isPlus(after string) bool {
	after = strings.TrimLeftFunc(after, isCurrencySign)
	after = after[len(moneyWord(after)):]
	rest, ok := strings.CutPrefix(after, "+")
	return ok && (rest == "" || strings.IndexByte(" /.,;)", rest[0]) >= 0)
}

// moneyWord returns the name of money that begins a text, or "".
func moneyWord(text string) string {
	for _, sign := range moneySigns {
		if strings.HasPrefix(text, sign) {
			return sign
		}
	}
	if word := firstWord(text); currencyWords[word] != "" {
		return word
	}
	return ""
}

// withoutUnit removes money, the time that is paid, and what is said of taxes from the beginning of a text.
func withoutUnit(text string) string {
	const most = 6 // words
	for range most {
		text = strings.TrimLeftFunc(text, func(r rune) bool { return r == ' ' || r == '/' || r == '.' || r == '(' || isCurrencySign(r) })
		if money := moneyWord(text); money != "" {
			text = text[len(money):]
			continue
		}
		word := firstWord(text)
		_, per := perWords[word]
		if word == "" || !per && unitWords[word] == "" && !hasWord(grossWords, word) {
			break
		}
		text = text[len(word):]
	}
	return text
}

var grossWords = strings.Fields("gross net brutto netto brut bruto bruts brutos lordi lordo")

// openEnd leaves one end of a pay of one amount open if the words around the amount say so: "from 45,000", "bis zu 60.000 €".
func openEnd(p Pay, before, after string) Pay {
	if p.Min != p.Max {
		return p
	}
	if open := openBefore(p, before); open != p {
		return open
	}
	return openAfter(p, after)
}

// openBefore leaves one end of a pay open if the words before the amount say so.
func openBefore(p Pay, before string) Pay {
	before = strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsLetter(r) })
	if i := strings.LastIndexByte(before, ' '); i > 0 {
		if _, ok := currencyWords[before[i+1:]]; ok {
			before = strings.TrimSpace(before[:i])
		}
	}
	for _, pair := range upToPairs {
		if strings.HasSuffix(before, pair) {
			return Pay{Max: p.Max, Currency: p.Currency, Unit: p.Unit}
		}
	}
	words := strings.Fields(before)
	for i := len(words) - 1; i >= 0 && i >= len(words)-3; i-- {
		switch {
		case hasWord(fromWords, words[i]):
			p.Max = 0
			return p
		case hasWord(upToWords, words[i]):
			p.Min = 0
			return p
		case len(words[i]) > 3:
			return p // a word of its own stands between
		}
	}
	return p
}

func hasWord(list []string, word string) bool {
	for _, w := range list {
		if w == strings.Trim(word, ".:,()") {
			return true
		}
	}
	return false
}
