package job

// belongs is what an amount is of.
type belongs uint8

const (
	toNothing belongs = iota
	toPay
	toOther  // a budget, a bonus, a turnover
	toTarget // earnings if all goes well
)

// belongsTo returns what a quantity is of, by the words nearest to it in its clause. What follows directly counts before what stands before it.
// from is the token of the word before it, or the quantity's own first token.
func (p *payReader) belongsTo(q *payQuantity) (of belongs, from int) {
	left, from := p.nounBefore(q.first)
	right, loose := p.nounAfter(q.last + 1)
	switch {
	case right == toNothing || loose && left != toNothing && left != toOther:
		return left, from
	case right != toOther:
		return right, from
	}
	return right, q.first
}

// nounBefore returns what the nearest word before an amount that names money says, and its token.
func (p *payReader) nounBefore(first int) (belongs, int) {
	const near = 3 // words of their own between other money and its amount
	parted, own := false, 0
	for i := first - 1; i >= 0; i-- {
		t := &p.tokens[i]
		switch {
		case t.from < p.value: // in the label
			return toPay, i
		case t.mark == ';' && (i != first-1 || !p.at(i-1).is(rolePay)): // a sign of a list may follow a heading
			return toNothing, first
		case t.is(roleTarget):
			return toTarget, i
		case t.is(roleOther) && !t.is(rolePay):
			if !parted && own <= near {
				return toOther, i
			}
		case t.is(rolePay):
			return toPay, i
		case t.mark == ',' || t.mark == '+' || t.mark == '0' || t.mark == '-' && t.gap || t.is(roleStop|roleAnd) && !t.is(roleTo):
			parted = true
		}
		if t.mark == 'a' && t.payWord == (payWord{}) {
			own++
		}
	}
	return toNothing, first
}

// nounAfter returns what the words right after an amount say. loose reports that a word such as "for" stands between.
func (p *payReader) nounAfter(i int) (of belongs, loose bool) {
	const most = 3 // words of their own between
	own := 0
	for ; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.is(roleTarget):
			return toTarget, loose
		case t.is(roleOther) && !t.is(rolePay) && p.at(i+1).mark == ':': // a label of other money
			return toNothing, loose
		case t.is(roleOther) && !t.is(rolePay):
			return toOther, loose
		case t.is(rolePay) && t.unit == "" && !t.is(roleGross|roleNet|rolePaid):
			return toPay, loose
		case t.unit != "" || t.is(roleLoose):
			loose = true
		case t.mark == '0' || t.mark == '$' || t.is(roleStop|roleAnd|roleFrom|roleUpTo) && !(t.is(rolePer) && p.at(i+1).unit != "") || t.mark == '-' && t.gap:
			return toNothing, loose
		case t.is(rolePer|roleGross|roleNet|roleAbout) || t.mark == '-' || t.mark == '/':
		case t.mark != 'a':
			return toNothing, loose
		default:
			if own++; own > most {
				return toNothing, loose
			}
		}
	}
	return toNothing, loose
}

// NamesPay reports whether a text has a word for pay, such as "salary".
func NamesPay(s string) bool {
	for _, t := range payTokens(payText(s)) {
		if t.is(rolePay) {
			return true
		}
	}
	return false
}

// IsBarePay reports whether a text is an amount of money with only such words as belong to pay, for example "£32,000 - £36,000 per annum
// plus benefits". What follows a word such as "plus" does not matter. With other words it may be a statement about other money.
func IsBarePay(s string) bool {
	amounts := false
	for _, t := range payTokens(payText(s)) {
		switch {
		case t.mark == '0' || t.money != "":
			amounts = true
		case amounts && t.is(roleStop) && !t.is(roleTo):
			return true
		case t.is(roleOther) && !t.is(rolePay), t.mark == 'a' && t.payWord == (payWord{}), t.mark == ';':
			return false
		}
	}
	return amounts
}
