package pagetext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/job"
)

const (
	sureSaidPay = .4 // that a sentence with a word for pay and an amount of money says the posting's pay

	beforeAmount, behindAmount = 40, 40 // bytes of a sentence that may say the pay
)

// readSaidPay reads the pay from the first sentence of the description that names pay and an amount of money. It is for postings
// without a label of pay. The word for pay may stand in the line above.
func (r *reader) readSaidPay() {
	if r.salary.sure >= sureSaidPay {
		return
	}
	above := false
	for i := r.from; i < min(r.to, len(r.outline.lines)); i++ {
		l := &r.outline.lines[i]
		if r.outline.isOutside(l) {
			continue
		}
		if !hasDigit(l.text) || !saysMoney(l.text) {
			above = len(l.text) <= longestLead && r.v.namesPay(l.text)
			continue
		}
		for s := range sentences(l.text) {
			if !above && !r.v.namesPay(s) {
				continue
			}
			said := r.v.aroundAmount(s)
			if pay, ok := job.ParsePayIn(said, r.moneyCountry()); ok && isLikelyPay(pay) && r.parse(job.Salary, said, sureSaidPay, job.Page) {
				return
			}
		}
	}
}

// namesPay reports whether one of a text's words is a label of pay.
func (v *vocabulary) namesPay(s string) bool {
	for w := range strings.FieldsFuncSeq(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) && c != '-' }) {
		if len(w) > len("pay") && v.labels[fold(w)] == job.Salary {
			return true
		}
	}
	return false
}

// saysMoney is hasMoney for sentences, which may write a currency out. "Pounds" may be a weight.
func saysMoney(s string) bool {
	if hasMoney(s) {
		return true
	}
	for f := range strings.FieldsSeq(s) {
		switch strings.Trim(f, ".,;:()") {
		case "euro", "euros", "Euro", "Euros", "dollars", "złotych", "korun", "kronor", "kroner", "рублей", "рубля", "гривень", "forint":
			return true
		}
	}
	return false
}

// aroundAmount returns the part of a sentence around its first amount of money, or "" if that is no pay.
func (v *vocabulary) aroundAmount(s string) string {
	from := 0
	for at := strings.IndexFunc(s, unicode.IsDigit); at >= 0; {
		end := amountEnd(s, at)
		if saysMoney(s[wordStart(s, at-len("EUR  ")):wordStart(s, end+len("euros"))]) {
			before, to := s[max(from, wordStart(s, at-beforeAmount)):at], wordStart(s, end+behindAmount)
			if bracket := strings.IndexByte(s[end:to], '('); bracket > 0 {
				to = end + bracket
			}
			if v.namesOther(before) || v.namesOther(s[end:to]) {
				return ""
			}
			return before + s[at:to]
		}
		next := strings.IndexFunc(s[end:], unicode.IsDigit)
		if next < 0 {
			break
		}
		from, at = end, end+next
	}
	return ""
}

// amountEnd returns the offset after a number, or after the second one of "8000 to 9000".
func amountEnd(s string, at int) int {
	const number, longest = "0123456789 .,-–—kK", len("until ")
	end := len(s) - len(strings.TrimLeft(s[at:], number))
	next := strings.IndexFunc(s[end:], unicode.IsDigit)
	if next <= 0 || next > longest || saysMoney(s[end:end+next]) {
		return end
	}
	return len(s) - len(strings.TrimLeft(s[end+next:], number))
}

// namesOther reports whether a text beside an amount names other money than pay, such as a bonus or a turnover.
func (v *vocabulary) namesOther(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(v.otherMoney, func(word string) bool { return strings.Contains(s, word) })
}

// isLikelyPay reports whether pay is neither too little nor too much for what a sentence says.
func isLikelyPay(p job.Pay) bool {
	const (
		leastHour, mostHour = 2, 2000
		leastYear           = 3000
		least               = 800 // of a month, or of a time that is not said
		most                = 1e9
	)
	low, high := cmp.Or(p.Min, p.Max), cmp.Or(p.Max, p.Min)
	switch p.Unit {
	case "HOUR":
		return low >= leastHour && high <= mostHour
	case "DAY", "WEEK":
		return low > mostHour/100 && high < most
	case "YEAR":
		return low >= leastYear && high < most
	}
	return low >= least && high < most
}

// wordStart returns the offset of the next word that begins at or after a byte of a text.
func wordStart(s string, at int) int {
	if at <= 0 {
		return 0
	}
	for at < len(s) && (!utf8.RuneStart(s[at]) || s[at-1] != ' ') {
		at++
	}
	return min(at, len(s))
}
