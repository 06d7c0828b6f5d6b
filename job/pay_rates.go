package job

import "cmp"

// rateSpread is how many times the smallest of several rates the largest is at most: those of days and nights, of levels or of towns.
const rateSpread = 1.9

// withRates widens a pay to those that the candidates behind its own say as alternatives: "£12 an hour (day), £14 an hour (night)". An amount that is added,
// has another money, unit or basis, or is far from the first is none.
func (p *payReader) withRates(pay Pay, own int, candidates []payCandidate) Pay {
	for i := own + 1; i < len(candidates); i++ {
		c := &candidates[i]
		other := p.payOf(c).Checked()
		switch {
		case !c.money() || !other.Known() || other.Note != "" || p.isAdded(c.first):
			continue
		case !agree(pay.Currency, other.Currency) || !agree(pay.Unit, other.Unit) || !agree(pay.Basis, other.Basis):
			continue
		case max(pay.Max, other.Max) > rateSpread*min(pay.least(), other.least()):
			continue
		}
		if pay.Min > 0 && other.Min > 0 {
			pay.Min = min(pay.Min, other.Min)
		}
		if pay.Max > 0 && other.Max > 0 {
			pay.Max = max(pay.Max, other.Max)
		}
		pay.Unit, pay.Basis = cmp.Or(pay.Unit, other.Unit), cmp.Or(pay.Basis, other.Basis)
	}
	return pay
}

// agree reports whether two values of a pay do not contradict each other.
func agree(a, b string) bool { return a == b || a == "" || b == "" }

// least returns the lower bound of a pay, or the upper one if there is no lower one.
func (p *Pay) least() float64 { return cmp.Or(p.Min, p.Max) }

// isAdded reports whether what stands between an amount and the one before it says that it is paid besides, as in "$25 an hour plus $2 on nights". An amount in
// brackets behind another is the same pay in another view.
func (p *payReader) isAdded(first int) bool {
	closed := false // a bracket, which says something of the amount before
	for i := first - 1; i >= 0 && p.tokens[i].mark != '0'; i-- {
		t := &p.tokens[i]
		closed = closed || t.mark == ')'
		if t.mark == '+' || t.mark == '(' && !closed || t.is(roleStop) && !has(andOr, []byte(t.word)) {
			return true
		}
	}
	return false
}
