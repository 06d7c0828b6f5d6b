package job

// openEnd leaves one end of a pay of one amount open if the words around the amount say so: "from 45,000", "bis zu 60.000 €", "$120,000+".
func (p *payReader) openEnd(pay *Pay, q *payQuantity) {
	if q.ranged {
		return
	}
	switch {
	case p.opensBefore(q.first, roleUpTo), !p.opensBefore(q.first, roleFrom) && !p.isPlus(q.last+1) && p.opensAfter(q.last+1, roleLess):
		pay.Min = 0
	case p.opensBefore(q.first, roleFrom), p.isPlus(q.last + 1), p.opensAfter(q.last+1, roleMore), p.leastBefore(q.first), p.mayExceed(q.last + 1):
		pay.Max = 0
	}
}

// opensBefore reports whether a word with a role stands before the amount that starts at a token, with short words at most between.
func (p *payReader) opensBefore(first int, role payRole) bool {
	const near, short = 3, 3
	for i := first - 1; i >= max(0, first-near); i-- {
		t := &p.tokens[i]
		if t.is(roleFrom | roleUpTo) {
			return t.is(role) && !(role == roleFrom && t.is(roleUpTo) && !t.is(roleFrom))
		}
		if t.mark != 'a' && t.mark != ':' && t.mark != '$' || len(t.word) > short && !t.is(roleAbout) && t.money == "" {
			return false
		}
	}
	return false
}

// leastBefore reports whether the word for pay before an amount says that it is the least.
func (p *payReader) leastBefore(first int) bool {
	for i := first - 1; i >= 0; i-- {
		if t := &p.tokens[i]; t.is(rolePay) || t.mark == ';' || t.mark == '0' {
			return t.is(roleLeast)
		}
	}
	return false
}

// mayExceed reports whether the sentence says that more is paid to who is worth it, as advertisements in Austria must.
func (p *payReader) mayExceed(i int) bool {
	for ; i < len(p.tokens); i++ {
		if p.tokens[i].is(roleAbove) {
			return true
		}
	}
	return false
}

// isPlus reports whether a plus sign follows an amount and nothing is added by it, as in "40k+bonus" and "$50,000+ commission".
func (p *payReader) isPlus(i int) bool {
	if t := p.at(i); t.mark != '+' || t.gap {
		return false
	}
	added := p.at(i + 1)
	return added.mark != 'a' || added.gap && !added.is(roleOther) && !added.is(roleStop)
}

// opensAfter reports whether a phrase with a role follows an amount behind its unit and what is said of taxes. No number and no wage may follow the
// phrase: "minimum wage", "max 20 hours".
func (p *payReader) opensAfter(i int, role payRole) bool {
	for ; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		if t.is(role) && (t.unit == "" || isDense(firstRune(t.word))) {
			next := p.at(i + 1)
			return next.mark != '0' && next.mark != '$' && next.money == "" && !next.is(roleWage)
		}
		if t.mark == '~' && role == roleMore {
			return p.at(i+1).mark != '0' && p.at(i+1).mark != '$'
		}
		if t.spent || t.unit == "" && !t.is(rolePer|roleGross|roleNet) && t.mark != '/' && t.mark != '(' && t.money == "" {
			return false
		}
	}
	return false
}
