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

// openEnd leaves one end of a pay of one amount open if the words before the amount say so: "from 45,000", "bis zu 60.000 €".
func openEnd(p Pay, before string) Pay {
	if p.Min != p.Max {
		return p
	}
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
