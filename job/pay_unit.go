package job

import (
	"strings"

	"gannet/internal/letters"
)

// How surely a unit is that of an amount.
const (
	unitNone   = iota
	unitInText // "per" and a unit in the same clause
	unitBeside // only what belongs to an amount stands between, or a word for pay has the unit
)

// unit returns the unit of a quantity, how surely it is, and the token before the amount that says it, else the amount's first. A unit right after the amount counts first, then one between its bounds, one before it,
// and at last one after "per" in the same clause.
func (p *payReader) unit(q *payQuantity) (unit string, sure, at int) {
	if unit := p.unitAfter(q.last + 1); unit != "" {
		return unit, unitBeside, q.first
	}
	for i := q.first; i <= q.last; i++ {
		if t := &p.tokens[i]; t.unit != "" && !t.spent && (!t.is(roleWeak) || p.isPer(i-1)) {
			return t.unit, unitBeside, q.first
		}
	}
	if unit, at := p.unitBefore(q.first); unit != "" {
		return unit, unitBeside, at
	}
	unit, sure = p.unitInClause(q.last + 1)
	return unit, sure, q.first
}

// unitInClause returns a unit after "per" in the rest of a clause. Another amount ends its search, unless it stands in brackets.
func (p *payReader) unitInClause(i int) (string, int) {
	brackets := 0
	for ; i < len(p.tokens); i++ {
		switch t := &p.tokens[i]; {
		case t.mark == '(':
			brackets++
		case t.mark == ')':
			brackets--
		case t.mark == ';' || brackets <= 0 && (t.mark == '0' || t.mark == '$'):
			return "", unitNone
		case t.unit != "" && !t.spent && p.isPer(i-1):
			return t.unit, unitInText
		}
	}
	return "", unitNone
}

// unitAfter returns the unit that follows at a token, behind words that belong to an amount.
func (p *payReader) unitAfter(i int) string {
	paid := false
	for ; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.spent:
			return ""
		case t.unit != "" && !paid && (!t.is(roleWeak) || p.isPer(i-1)):
			return t.unit
		case t.is(roleTarget):
			return "YEAR"
		case t.is(rolePaid):
			paid = true
		case t.is(rolePer|roleGross|roleNet|rolePay|roleAbout|roleWage) || t.money != "" || strings.ContainsRune("/(),+*:[]", t.mark) && t.mark != 0 || t.mark == '-':
		default:
			return ""
		}
	}
	return ""
}

// unitBefore returns the unit that stands before an amount and belongs to it, and its token: in a word for pay, beside one, or right before the amount.
func (p *payReader) unitBefore(first int) (string, int) {
	const near = 3 // words between a unit and a word for pay
	close, parted, pay := true, false, -1
	for i := first - 1; i >= 0; i-- {
		t := &p.tokens[i]
		if t.mark == ';' || t.mark == '0' || t.is(roleOther) && t.from >= p.value {
			return "", first
		}
		parted = parted || t.mark == ','

		if t.is(rolePay) {
			pay = i
		}
		if t.unit != "" && !t.spent && !t.is(roleWeak) && !p.at(i-1).is(rolePaid) {
			if t.is(rolePay) || close || !parted && t.is(roleAdverb) || pay >= 0 && pay-i <= near || p.payWithin(i-near, i) {
				return t.unit, i
			}
		}
		if t.is(roleTarget) {
			return "YEAR", i
		}
		close = close && (t.mark != 'a' || t.money != "" || t.is(rolePer|roleFrom|roleUpTo|roleGross|roleNet|roleAbout|roleBetween) || t.unit != "")
	}
	return "", first
}

// payWithin reports whether a word for pay is one of the tokens from a to before b.
func (p *payReader) payWithin(a, b int) bool {
	for i := max(a, 0); i < b; i++ {
		if p.tokens[i].is(rolePay) {
			return true
		}
		if p.tokens[i].mark == ';' {
			return false
		}
	}
	return false
}

// isPer reports whether a token is a word or sign between an amount and its unit.
func (p *payReader) isPer(i int) bool { t := p.at(i); return t.is(rolePer) || t.mark == '/' }

// spendUnits marks the units that belong to hours of work, spans and counts, and so are not paid: "38-Stunden-Woche", "37.5 hours a week",
// "14 times a year", "weekly hours".
func (p *payReader) spendUnits(all []payQuantity) {
	for i := range all {
		q := &all[i]
		if q.money() || q.high.times > 1 {
			continue
		}
		next := q.last + 1
		if t := p.at(next); t.mark == '-' || t.mark == '+' {
			next++
		}
		switch t := p.at(next); {
		case t.is(roleTimes):
			p.spendChain(next + 1)
		case t.is(roleHours) || t.unit != "" && !t.is(roleAdverb) && q.high.value <= mostCounted && !p.isTaxed(next+1):
			p.spendChain(next)
		}
	}
	for i := range p.tokens {
		if t := &p.tokens[i]; t.is(roleHours) && !p.isPer(i-1) {
			p.spendChain(i)
			for j := i - 1; j >= max(0, i-2) && (p.tokens[j].unit != "" || p.tokens[j].mark == '-'); j-- {
				p.tokens[j].spent = true
			}
		}
	}
}

// mostCounted is the largest number before a unit that counts it. A larger one is pay.
const mostCounted = 400

// isTaxed reports whether a token says gross or net.
func (p *payReader) isTaxed(i int) bool { return p.at(i).is(roleGross | roleNet) }

// spendChain marks a unit and those that follow it with nothing but "per" or a hyphen between: "hours a week".
func (p *payReader) spendChain(i int) {
	for ; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.unit != "" || t.is(roleHours):
			t.spent = true
		case t.is(rolePer) || t.mark == '/' || t.mark == '-' || t.mark == ':':
		default:
			return
		}
	}
}

// ParseUnit returns the unit of time for which a word, code or label stands: HOUR, DAY, WEEK, MONTH, YEAR, or "" if it is unknown. It knows
// schema.org's codes and those of UN/CEFACT Recommendation 20 (HUR, DAY, WEE, MON, ANN).
func ParseUnit(s string) string {
	const longest = 60
	text := payText(letters.Cut(s, longest))
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "hur":
		return "HOUR"
	case "wee":
		return "WEEK"
	case "mon":
		return "MONTH"
	case "ann":
		return "YEAR"
	}
	p := payReader{text: text, tokens: payTokens(text)}
	p.spendUnits(p.quantities())
	for i := range p.tokens {
		if t := &p.tokens[i]; t.unit != "" && !t.spent && (!t.is(roleWeak) || i == 0 || p.isPer(i-1)) {
			return t.unit
		}
	}
	if len(p.tokens) == 1 {
		return p.tokens[0].unit
	}
	return ""
}
