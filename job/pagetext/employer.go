package pagetext

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gannet/job"
)

// chooseEmployer adds the names that are likely the employer's to the guesses.
func (r *reader) chooseEmployer(t *tally, of *sayings) {
	title, _ := r.title.best()
	for i := range t.all {
		n := &t.all[i]
		if !r.mayEmploy(n, title.key) {
			n.sentences = 0
			continue
		}
		if surelyForm(n.value) {
			n.signs |= signForm
		} else if r.hasBody(n.value) {
			n.signs |= signKind
		}
		if r.isElsewhere(n) {
			n.signs |= signSite
		}
		if r.isOurs(n, of) {
			n.signs |= signOurs
		}
	}
	t.all = slices.DeleteFunc(t.all, func(n named) bool { return n.sentences == 0 })
	if r.observe != nil {
		r.observe(t)
	}
	sure := r.employers.rate(t)
	if len(of.placeHeads) == 0 {
		t.preferLonger()
	}
	r.saidEmployers = saidNames{t.all, sure, t.sentence}
	titled := slices.ContainsFunc(r.company, func(g guess) bool { return g.evidence&(byHeading|byTitle) != 0 && g.doubt <= .5 })
	for i := range t.all[:min(len(t.all), 3)] {
		n := &t.all[i]
		most := mostSaid
		switch {
		case titled:
			most = mostUntitled
		case n.signs&(signPhrase|signWe|signSite) == 0:
			most = mostShaped
		}
		if sure[i] >= leastNamed || sure[i] >= leastSeen && n.signs&signSite != 0 {
			r.company.addValue(n.value, min(max(sure[i], leastSure), most), byProse, n.line)
		}
	}
	r.unnamed = len(sure) > 0 && sure[0] > likelyNamed
	if r.unnamed {
		r.doubtUnsaid(t, sure)
	}
}

// A name is used if it is likelier than not. If the page also has it outside its sentences, leastSeen is enough. If the best name reaches
// likelyNamed, the site's name and the texts near the heading become less likely.
const (
	leastNamed  = .5
	leastSeen   = .2
	likelyNamed = .25
)

// doubtUnsaid lowers the probability of a text whose only evidence is that it stands near the heading, because roles, wards and towns stand there as
// well. It does so if no sentence names the text, or if another name is much likelier the employer's.
func (r *reader) doubtUnsaid(t *tally, sure []float64) {
	const muchLikelier = 4
	r.company.refute(.5, func(g *guess) bool {
		if g.evidence != byPosition || hasLegalForm(g.value) || r.site.isNamed(g.value) {
			return false
		}
		for i := range t.all {
			if muchLikelier*sure[i] >= sure[0] && (strings.Contains(t.all[i].key, g.key) || strings.Contains(g.key, t.all[i].key)) {
				return false
			}
		}
		return true
	})
}

// preferLonger replaces the best name by a longer one that contains it and that a phrase also names: "East London" by "University of East London".
func (t *tally) preferLonger() {
	for i := range t.all[:min(len(t.all), 4)] {
		best, n := &t.all[0], &t.all[i]
		if i > 0 && (n.signs&(signPhrase|signWe) != 0 && n.isLonger(best) || n.isWhole(best)) {
			t.all[0], t.all[i] = t.all[i], t.all[0]
			return
		}
	}
}

// isWhole reports whether a name consists of the best name and more words, one of which is a legal form or a word typical of employers, while the
// best name has neither: "Acme Healthcare" and "Acme".
func (n *named) isWhole(best *named) bool {
	const least, kinds = 2, signForm | signKind // by how many log-odds its score may be lower
	return n.signs&kinds != 0 && best.signs&kinds == 0 && strings.HasPrefix(n.key, best.key+" ") && n.score > best.score-least
}

// isLonger reports whether a name begins or ends with the best name and is nearly as likely. A name that goes on with "'s" or " - " may be less
// likely, since the shorter name is then only a piece of it.
func (n *named) isLonger(best *named) bool {
	const least = .7 // by how many log-odds its score may be lower
	rest, begins := strings.CutPrefix(n.key, best.key)
	switch {
	case begins && (strings.HasPrefix(rest, "'s ") || strings.HasPrefix(rest, "’s ") || strings.HasPrefix(rest, " - ")):
		return true
	case begins && strings.HasPrefix(rest, " "), strings.HasSuffix(n.key, " "+best.key):
		return n.score > best.score-least
	}
	return false
}

// leastText is how many bytes of description should name the employer somewhere.
const leastText = 200

// doubtSite lowers the probability of the site's name if sentences name another employer, or if neither a description of some length nor the footer
// names the site: boards do not write the texts that they show. The name of an employer's site keeps its probability if the page has no other likely
// name.
func (r *reader) doubtSite() {
	owns := false // the page's footer says so
	for owner := range r.owners {
		owns = owns || r.site.isNamed(owner)
	}
	if r.site.ofEmployer && !r.hasRival() || !r.unnamed && (owns || len(r.posting.Description) < leastText) {
		return
	}
	text := sync.OnceValue(func() string { return squeeze(r.posting.Description) })
	r.company.refute(.3, func(g *guess) bool {
		return g.evidence&byLabel == 0 && r.site.isNamed(g.value) && !r.owners[g.key] && !strings.Contains(text(), squeeze(g.value))
	})
}

// hasRival reports whether a name other than the site's is about as likely to be the employer's.
func (r *reader) hasRival() bool {
	const likely = .45
	return slices.ContainsFunc(r.company, func(g guess) bool { return 1-g.doubt >= likely && !r.site.isNamed(g.value) })
}

// surelyForm is hasLegalForm for names in running text, where more is required: the words at the name's ends must consist of letters, or the name
// must be a word in capitals and a quotation: ООО «Основа».
func surelyForm(s string) bool {
	fields := strings.Fields(s)
	if len(fields) < 2 {
		return hasLegalForm(s)
	}
	first, last := fields[0], fields[len(fields)-1]
	if open, _ := utf8.DecodeRuneInString(fields[1]); closingQuote(open) != 0 && utf8.RuneCountInString(first) <= 6 && first == strings.ToUpper(first) && hasLetter(first) && !hasDigit(first) {
		return true
	}
	plain := func(w string) bool {
		return len(w) > 1 && strings.IndexFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && c != '.' }) < 0
	}
	return (inSentences().forms.atEnd(fields) > 0 || plain(first) && plain(last)) && hasLegalForm(s)
}

// The highest probabilities of an employer that only sentences name.
const (
	mostSaid     = .8
	mostShaped   = .6 // without a phrase beside it
	mostUntitled = .5 // if the page's title or heading names one
)

// mayEmploy reports whether a name can be an employer's. Others that sentences name, such as the posting's title or a button, cannot.
func (r *reader) mayEmploy(n *named, title string) bool {
	switch {
	case inSentences().forms.known[n.key], len(n.value) < 3 || !hasLetter(n.value) || !fits(n.value, 90, 12) && !hasLegalForm(n.value) && !(isShouted(n.value) && fits(n.value, 200, 24)):
		return false
	case n.key == title, r.isBodies(n.value), isAdverb(n.value), r.v.isControl(n.value), r.v.noise[n.key], r.v.remote[n.key], saysHours(n.value), strings.Contains(title, strings.TrimRight(n.key, ".)")):
		return false
	case n.signs&(signPhrase|signWe) == 0 && r.isPlaced(n):
		return false
	case r.v.announces(n.key) && n.signs&(signPhrase|signWe) == 0 && !hasLegalForm(n.value), (r.site.isNamed(n.value) || strings.HasSuffix(fold(r.site.shown), " "+n.key)) && !hasLegalForm(n.value), job.CountryCode(n.value) != "":
		return false
	}
	return true
}

// isPlaced reports whether a name stands where the place does, and is a known town or on the page of an employer's site.
func (r *reader) isPlaced(n *named) bool {
	beside := slices.ContainsFunc(r.location, func(g guess) bool { return g.key == n.key && g.evidence&(byLabel|byTitle|byPosition) != 0 })
	return beside && (r.titledBySite || job.IsKnownPlace(n.value))
}

// isBodies reports whether all words of a text are ones that names of employers contain beside a proper name: "Trust", "The Teaching Hospital".
func (r *reader) isBodies(s string) bool {
	for w := range strings.FieldsSeq(s) {
		if f := fold(w); !r.v.bodies[f] && f != "the" {
			return false
		}
	}
	return true
}

// hasBody reports whether a text has a word that is typical of employers' names.
func (r *reader) hasBody(s string) bool {
	if first, _ := utf8.DecodeRuneInString(s); first >= 0x2e80 {
		return looksEmployer(r.v, s)
	}
	for w := range strings.FieldsSeq(s) {
		if r.v.bodies[fold(w)] {
			return true
		}
	}
	return false
}

// isAdverb reports whether a text is one word that ends like an adverb.
func isAdverb(s string) bool {
	if strings.Contains(s, " ") {
		return false
	}
	for _, end := range []string{"ly", "mente", "ment", "weise", "lich"} {
		if strings.HasSuffix(s, end) && len(s) > len(end)+3 {
			return true
		}
	}
	return false
}

// isOurs reports whether the description has a word such as "our" before every mention of a name, as before the name of a department, or an article
// before an abbreviation.
func (r *reader) isOurs(n *named, of *sayings) bool {
	found := false
	for i := max(0, n.line); i < min(len(r.outline.lines), r.to+8); i++ {
		text := r.outline.lines[i].text
		for at := 0; ; {
			k := strings.Index(text[at:], n.value)
			if k < 0 {
				break
			}
			before := strings.TrimRight(text[:at+k], " ")
			word := fold(before[strings.LastIndexByte(before, ' ')+1:])
			if !of.ours[word] && !(articles[word] && isShouted(n.value) && len(n.value) <= abbreviation) {
				return false
			}
			found, at = true, at+k+len(n.value)
		}
	}
	return found
}

// abbreviation is the number of letters up to which a word in capitals behind an article is hardly an employer's name: "the NHS".
const abbreviation = 4

// articles are the definite ones.
var articles = set([]string{"the", "der", "die", "das", "den", "dem", "des", "le", "la", "les", "el", "los", "las", "il", "lo", "gli", "o", "os", "as", "de", "het"})

// isElsewhere reports whether the page has a name outside its sentences: in titles, the footer, a mail address or a link.
func (r *reader) isElsewhere(n *named) bool {
	if r.owners[n.key] || strings.Contains(r.outline.titleKey, n.key) {
		return true
	}
	return slices.ContainsFunc(r.outline.mails, func(c contact) bool {
		_, domain, ok := strings.Cut(c.value, "@")
		name := squeeze(n.value)
		return ok && len(name) >= 5 && strings.HasPrefix(squeeze(domain), name)
	})
}
