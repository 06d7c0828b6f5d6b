package pagetext

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"gannet/job"

	"gannet/internal/letters"
)

// chooseEmployer rates the names of sentences, and adds the likeliest to the guesses.
func (r *reader) chooseEmployer(t *tally) {
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
	}
	t.all = slices.DeleteFunc(t.all, func(n named) bool { return n.sentences == 0 })
	if r.observe != nil {
		r.observe(t)
	}
	sure := r.employers.rate(t)
	r.saidEmployers = saidNames{t.all, sure, t.sentence}
	if len(sure) > 0 {
		if sure[0] >= leastNamed {
			r.company.addValue(t.all[0].value, min(sure[0], mostSaid), byProse, t.all[0].line)
		}
		r.unnamed = sure[0] > likelyNamed
	}
}

// Rules use a name of sentences if it is likelier than not, and are at most as sure of it as mostSaid. If the best name reaches likelyNamed, the site's
// name becomes less likely.
const (
	leastNamed  = .5
	mostSaid    = .8
	likelyNamed = .25
)

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
	if r.site.ofEmployer && !r.hasRival(r.company, "") || !r.unnamed && (owns || len(r.posting.Description) < leastText) {
		return
	}
	text := sync.OnceValue(func() string { return squeeze(r.posting.Description) })
	r.company.refute(.3, func(g *guess) bool {
		return g.evidence&byLabel == 0 && r.site.isNamed(g.value) && !r.owners[g.key] && !strings.Contains(text(), squeeze(g.value))
	})
}

// hasRival reports whether a value other than a name and the site's names is about as likely.
func (r *reader) hasRival(of guesses, name string) bool {
	const likely = .45
	return slices.ContainsFunc(of, func(g guess) bool { return 1-g.doubt >= likely && g.value != name && !r.site.isNamed(g.value) })
}

// surelyForm is hasLegalForm for names in running text, where more is required: the words at the name's ends must consist of letters, or the name
// must be a word in capitals and a quotation: ООО «Основа».
func surelyForm(s string) bool {
	if !job.MayHaveForm(s) {
		return false
	}
	fields := strings.Fields(s)
	if len(fields) < 2 {
		return hasLegalForm(s)
	}
	first, last := fields[0], fields[len(fields)-1]
	if open, _ := utf8.DecodeRuneInString(fields[1]); closingQuote(open) != 0 && utf8.RuneCountInString(first) <= 6 && first == strings.ToUpper(first) && hasLetter(first) && !hasDigit(first) {
		return true
	}
	plain := func(w string) bool {
		return len(w) > 1 && strings.IndexFunc(w, func(c rune) bool { return !letters.IsLetter(c) && c != '.' }) < 0
	}
	return (inSentences().forms.atEnd(fields) > 0 || plain(first) && plain(last)) && hasLegalForm(s)
}

// mayEmploy reports whether a name can be an employer's. Others that sentences name, such as the posting's title or a button, cannot.
func (r *reader) mayEmploy(n *named, title string) bool {
	first, more := nextWord(n.key)
	switch {
	case n.key == title, r.v.noise[n.key], r.v.remote[n.key], inSentences().forms.known[n.key], strings.Contains(title, strings.TrimRight(n.key, ".)")):
		return false
	case more > 0 && r.sayings().employerWords[first] && r.site.isNamed(n.key[len(first)+more:]): // "At Acme"
		return false
	case len(n.value) < 3 || !hasLetter(n.value) || !fits(n.value, 90, 12) && !hasLegalForm(n.value) && !(isShouted(n.value) && fits(n.value, 200, 24)):
		return false
	case r.isBodies(n.value), r.v.isControl(n.value), saysHours(n.value), job.CountryCode(n.value) != "":
		return false
	case r.v.announces(n.key) && n.signs&(signPhrase|signWe) == 0 && !hasLegalForm(n.value), (endsWithWords(r.site.shownKey, n.key) || r.site.isNamed(n.value)) && !hasLegalForm(n.value):
		return false
	}
	return true
}

// endsWithWords reports whether a text has a word and ends with the given words behind it.
func endsWithWords(text, words string) bool {
	before, ok := strings.CutSuffix(text, words)
	return ok && strings.HasSuffix(before, " ")
}

// isBodies reports whether all words of a text are ones that names of employers contain beside a proper name: "Trust", "The Teaching Hospital".
func (r *reader) isBodies(s string) bool {
	for w := range strings.FieldsSeq(s) {
		if !hasFolded(r.v.bodies, w) && fold(w) != "the" {
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
		if hasFolded(r.v.bodies, w) {
			return true
		}
	}
	return false
}

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
