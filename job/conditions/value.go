package conditions

import "strings"

// mostValue is the number of words of a value. Longer ones are prose.
const mostValue = 16

// Weights of values, as log-odds. A flag is often left as a program set it.
const (
	named   = 3
	flagged = 1.5
	agreed  = 2.5
	hinted  = .6 // of on-site work, by a flag that denies another mode
)

// ModeOf reads the mode of work from a short text in the place of the mode or of the location. Examples are "Remote: yes", "isRemote: true"
// and "London (Hybrid)".
func ModeOf(value string) (v Votes) {
	value = splitNames(value)
	if !mayState(value) {
		return v
	}
	t := read(value, "")
	if len(t.tokens) == 0 || len(t.tokens) > mostValue {
		return v
	}
	if label, said, ok := strings.Cut(strings.ReplaceAll(t.source, "：", ":"), ":"); ok {
		if v, ok := Answer(label, said); ok {
			return v
		}
	}
	if at := strings.IndexAny(t.source, ":："); at >= 0 {
		if said := read(t.source[at+1:], ""); said.has(extent{0, len(said.tokens)}, remote|hybrid|onsite) {
			t = said
		}
	}
	return t.modeOfValue(func(extent) bool { return true })
}

// ModeOfLine reads a line of text that names only a mode of work, such as "Hybrid" or "100 % remote" above the text of a posting. The votes
// for other lines are zero.
func ModeOfLine(line string) (v Votes) {
	const most = 40 // bytes
	if len(line) > most || !mayState(line) {
		return v
	}
	t := read(line, "")
	for i := 0; i < len(t.tokens); i++ {
		n, _ := t.length(i, len(t.tokens), remote|hybrid|onsite|full|may|work|jobNoun|or|and)
		if n == 0 && !t.tokens[i].percent {
			return v
		}
		i += max(n-1, 0)
	}
	return t.modeOfValue(func(extent) bool { return true })
}

// ModeOfTitle reads the mode of work from a job title. Only words at the beginning or end of a part of the title count: "Engineer
// (remote)", but not "Head of Remote Sensing".
func ModeOfTitle(title string) (v Votes) {
	if !mayState(title) {
		return v
	}
	t := read(title, "")
	atEdge := func(at extent) bool {
		part := t.around(at, pause)
		return at.from == part.from || at.to == part.to
	}
	v = t.modeOfValue(atEdge)
	for i := range v {
		v[i] *= 2. / named
	}
	return v
}

// mayState reports whether a text may have a statement in some language.
func mayState(s string) bool { return shared().mayState(s, everyLanguage) }

// splitNames parts words that programs write together: "isRemote", "ON_SITE".
func splitNames(s string) string {
	if !strings.ContainsFunc(s, func(c rune) bool { return c == '_' || c >= 'A' && c <= 'Z' }) {
		return s
	}
	var b strings.Builder
	small := false
	for _, c := range s {
		capital := c >= 'A' && c <= 'Z'
		if capital && small {
			b.WriteByte(' ')
		}
		if small = c >= 'a' && c <= 'z'; c == '_' {
			c = ' '
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Answer reads a label that names a mode of work and has yes or no as its value, such as "Remote: yes". ok is false for other labels and
// values.
func Answer(label, value string) (v Votes, ok bool) {
	const most = 60 // bytes
	if len(label) > most || len(value) > most || !mayState(label) {
		return v, false
	}
	of, said := read(label, ""), read(value, "")
	if len(of.tokens) > 6 || len(said.tokens) == 0 || len(said.tokens) > 3 || said.has(extent{0, len(said.tokens)}, remote|hybrid|onsite) {
		return v, false
	}
	isNo, _ := said.length(0, len(said.tokens), no)
	isYes, _ := said.length(0, len(said.tokens), yes|full)
	if isNo == 0 && isYes == 0 {
		return v, false
	}
	weight, local := agreed, offered
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "true":
		weight = flagged
	case "false": // often a default, where hybrid work has a flag of its own
		local = hinted
	}
	for i := range of.tokens {
		n, e := of.length(i, len(of.tokens), remote|hybrid|onsite)
		switch {
		case n == 0:
			continue
		case isNo > 0 && e.class == remote:
			v[remotely], v[locally] = denied, local
		case isNo > 0 && e.class == hybrid:
			v[partly], v[locally] = -1, hinted
		case isNo > 0:
			v[locally] = denied
		default:
			v[modeIndex(e.class)] = max(weight, v[modeIndex(e.class)])
		}
		return v, true
	}
	return v, false
}

func modeIndex(c class) int {
	switch c {
	case remote:
		return remotely
	case hybrid:
		return partly
	}
	return locally
}

// modeOfValue weighs the modes that a value names, at the places that count.
func (t *text) modeOfValue(counts func(extent) bool) (v Votes) {
	var seen class
	all := extent{0, len(t.tokens)}
	last := extent{}
	for i := 0; i < len(t.tokens); i++ {
		if n, _ := t.length(i, len(t.tokens), void); n > 0 {
			i += n - 1
			continue
		}
		n, e := t.length(i, len(t.tokens), remote|hybrid|onsite)
		if n == 0 {
			continue
		}
		at := extent{i, i + n}
		i += n - 1
		if !counts(at) {
			continue
		}
		if t.isDenied(all, at) {
			v.Add(ofDenial(e.class, false))
			continue
		}
		if part, ok := t.share(all, at); ok {
			if e.class == onsite {
				part = 1 - part
			}
			v.Add(ofShare(part))
			continue
		}
		seen, last = seen|e.class, at
	}
	if seen == 0 {
		return v
	}
	left, right := within(all, last, offerNear, offerNear)
	switch {
	case seen&hybrid != 0 && seen&remote != 0 && t.has(all, or):
		v[remotely] += 2
	case seen&hybrid != 0, seen == remote && (t.has(left, may) || t.has(right, may)) && !t.has(extent{left.from, right.to}, full):
		v[partly] += named
	case seen == remote|onsite && t.has(all, and):
		v[partly] += 2
	case seen == remote|onsite: // the choice is the applicant's
		v[remotely] += 2
	case seen == remote:
		v[remotely] += named
	default:
		v[locally] += named
	}
	return v
}

// Temporary is the employment type of schema.org for temporary work. Agency work has the same type although its contracts often have no
// end, so it does not mean FixedTerm.
const Temporary = "TEMPORARY"

// TermOfValue reads the term of employment and its duration from a short text in the place of the term or of the employment type, such as
// "Full-time, permanent" or "CDD 6 mois".
func TermOfValue(value string) (v Votes, duration string) {
	if value == Temporary {
		return v, ""
	}
	value = splitNames(value)
	if !mayState(value) {
		return v, ""
	}
	t := read(value, "")
	if len(t.tokens) > mostValue {
		return v, ""
	}
	all := extent{0, len(t.tokens)}
	for i := range t.tokens {
		n, e := t.length(i, len(t.tokens), permanent|surelyPermanent|fixed|surelyFixed)
		if n == 0 || t.isDenied(t.around(extent{i, i + n}, pause), extent{i, i + n}) {
			continue
		}
		if e.class&(permanent|surelyPermanent) != 0 {
			v[forever] = named
			continue
		}
		v[limited] = named
	}
	if v[limited] > 0 || t.has(all, span) {
		duration = t.timeNear(all, extent{})
	}
	if duration != "" {
		v[limited] = named
	}
	return v, duration
}
