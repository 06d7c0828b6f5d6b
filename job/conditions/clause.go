package conditions

import "strings"

// The number of words between a word and others that support, deny or limit it.
const (
	denialBefore = 5
	denialAfter  = 4
	nounBefore   = 4
	offerNear    = 6
	shareNear    = 7
)

// Weights of statements in sentences, as log-odds. Those of prose are lower than those of values, except where a share of the time is named.
const (
	whole     = 3.5 // "100 % on-site"
	ofTheJob  = 2.5 // "a remote position"
	arranged  = 3   // "hybrid working"
	offered   = 1.5 // "home office possible"
	mentioned = 1.2 // "hybrid" in a sentence
	denied    = -3
)

// within returns the words near a statement, but only those of its clause.
func within(clause, at extent, before, after int) (left, right extent) {
	return extent{max(clause.from, at.from-before), at.from}, extent{at.to, min(clause.to, at.to+after)}
}

// isDenied reports whether a statement is denied in its clause: "no remote work", "Homeoffice ist nicht möglich".
func (t *text) isDenied(clause, at extent) bool {
	left, right := within(clause, at, denialBefore, denialAfter)
	return t.has(left, no|nor) || t.has(right, nor)
}

// isOf reports whether a noun of some classes is beside a statement: after it, before it as its subject, or as its label. All words of a sentence are
// beside a statement that stands by itself in brackets.
func (t *text) isOf(clause, at extent, classes class) bool {
	left, right := within(clause, at, nounBefore, 2)
	return t.has(left, classes) || t.has(right, classes) || t.hasLabel(at, classes) || t.isRemark(clause, at) && t.has(t.around(at, stop), classes)
}

// isRemark reports whether a statement stands by itself in brackets: "(onsite)", "(or remote)".
func (t *text) isRemark(clause, at extent) bool {
	isFirst := at.from == clause.from || at.from == clause.from+1 && t.has(extent{clause.from, at.from}, or|full)
	return isFirst && at.to == clause.to && clause.from > 0 &&
		strings.HasSuffix(t.source[:t.tokens[clause.from].start], "(") && strings.HasPrefix(t.source[t.tokens[at.to-1].end:], ")")
}

// hasLabel reports whether a noun of some classes and a sign stand before a statement: "work arrangement: on-site".
func (t *text) hasLabel(at extent, classes class) bool {
	return at.from > 0 && t.tokens[at.from].gap == pause && t.has(extent{at.from - 1, at.from}, classes)
}

// isAttribute reports whether a statement stands before a noun that is none of work, as in "hybrid theatre". A word of fewer letters may be a
// preposition.
func (t *text) isAttribute(clause, at extent) bool {
	const noun = 5
	behind := extent{at.to, min(at.to+1, clause.to)}
	return behind.from < behind.to && len(t.folded(at.to)) >= noun && !t.has(behind, ^class(0))
}

// modeAt weighs a statement of a sentence about where the work is done.
func (t *text) modeAt(at extent, c class) (v Votes) {
	sentence, clause := t.around(at, stop), t.around(at, pause)
	if t.asks(sentence) {
		return v
	}
	exceptional := t.has(sentence, limit)
	if part, ok := t.share(t.detailed(clause), at); ok && !exceptional {
		if c&(onsite|office) != 0 {
			part = 1 - part
		}
		return ofShare(part)
	}
	left, right := within(clause, at, offerNear, offerNear)
	beforeFull, behindFull := within(clause, at, 2, 1)
	isFull := t.has(beforeFull, full) || t.has(behindFull, full)
	isWhole := c == remote && t.has(at, may) // "remote possible"
	isOffer := t.has(left, may) || t.has(right, may)
	if t.isDenied(clause, at) {
		return ofDenial(c, isFull)
	}
	switch {
	case t.isChoice(clause, at, c):
		if c == remote {
			v[remotely] = ofTheJob
		}
	case c&(home|office) != 0 || exceptional && c == remote:
	case c == hybrid && (t.isOf(clause, at, jobNoun|work)):
		v[partly] = arranged
	case c == hybrid && isOffer:
		v[partly] = 2
	case c == hybrid && !t.isAttribute(clause, at):
		v[partly] = mentioned
	case isFull && isOffer && c == remote:
		v[remotely] = ofTheJob
	case isFull && c == remote:
		v[remotely] = whole
	case isFull && c == onsite && !exceptional:
		v[locally] = whole
	case isOffer && c == remote && t.isOf(clause, at, jobNoun): // all of it, or a part?
		v[remotely], v[partly] = .6, 1
	case isOffer && c == remote:
		v[partly] = offered
	case isWhole:
		v[remotely] = offered
	case c == remote && t.isOf(clause, at, jobNoun):
		v[remotely] = ofTheJob
	case c == onsite && !exceptional && !isOffer && (t.isOf(clause, at, jobNoun) || t.hasLabel(at, work)):
		v[locally] = offered
	case c == onsite && !exceptional && t.isPlaceOfWork(clause, at):
		v[locally] = mentioned
	}
	return v
}

// isChoice reports whether a statement is one of remote work beside another mode that may be chosen in its place, or the other way round: "the role can be
// remote or hybrid". The clause must name the job or the work, and the choice must not be the attribute of another noun, as in "remote or hybrid users".
func (t *text) isChoice(clause, at extent, c class) bool {
	others := class(remote)
	switch {
	case c == remote:
		others = hybrid | onsite | office
	case c&(hybrid|onsite) == 0:
		return false
	}
	left, right := within(clause, at, offerNear, offerNear)
	choice := at
	for k := left.from; k < right.to; k++ {
		side := left
		if k >= at.to {
			side = right
		} else if k >= at.from {
			continue
		}
		if n, _ := t.length(k, side.to, others); n > 0 && t.has(side, or) {
			choice = extent{min(choice.from, k), max(choice.to, k+n)}
		}
	}
	isOfWork := t.has(clause, jobNoun|doing) || t.has(extent{max(clause.from, choice.from-1), choice.from}, work)
	return choice != at && isOfWork && !t.isAttribute(clause, choice)
}

// isPlaceOfWork reports whether a verb for working stands right beside a statement, and no other mode in its clause. Behind it a word that is a noun as
// well counts for nothing, as in "you do on-site work".
func (t *text) isPlaceOfWork(clause, at extent) bool {
	before, behind := within(clause, at, 1, 1)
	verb := t.has(before, doing) && !t.isAttribute(clause, at) || t.has(behind, doing) && !t.has(behind, work)
	return verb && !t.has(clause, remote|hybrid|home)
}

// ofShare returns the votes for a share of the time that is worked elsewhere.
func ofShare(part float64) (v Votes) {
	switch {
	case part > .99:
		v[remotely] = whole
	case part < .01:
		v[locally] = whole
	default:
		v[partly] = arranged
	}
	return v
}

// ofDenial returns the votes for a statement that something is not the mode of work, or not all of it.
func ofDenial(c class, isFull bool) (v Votes) {
	switch {
	case c == remote && isFull:
		v[remotely], v[partly] = denied, 1
	case c == remote:
		v[remotely], v[locally] = denied, offered
	case c == hybrid:
		v[partly] = denied
	case c == onsite && !isFull:
		v[locally] = denied
	}
	return v
}

// detailed returns a clause together with the next one if a colon or an opening bracket parts them, because the second says more about the first:
// "home office: 2 days a week".
func (t *text) detailed(clause extent) extent {
	if clause.to < len(t.tokens) && t.tokens[clause.to].gap == pause &&
		strings.ContainsAny(t.source[t.tokens[clause.to-1].end:t.tokens[clause.to].start], ":(：（") {
		clause.to = t.around(extent{clause.to, clause.to + 1}, pause).to
	}
	return clause
}

// Days of a week.
const weekDays = 5

// share returns the part of the time that a clause names beside a statement, from 0 to 1: "3 days a week in the office", "60 % remote".
func (t *text) share(clause, at extent) (part float64, ok bool) {
	left, right := within(clause, at, shareNear, shareNear)
	for k := left.from; k < right.to; k++ {
		if k >= at.from && k < at.to {
			continue
		}
		value, n := t.numberAt(k, clause.to)
		if n == 0 {
			continue
		}
		if t.tokens[k].percent && value <= 100 && k >= at.from-3 && k < at.to+2 && !t.isParted(k, at) {
			return float64(value) / 100, true
		}
		if days, _ := t.length(k+n, clause.to, day); days > 0 && value > 0 && value <= 7 {
			return min(1, float64(value)/weekDays), true
		}
	}
	return 0, false
}

// isParted reports whether a comma or an opening bracket stands between a word and a statement. "80 % (remote)" is a workload, and no share of it.
func (t *text) isParted(k int, at extent) bool {
	between := extent{k, at.from}
	if k >= at.to {
		between = extent{at.to - 1, k}
	}
	return strings.ContainsAny(t.source[t.tokens[between.from].end:t.tokens[between.to].start], ",;(，（")
}

// termAt weighs a statement of a sentence about how long the job lasts, and returns the time that it names, as a duration of ISO 8601.
func (t *text) termAt(at extent, c class) (v Votes, duration string) {
	sentence, clause := t.around(at, stop), t.around(at, pause)
	left, right := within(clause, at, denialBefore, denialAfter)
	if t.asks(sentence) || t.has(left, no|nor) {
		return v, ""
	}
	beside, behind := within(clause, at, 1, 2)
	hasNoun := t.has(extent{beside.from, behind.to}, jobNoun|span) || at.to-at.from == sentence.to-sentence.from
	switch {
	case c == surelyPermanent && !t.has(sentence, hope), c == permanent && hasNoun && !t.has(sentence, hope):
		v[forever] = arranged
	case c == surelyFixed, c == fixed && hasNoun:
		v[limited] = arranged
		duration = t.timeNear(extent{max(sentence.from, at.from-4), min(sentence.to, at.to+6)}, at)
	case c == span:
		near := extent{max(clause.from, at.from-4), min(clause.to, right.to)}
		if duration = t.timeNear(near, at); duration != "" {
			v[limited] = ofTheJob
		}
	}
	return v, duration
}

// timeNear returns the time near a statement, unless it is a probation. It returns "" if there is no time, or more than one.
func (t *text) timeNear(near, at extent) (duration string) {
	if t.has(near, trial) {
		return ""
	}
	for k := near.from; k < near.to; k++ {
		if k >= at.from && k < at.to {
			continue
		}
		found, n := t.timeAt(k, near.to)
		switch {
		case n == 0:
			continue
		case duration != "" && duration != found, k > near.from && isRange(t, k):
			return ""
		}
		duration = found
		k += n - 1
	}
	return duration
}

// isRange reports whether a number is the end of a range, as in "6 to 12 months", which names no single time. The numbers of a range increase, so
// "from 2026 for 12 months" is none.
func isRange(t *text, k int) bool {
	end, _ := t.numberAt(k, len(t.tokens))
	for before := k - 1; before >= max(0, k-2); before-- {
		if begin, n := t.numberAt(before, k); n > 0 {
			return begin < end
		}
	}
	return false
}
