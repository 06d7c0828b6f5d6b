package pagetext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/job"
)

// The probabilities that names in sentences are the employer's and the place, and bounds of the text that is read.
const (
	sureSaid     = .72 // beside a phrase
	sureHinted   = .62 // beside a word that stands beside much else, in a sentence that seeks someone
	saidBytes    = 4000
	lastSaid     = 12 // lines
	edgeLines    = 4
	saidSentence = 500
)

// said is a name that a sentence says.
type said struct {
	name  string
	weak  bool
	place bool
}

// readSentences finds the employer and the place in the sentences from the posting's title to the end of its description.
func (r *reader) readSentences() {
	v := inSentences()
	of := v.of[cmp.Or(r.lang, "en")]
	if of == nil {
		return
	}
	r.companySaid, r.placeSaid = r.saidElsewhere(r.company, true), r.saidElsewhere(r.location, false)
	if r.companySaid && r.placeSaid {
		return
	}
	lines := r.saidLines()
	for k, i := range lines {
		atEdge := k < edgeLines || k >= len(lines)-edgeLines
		for s := range sentences(r.outline.lines[i].text) {
			r.readSentence(of, v.forms, clip(s, saidSentence), i, atEdge)
		}
	}
	r.company.refute(.3, func(c *guess) bool {
		return c.evidence == byProse && !hasLegalForm(c.value) && slices.ContainsFunc(r.location, func(at guess) bool { return at.key == c.key })
	})
}

// saidLines returns the lines of sentences, from the posting's title to the end of the description. Of a long description they are
// the first and the last ones.
func (r *reader) saidLines() (all []int) {
	title, _ := r.title.best()
	end := min(len(r.outline.lines), r.to+8)
	left := saidBytes
	i := max(0, title.line)
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

// readSentence adds the names that a sentence says. Places in the middle of the text count only in sentences that seek someone.
func (r *reader) readSentence(of *sayings, forms []string, s string, line int, atEdge bool) {
	title, _ := r.title.best()
	low := lower(s)
	all := r.namesIn(of, forms, s, low)
	seeks := len(title.key) > 3 && strings.Contains(low, title.key)
	for _, n := range all {
		seeks = seeks || !n.place && !n.weak
	}
	for _, n := range all {
		sure := sureSaid
		if n.weak {
			sure = sureHinted
		}
		switch key := fold(tidy(n.name)); {
		case n.weak && !seeks && !hasLegalForm(n.name), key == title.key, r.v.isControl(n.name), r.v.noise[key], r.v.remote[key], saysHours(n.name), strings.Contains(title.key, key) && key != "":
		case n.place && (seeks || atEdge):
			r.sayPlace(n, sure, line)
		case n.place:
		case r.v.announces(key) && !hasLegalForm(n.name), n.weak && !looksEmployer(r.v, n.name), len(n.name) < 3:
		default:
			r.sayCompany(n, sure, line)
		}
	}
}

// sayCompany adds an employer, unless the page says one outside its description.
func (r *reader) sayCompany(n said, sure float64, line int) {
	if r.companySaid {
		return
	}
	if fits(n.name, 90, 12) && !r.site.isNamed(n.name) || hasLegalForm(n.name) {
		r.company.addValue(n.name, sure, byProse, line)
	}
}

// sayPlace adds a place unless it looks like an employer, or the page says one outside its description.
func (r *reader) sayPlace(n said, sure float64, line int) {
	if r.placeSaid || hasLegalForm(n.name) || !fits(n.name, 60, 6) {
		return
	}
	if best, ok := r.company.best(); ok && best.key == fold(n.name) {
		return
	}
	r.location.addValue(withoutTownWord(n.name), sure, byProse, line)
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

// saidElsewhere reports whether a field has a likely value from outside the description. The name of a site that owns no page is
// none, since it may be a board.
func (r *reader) saidElsewhere(field guesses, company bool) bool {
	likely, header := .7, 0 // the most doubt; lines below the title
	if !company {
		likely, header = .7, 3
	}
	title, _ := r.title.best()
	for i := range field {
		g := &field[i]
		inside := g.line >= r.from && g.line < r.to && g.line > title.line+header && g.evidence&(byLabel|byName) == 0
		if g.doubt > likely || g.evidence&^(byProse|bySite) == 0 || inside {
			continue
		}
		if !company || !r.site.isNamed(g.value) || r.owners[g.key] {
			return true
		}
	}
	return false
}

// namesIn returns the names beside the phrases of a sentence, which low is in lower case.
func (r *reader) namesIn(of *sayings, forms []string, s, low string) (all []said) {
	employers := &nameReader{of, of.employerJoins, forms, false}
	places := &nameReader{of, of.placeJoins, nil, true}
	add := func(name string, weak, place bool, by *nameReader) {
		if name = strings.TrimSpace(name); by.isName(name) {
			all = append(all, said{name, weak, place})
		}
	}
	inWord := false
	for i, c := range low {
		if (!inWord || isWide(c)) && of.begins.has(low[i:]) {
			if q := of.employerBefore.at(low[i:]); q != nil {
				name, _ := employers.after(s[i+len(q.text):])
				add(name, q.weak, false, employers)
			}
			if q := of.employerAfter.at(low[i:]); q != nil && i > 0 {
				name, place := employers.before(s[:i])
				add(name, q.weak, false, employers)
				add(place, false, true, places)
			}
			if q := of.placeBefore.at(low[i:]); q != nil {
				const long = 9 // bytes of three signs
				if !q.weak || r.followsName(low[:i], all) {
					add(places.place(s[i+len(q.text):], of, len(q.text) >= long), q.weak, true, places)
				}
			}
		}
		inWord = unicode.IsLetter(c) || unicode.IsDigit(c)
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

// place reads a place at the beginning of s: a town, and after a comma its state or country.
func (n *nameReader) place(s string, of *sayings, sure bool) string {
	name, rest := n.after(s)
	if first, _ := utf8.DecodeRuneInString(name); isWide(first) {
		return widePlace(name, rest, of, sure)
	}
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 4 || hasDigit(name) || isAcronym(words[0]) && job.CountryOf(name) == "" {
		return ""
	}
	if tail, ok := strings.CutPrefix(rest, ", "); ok {
		region, _ := n.after(tail)
		if end := strings.IndexAny(region, ",."); end >= 0 {
			region = region[:end]
		}
		if region != "" && (job.CountryOf(region) != "" || isAcronym(region)) {
			return name + ", " + region
		}
	}
	return name
}

// isAcronym reports whether a word has two or three letters, all of them capitals.
func isAcronym(s string) bool {
	return len(s) >= 2 && len(s) <= 3 && s == strings.ToUpper(s) && hasLetter(s)
}

// widePlace cuts a place in Chinese or Japanese before what follows it, such as 工作. If the phrase before it is not sure, the place
// must have something of the kind behind it, or end like a place.
func widePlace(name, rest string, of *sayings, sure bool) string {
	low := lower(name + rest)
	cut := false
	for i := range low {
		if i > 0 && i <= len(name) && of.placeAfter.at(low[i:]) != nil && !strings.HasPrefix(low[i:], "市") {
			name, cut = name[:i], true
			break
		}
	}
	if utf8.RuneCountInString(name) > 12 || !cut && !sure && !fullPlace(name) {
		return ""
	}
	return name
}
