package job

import (
	"strconv"
	"strings"
)

// payAmount is a number with its factor and money: the tokens from first to last.
type payAmount struct {
	first, last int
	value       float64
	times       float64
	money       string // as payWord has it, "" if none stands beside it
	before      bool   // the money stands before the number
	negative    bool
}

// payQuantity is an amount, or the two of a range: the tokens from first to last.
type payQuantity struct {
	low, high   payAmount
	first, last int
	ranged      bool
}

func (q *payQuantity) money() bool { return q.low.money != "" || q.high.money != "" }

// quantities returns the amounts and ranges of a text in order. Percentages and numbers that are glued to words are none.
func (p *payReader) quantities() []payQuantity {
	var all []payQuantity
	after := 0 // tokens before it belong to the last quantity
	for i := 0; i < len(p.tokens); i++ {
		low, ok := p.amount(i, after)
		if !ok {
			continue
		}
		q := payQuantity{low: low, high: low, first: low.first, last: low.last}
		if high, ok := p.upper(low); ok {
			q.high, q.last, q.ranged = high, high.last, true
			shareFactor(&q.low, &q.high)
			if q.high.value*q.high.times < q.low.value*q.low.times {
				q.low, q.high = q.high, q.low
			}
		}
		all = append(all, q)
		i, after = q.last, q.last+1
	}
	return all
}

// amount reads the amount whose number is token i. Its money may stand before it, but not before token least.
func (p *payReader) amount(i, least int) (payAmount, bool) {
	t := &p.tokens[i]
	if t.mark != '0' {
		return payAmount{}, false
	}
	a := payAmount{first: i, last: i, value: t.value, times: 1}
	if i > least {
		if before := p.at(i - 1); dollarNations[before.word] != "" && p.at(i-2).mark == '$' {
			a.first, a.money, a.before = i-2, dollarNations[before.word], true // "$ US 40"
		} else if before.money != "" {
			a.first, a.money, a.before = i-1, before.money, true
			if i-2 >= least && p.tokens[i-2].money != "" && isFamily(a.money) {
				a.first, a.money = i-2, p.tokens[i-2].money // "AUD $90,000"
			}
		}
	}
	p.factor(&a)
	next, behind := p.at(a.last+1), p.at(a.last+2)
	isOfNext := behind.mark == '0' && (a.before || next.gap && !behind.gap) // "Band 6 £27,000"
	if next.money != "" && !isOfNext {
		if a.money == "" || isFamily(a.money) && !isFamily(next.money) {
			a.money, a.before = next.money, false
		}
		a.last++
		if nation := p.at(a.last + 1); next.mark == '$' && dollarNations[nation.word] != "" {
			a.money, a.last = dollarNations[nation.word], a.last+1 // "25,50 $ CA"
		}
	} else if next.mark == '-' && !next.gap && !a.before && behind.money != "" && p.at(a.last+3).mark != '0' && !behind.gap {
		a.money, a.last = behind.money, a.last+2 // "3000,-€"
	}
	if sign := p.letterSign(&a); sign != "" {
		a.first, a.money, a.before = i-1, sign, true
	}
	if following := p.at(a.last + 1); following.mark == '%' || following.word == "薪" {
		return payAmount{}, false
	}
	const retirementPlan = 401
	if a.money == "" && a.value == retirementPlan {
		return payAmount{}, false
	}
	a.negative = p.isNegative(a.first)
	return a, true
}

// at returns a token, an empty one outside the text.
func (p *payReader) at(i int) *payToken {
	if i < 0 || i >= len(p.tokens) {
		return &payToken{}
	}
	return &p.tokens[i]
}

// letterSign returns the currency of a letter before an amount, as in "R25 000", or "". The number must be grouped, have a factor, or be per unit of
// time. Other numbers after a letter are references.
func (p *payReader) letterSign(a *payAmount) string {
	sign, number, next := p.at(a.first-1), p.at(a.first), p.at(a.last+1)
	money := ""
	switch {
	case a.money != "":
	case sign.word == "r":
		money = "ZAR"
	case sign.word == "p" && strings.EqualFold(p.country, "ph"):
		money = "PHP"
	case sign.word == "n" && strings.EqualFold(p.country, "ng"):
		money = "NGN"
	}
	grouped := strings.ContainsAny(strings.TrimRight(p.text[number.from:number.to], ",.-–"), " ,.")
	if grouped || a.times > 1 || next.mark == '/' || next.is(rolePer) && p.at(a.last+2).unit != "" {
		return money
	}
	return ""
}

// isSignLetter reports whether a word may be a sign of money before a number.
func isSignLetter(word string) bool { return word == "r" || word == "p" || word == "n" }

// isNegative reports whether a minus belongs to the amount that starts at a token. A dash behind a word only parts it from the amount.
func (p *payReader) isNegative(first int) bool {
	if minus := p.at(first - 1); minus.mark != '-' || p.at(first).gap {
		return false
	}
	before := p.at(first - 2)
	return before.mark == 0 || before.mark == ':' || before.mark == '('
}

// factor extends an amount by the factor that follows its number: "45k", "4.5 lakh", "$45 m".
func (p *payReader) factor(a *payAmount) {
	for range 2 { // "250만원" has one, "3 mil millones" two
		t := p.at(a.last + 1)
		if t.mark != 'a' {
			return
		}
		times := t.times
		if a.before && (t.word == "m" || t.word == "b") { // of dollars, not of metres
			times = map[string]float64{"m": 1e6, "b": 1e9}[t.word]
		}
		short := len(t.word) <= 2 && t.word != "" && !isDense(firstRune(t.word))
		if times == 0 || short && t.gap && p.at(a.last+2).money == "" && !a.before {
			return
		}
		a.times, a.last = a.times*times, a.last+1
	}
}

// upper returns the upper bound of the range that starts with an amount.
func (p *payReader) upper(low payAmount) (payAmount, bool) {
	joined, rises := false, false
	if and := p.at(low.last + 1); and.is(roleAnd) && low.money == "" && p.at(low.last+2).mark == '0' {
		high, ok := p.amount(low.last+2, low.last+1)
		joined = ok && high.money != "" // "32 i 36 zł"
	}
	for i := low.last + 1; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.mark == '0':
			high, ok := p.amount(i, low.last+1)
			return high, ok && joined && isRange(low, high)
		case t.mark == '-' || t.mark == '~' || t.is(roleTo|roleUpTo):
			joined = true
		case t.is(roleAnd) && (joined || p.isBetween(low.first)):
			joined = true
		case t.is(roleRise):
			joined, rises = true, true
		case t.money != "" || t.unit != "" || t.is(rolePer|roleFrom|roleUpTo|roleGross|roleNet|roleRising|roleAbout) || t.mark == '/' || t.mark == '(' || t.mark == ')' || t.mark == '.' || isSignLetter(t.word):
		case (t.mark == ',' || t.mark == ';') && (p.at(i+1).is(roleRise|roleRising) || rises):
		default:
			return payAmount{}, false
		}
	}
	return payAmount{}, false
}

// isBetween reports whether a word for "between" stands before the amount that starts at a token.
func (p *payReader) isBetween(first int) bool {
	const near = 4 // tokens
	for i := first - 1; i >= max(0, first-near); i-- {
		if p.tokens[i].is(roleBetween) {
			return true
		}
	}
	return false
}

// isRange reports whether two amounts are likely the bounds of one range, in either order.
func isRange(low, high payAmount) bool {
	const most, swapped = 10, 4.0
	if low.negative || high.negative || low.value <= 0 || high.value <= 0 {
		return false
	}
	if low.money == "" && high.money != "" && high.before && low.times == 1 {
		return false // "Band 5 - £24,907"
	}
	shareFactor(&low, &high)
	a, b := low.value*low.times, high.value*high.times
	return b >= a && b <= most*a || b < a && b*swapped >= a
}

// shareFactor gives both bounds a factor that is written once, as in "30-40k" and "75k-125".
func shareFactor(low, high *payAmount) {
	const thousands = 1000
	switch {
	case low.times == 1 && high.times > 1 && low.value <= high.value:
		low.times = high.times
	case high.times == 1 && low.times > 1 && high.value >= low.value && high.value < thousands:
		high.times = low.times
	}
}

// dashAfterNumber returns the length of a dash in place of cents, as in "2.800,-" and "6'500.–".
func dashAfterNumber(text string) int {
	if text == "" || text[0] != ',' && text[0] != '.' {
		return 0
	}
	rest := strings.TrimLeft(text[1:], "-–—")
	if len(rest) == len(text)-1 || digitRun(rest) > 0 {
		return 0
	}
	return len(text) - len(rest)
}

// numberEnd returns the end of the number that starts at text[i]. A number is digits and the dots, commas, apostrophes and
// spaces that group them.
func numberEnd(text string, i int) int {
	for i < len(text) {
		c := text[i]
		if '0' <= c && c <= '9' {
			i++
			continue
		}
		size := 1
		switch {
		case c == '.' || c == ',' || c == '\'':
		case c == ' ':
			if digitRun(text[i+1:]) != 3 {
				return i
			}
		case strings.HasPrefix(text[i:], "’"):
			size = len("’")
		default:
			return i
		}
		if digitRun(text[i+size:]) == 0 {
			return i
		}
		i += size
	}
	return i
}

func digitRun(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// parseNumber parses a number with separators of any country. The last separator is decimal unless three digits follow it or it
// occurs twice.
func parseNumber(s string) (float64, bool) {
	last := strings.LastIndexAny(s, ".,")
	decimal := last >= 0 && len(s)-last-1 != 3 && strings.Count(s, s[last:last+1]) == 1
	if last >= 0 && len(s)-last-1 == 3 && s[:last] == "0" {
		decimal = true
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		switch {
		case '0' <= s[i] && s[i] <= '9':
			b = append(b, s[i])
		case decimal && i == last:
			b = append(b, '.')
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil
}
