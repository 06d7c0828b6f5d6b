package pagetext

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"gannet/internal/letters"
)

// Bounds of the text whose sentences are read.
const (
	saidBytes    = 8000
	lastSaid     = 12 // lines
	edgeLines    = 4
	saidSentence = 500
)

// said is a name that was found in a sentence.
type said struct {
	name  string
	weak  bool
	place bool

	follows bool // the employer or the posting's title
}

// proseReader reads the employer and the place in sentences.
type proseReader struct {
	*reader
	of                *sayings
	forms             *legalForms
	employers, places tally
	title             string // folded

	names *nameReader // of the employers
}

// readSentences finds the employer and the place in the sentences from the posting's title to the end of its description.
func (r *reader) readSentences() {
	v, of := inSentences(), r.sayings()
	if of == nil {
		return
	}
	r.companySaid = r.companySaid || r.employers == nil || r.saidElsewhere(r.company, 0)
	r.placeSaid = r.placeSaid || r.saidElsewhere(r.location, 3)
	if r.companySaid && r.placeSaid {
		return
	}
	lines := r.saidLines()
	title, _ := r.title.best()
	small := r.smallWords()
	p := &proseReader{reader: r, of: of, forms: v.forms, title: title.key}
	p.names = &nameReader{of, of.employerJoins, v.forms, false, true, nil}
	p.employers = tally{title: title.key, all: make([]named, 0, 32), index: map[string]int{}, common: small, by: r.employers, words: r.words, sectionOf: r.sectionOf}
	p.places = tally{index: map[string]int{}, common: small}
	for k, i := range lines {
		p.readLine(i, k < edgeLines || k >= len(lines)-edgeLines)
	}
	if !r.companySaid {
		r.chooseEmployer(&p.employers)
	}
	if !r.placeSaid {
		r.choosePlace(&p.places, of, lines)
	}
	r.company.refute(.3, func(c *guess) bool {
		return c.evidence == byProse && !hasLegalForm(c.value) && slices.ContainsFunc(r.location, func(at guess) bool { return at.key == c.key })
	})
}

// sayings returns the phrases of the posting's language, or nil if there are none for it.
func (r *reader) sayings() *sayings { return inSentences().of[r.language()] }

// language returns the posting's language, English if it is unknown.
func (r *reader) language() string { return cmp.Or(r.lang, "en") }

// readLine reads the sentences of a line.
func (p *proseReader) readLine(i int, atEdge bool) {
	for s := range clauses(p.outline.lines[i].text) {
		p.employers.sentence++
		p.places.sentence++
		p.readSentence(s, i, atEdge)
		if !p.companySaid {
			p.employers.readNames(p.names, s, i)
			p.employers.readSpans(p.names, s, i, p.hasBody)
		}
	}
}

// clauses yields the sentences of a line, and parts of those that are longer than saidSentence.
func clauses(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := range sentences(line) {
			for len(s) > 0 {
				part := letters.Cut(s, saidSentence)
				if at := strings.LastIndexByte(part, ' '); len(part) < len(s) && at > 0 {
					part = part[:at]
				}
				if s = s[len(part):]; !yield(strings.TrimSpace(part)) {
					return
				}
			}
		}
	}
}

// saidLines returns the lines of sentences, from the posting's title to the end of the description. Of a long description they are
// the first and the last ones.
func (r *reader) saidLines() []int {
	title, _ := r.title.best()
	end := min(len(r.outline.lines), r.to+8)
	if r.prose == nil || r.prose.title != title.line || r.prose.end != end {
		r.prose = &proseLines{title: title.line, end: end, lines: r.findProse(title.line, end)}
	}
	return r.prose.lines
}

// proseLines caches which lines between the posting's title and an end may be sentences of the posting.
type proseLines struct {
	title, end int
	lines      []int
	small      map[string]bool // words that they have in small letters; nil: not read yet
}

// findProse returns the lines that may be sentences.
func (r *reader) findProse(title, end int) (all []int) {
	left := saidBytes
	i := max(0, title)
	for ; i < end && left > 0; i++ {
		if r.isProse(i) {
			left -= len(r.outline.lines[i].text)
			all = append(all, i)
		}
	}
	for k := max(i, end-lastSaid); k < end; k++ {
		if r.isProse(k) {
			all = append(all, k)
		}
	}
	return all
}

// isProse reports whether a line may be a sentence of the posting.
func (r *reader) isProse(i int) bool {
	l := &r.outline.lines[i]
	const short = 30 // bytes of a line of one word
	return !r.outline.isOutside(l) && 2*int(l.linked) <= len(l.text) && l.level != 1 && (len(l.text) >= short || strings.IndexByte(l.text, ' ') >= 0)
}

// readSentence notes the names beside the phrases of a sentence. Places in the middle of the text count only in sentences that seek
// someone.
func (p *proseReader) readSentence(s string, line int, atEdge bool) {
	low := lower(s)
	all := p.namesIn(p.of, p.forms, s, low)
	seeks := len(p.title) > 3 && strings.Contains(low, p.title)
	p.employers.titled = seeks
	seeks = seeks || slices.ContainsFunc(all, func(n said) bool { return !n.place && !n.weak })
	var signs sign
	if seeks {
		signs |= signSeeks
	}
	if atEdge {
		signs |= signEdge
	}
	for _, n := range all {
		switch {
		case n.place && (seeks || atEdge) && p.mayName(n):
			p.notePlace(&p.places, p.of, n, signs, line)
		case n.place || !p.mayName(n) || !p.isEmployer(n, seeks):
		case n.weak:
			p.employers.note(n.name, signWeak, line)
		default:
			p.employers.note(n.name, signPhrase, line)
		}
	}
}

// mayName reports whether a name is none of the page's controls and the like.
func (p *proseReader) mayName(n said) bool {
	key := fold(tidy(n.name))
	return key != "" && key != p.title && !p.v.isControl(n.name) && !p.v.noise[key] && !p.v.remote[key] && !saysHours(n.name)
}

// isEmployer reports whether a name beside a phrase may be an employer's. If the phrase is weak, the name must look like an employer's and its
// sentence must seek someone, or the sentence must contain the posting's title.
func (p *proseReader) isEmployer(n said, seeks bool) bool {
	key := fold(tidy(n.name))
	switch {
	case n.weak && !(looksEmployer(p.v, n.name) && (seeks || hasLegalForm(n.name)) || p.employers.titled && len(p.of.placeHeads) == 0), len(n.name) < 3, strings.Contains(p.title, key):
		return false
	case p.v.announces(key) && !hasLegalForm(n.name), unitWords[fold(n.name[strings.LastIndexByte(n.name, ' ')+1:])]:
		return false
	}
	return true
}

// unitWords end the names of parts of an employer.
var unitWords = set([]string{"team", "teams", "department", "unit", "division", "ward", "abteilung", "équipe", "equipo", "zespół", "dział", "отдел", "команда", "team's"})

// hasUnit reports whether words name a part of an employer before the employer: "branch of Acme Ltd".
func (n *nameReader) hasUnit(fields []string) bool {
	return slices.ContainsFunc(fields, func(w string) bool {
		f := fold(w)
		return !capital(w) && (unitWords[f] || n.placeAfter.at(f) != nil)
	})
}

// withoutWe removes a word such as "We" from the end of a name. It begins the next sentence if no full stop stands between the two.
func (n *nameReader) withoutWe(s string) string {
	if i := strings.LastIndexByte(s, ' '); i > 0 && hasFolded(n.we, s[i+1:]) && !isShouted(s[i+1:]) {
		return s[:i]
	}
	return s
}

// withoutTownWord removes "town" before the name of one, as in "г. Тверь".
func withoutTownWord(s string) string {
	for _, word := range []string{"г. ", "г.", "город ", "м. ", "місто ", "miasto ", "obec ", "město ", "ville de "} {
		if rest, ok := strings.CutPrefix(s, word); ok && capital(rest) {
			return rest
		}
	}
	return s
}

// saidElsewhere reports whether a field already has a likely value from outside the description. The first lines of the description, up to header
// lines below the title, count as outside, because they may be facts. The name of a site that is not known as an employer's does not count, since the
// site may be a board.
func (r *reader) saidElsewhere(field guesses, header int) bool {
	const likely, inTitle = .5, .3 // the most doubt; of what the posting's own title says
	title, _ := r.title.best()
	for i := range field {
		g := &field[i]
		inside := g.line >= r.from && g.line < r.to && g.line > title.line+header && g.evidence&(byLabel|byName) == 0
		if g.doubt > likely || g.evidence&^(byProse|bySite) == 0 || inside || header == 0 && g.doubt > inTitle && strings.Contains(title.key, g.key) {
			continue
		}
		if header > 0 || !r.site.isNamed(g.value) || r.owners[g.key] {
			return true
		}
	}
	return false
}

// namesIn returns the names that stand beside phrases in a sentence. low is the sentence in lower case.
func (r *reader) namesIn(of *sayings, forms *legalForms, s, low string) (all []said) {
	employers := &nameReader{of, of.employerJoins, forms, false, false, nil}
	places := &nameReader{of, of.placeJoins, nil, true, false, nil}
	add := func(name string, weak, place bool, by *nameReader) {
		if name = by.withoutWe(strings.TrimSpace(name)); by.isName(name) {
			all = append(all, said{name: name, weak: weak, place: place})
		}
	}
	inWord := false
	for i, c := range low {
		if (!inWord || isWide(c)) && of.begins.has(low[i:]) {
			if q := of.employerBefore.at(low[i:]); q != nil {
				name, rest := employers.after(s[i+len(q.text):])
				next, _ := nextWord(strings.TrimLeft(rest, " "))
				add(name, q.weak || unitWords[fold(strings.TrimRight(next, ".,;:!?)"))], false, employers)
			}
			if q := of.employerAfter.at(low[i:]); q != nil && i > 0 {
				name, place := employers.before(s[:i])
				add(name, q.weak, false, employers)
				add(place, false, true, places)
			}
			if q := of.placeAfter.at(low[i:]); q != nil && i > 0 && !isWide(c) {
				add(places.tail(lastClause(s[:i])), q.weak || !of.postposes, true, places)
			}
			if q := of.placeBefore.at(low[i:]); q != nil {
				const long = 9 // bytes of three signs
				add(places.place(s[i+len(q.text):], of, len(q.text) >= long), q.weak, true, places)
				if n := len(all); n > 0 && all[n-1].place {
					all[n-1].follows = r.followsName(low[:i], all[:n-1])
				}
			}
		}
		inWord = letters.IsLetter(c) || letters.IsDigit(c)
	}
	return all
}

// followsName reports whether a text ends with the posting's title, a bracket or the name of an employer in it.
func (r *reader) followsName(low string, names []said) bool {
	low = strings.TrimRight(low, " ,")
	title, _ := r.title.best()
	if len(title.key) > 3 && strings.HasSuffix(low, title.key) || strings.HasSuffix(low, ")") {
		return true
	}
	return slices.ContainsFunc(names, func(n said) bool { return !n.place && strings.HasSuffix(low, lower(n.name)) })
}
