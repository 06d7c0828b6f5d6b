package pagetext

import (
	"slices"
	"strings"

	"gannet/job"

	"gannet/internal/letters"
)

// The probabilities of the posting's title for each kind of text that may be it.
const (
	sureHeading    = .55 // the first h1
	sureNextH1     = .35
	sureSubheading = .2
	sureInTitle    = .55 // additional evidence for a heading that the title element has, too
	sureTitle      = .35 // a part of the title element
)

// readTitle adds the posting's title from headings and titles, and company and location from titles.
func (r *reader) readTitle() {
	r.readHeadings()
	if !slices.ContainsFunc(r.title, func(c guess) bool { return c.evidence&(byBoth|byLabel) != 0 }) {
		r.readTitledLines()
	}
	titles := []string{r.outline.title, r.outline.meta["og:title"], r.outline.meta["twitter:title"]}
	for i, t := range titles {
		if t == "" || i > 0 && t == titles[0] {
			continue
		}
		r.readTitleText(t)
	}
	r.title.refute(.3, func(c *guess) bool { return r.generic(c.value) })
	if best, ok := r.title.best(); ok {
		r.posting.Title = best.value // for the next steps; chooseValues decides
	}
}

// readHeadings adds the headings as possible titles. If the title element repeats one of them, the others become less likely, because the first
// heading of many sites is a slogan. On a part of a page, which has neither a title nor a heading of level 1, the first heading of any
// level is the main one.
func (r *reader) readHeadings() {
	o := r.outline
	first, subheadings := true, 0
	defer func() {
		if slices.ContainsFunc(r.title, func(c guess) bool { return c.evidence&byBoth != 0 }) {
			r.title.refute(.75, func(c *guess) bool { return c.evidence&byHeading != 0 && c.evidence&byBoth == 0 })
		}
	}()
	hasMain := r.outline.title != "" || slices.ContainsFunc(o.lines, func(l line) bool { return l.level == 1 && !o.isOutside(&l) })
	for i := range o.lines {
		l := &o.lines[i]
		if l.level == 0 || r.labelled[i] || !fits(l.text, 160, 20) {
			continue
		}
		inTitle := r.inTitles(l.text)
		switch {
		case o.isOutside(l) && !inTitle:
			continue
		case first && (l.level == 1 || !hasMain):
			first = false
			r.title.addValue(l.text, sureHeading, byHeading, i)
			if _, company := r.cutAt(l.text); capital(company) && fits(company, 80, 9) {
				r.company.addValue(company, .6, byHeading, i)
			}
		case l.level == 1:
			r.title.addValue(l.text, sureNextH1, byHeading, i)
		case subheadings < 4 || inTitle:
			subheadings++
			r.title.addValue(l.text, sureSubheading, byHeading, i)
		}
		if inTitle && !r.site.isNamed(l.text) {
			r.title.addValue(l.text, sureInTitle-.05*float64(l.level), byBoth, i)
		}
	}
}

// readTitledLines adds lines that are not headings but parts of the title element. It serves pages whose headings give no title.
func (r *reader) readTitledLines() {
	const first = 60
	parts := map[string]bool{}
	for _, part := range r.parts(strings.ReplaceAll(r.outline.title, ": ", " | ")) {
		parts[fold(part)] = true
	}
	parts[fold(r.outline.title)] = true
	if _, rest, ok := strings.Cut(r.outline.title, ": "); ok {
		parts[fold(rest)] = true
	}
	for i := range r.outline.lines[:min(len(r.outline.lines), first)] {
		l := &r.outline.lines[i]
		if r.outline.isOutside(l) || r.labelled[i] || l.level > 0 || !parts[fold(tidy(l.text))] || r.site.isNamed(l.text) || !fits(l.text, 160, 20) {
			continue
		}
		sure := sureSubheading
		if l.strong {
			sure = sureNextH1
		}
		r.title.addValue(l.text, sure, byHeading, i)
		r.title.addValue(l.text, sureInTitle-.1, byBoth, i)
	}
}

// inTitles reports whether one of the page's titles contains a text.
func (r *reader) inTitles(text string) bool {
	f := fold(text)
	return len(f) > 3 && (strings.Contains(r.outline.titleKey, f) || strings.Contains(r.outline.ogTitleKey, f))
}

// generic reports whether a text says nothing of one posting: any page of jobs may have it as its title, or it is the site's name or a part of a
// description.
func (r *reader) generic(s string) bool {
	f := fold(s)
	return r.v.noise[f] || r.v.controls[f] || r.site.isNamed(s) || r.v.remote[f] || wordCount(s) <= 4 && r.v.announces(f) && !r.inTitles(s)
}

// IsSection reports whether a title is that of a site's whole section of jobs, such as "Careers", and not that of a posting.
func IsSection(title string) bool { return known().noise[fold(title)] }

// separators stand between the parts of a title. A sign without spaces around it is part of a name instead.
var separators = []string{" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " › ", " ‹ ", " « ", " // ", "｜", " / ", " > ", "_"}

// parts cuts a title at its separators. It omits words such as "Jobs".
func (r *reader) parts(title string) []string {
	for _, s := range separators {
		title = strings.ReplaceAll(title, s, "\n")
	}
	var parts []string
	for p := range strings.SplitSeq(title, "\n") {
		if p = tidy(p); p == "" || r.v.noise[fold(p)] {
			continue
		}
		parts = append(parts, p)
	}
	return parts
}

// readTitleText reads a title such as "Baker in Lyon - Boulangerie Ex | jobs.example".
func (r *reader) readTitleText(title string) {
	if heading := r.headingIn(title); heading != "" {
		r.readAround(title, heading)
		return
	}
	parts := r.parts(title)
	if at := r.readUnknown(parts); at >= 0 {
		r.readRest(append(parts[:at:at], parts[at+1:]...))
	}
}

// headingIn returns the likeliest heading that a title contains, or "".
func (r *reader) headingIn(title string) string {
	folded, best := letters.Lower(title), -1
	for i := range r.title {
		c := &r.title[i]
		if c.line >= 0 && c.doubt < .6 && strings.Contains(folded, letters.Lower(c.value)) && !r.generic(c.value) &&
			(best < 0 || c.doubt < r.title[best].doubt) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return r.title[best].value
}

// readUnknown chooses the posting's title among the parts of a title element when no heading of the page is among them. It returns the part's index.
func (r *reader) readUnknown(parts []string) int {
	for i, p := range parts {
		if i < len(parts)-1 && (hasLegalForm(p) || looksLocation(r.v, p)) {
			continue
		}
		company, name := r.cutHiring(p)
		r.company.addValue(company, .6, byTitle, -1)
		name, company = r.cutAt(name)
		r.company.addValue(company, .55, byTitle, -1)
		if fits(name, 150, 18) {
			r.title.addValue(r.clean(name), sureTitle, byTitle, -1)
		}
		return i
	}
	return -1
}

// cutHiring reads "COMPANY is hiring TITLE".
func (r *reader) cutHiring(s string) (company, title string) {
	for _, verb := range r.v.hiring {
		if i := strings.Index(s, verb); i > 0 {
			rest := s[i+len(verb):]
			for _, article := range []string{"a ", "an ", "un ", "une ", "eine ", "einen ", "een "} {
				rest = strings.TrimPrefix(rest, article)
			}
			return s[:i], rest
		}
	}
	return "", s
}

// cutAt reads "TITLE at COMPANY".
func (r *reader) cutAt(s string) (title, company string) {
	for _, word := range r.v.at {
		if i := strings.LastIndex(s, word); i > 0 {
			return s[:i], s[i+len(word):]
		}
	}
	return s, ""
}

// clean removes "Job" and the like from the end of a title.
func (r *reader) clean(s string) string {
	for {
		i := strings.LastIndexByte(s, ' ')
		if i < 0 {
			return s
		}
		switch fold(s[i:]) {
		case "job", "jobs", "vacancy", "careers":
			s = tidy(s[:i])
		default:
			return s
		}
	}
}

// readAround reads the text around the known heading in a title: "HEADING at COMPANY in PLACE | SITE".
func (r *reader) readAround(title, heading string) {
	i := strings.Index(letters.Lower(title), letters.Lower(heading))
	if i < 0 || i+len(heading) > len(title) {
		return
	}
	before, after := title[:i], title[i+len(heading):]
	if r.isEmployer(before, after) {
		r.company.addValue(heading, .6, byTitle, -1)
		r.title.refute(.3, func(c *guess) bool { return c.key == fold(heading) })
		return
	}
	for _, verb := range r.v.hiring {
		if company, ok := strings.CutSuffix(before, verb); ok {
			r.company.addValue(company, .65, byTitle, -1)
			before = ""
		}
	}
	after = strings.TrimPrefix(strings.TrimPrefix(after, " Job"), " job")
	next, rest := firstPart(after)
	if r.readNext(next) {
		after = rest
	}
	r.readRest(append(r.parts(after), r.parts(before)...))
}

// isEmployer reports whether the text around a heading in a title shows that the heading is the company: "TITLE at HEADING".
func (r *reader) isEmployer(before, after string) bool {
	for _, word := range r.v.at {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	for _, verb := range r.v.hiring {
		if strings.HasPrefix(after, verb) {
			return true
		}
	}
	return false
}

// firstPart returns the texts before and after the first separator.
func firstPart(s string) (first, rest string) {
	end, next := len(s), len(s)
	for _, sep := range separators {
		if i := strings.Index(s, sep); i >= 0 && i < end {
			end, next = i, i+len(sep)
		}
	}
	return s[:end], s[next:]
}

// readNext reads the text that follows the posting's title without a separator.
func (r *reader) readNext(s string) bool {
	for _, word := range r.v.at {
		if rest, ok := strings.CutPrefix(s, word); ok {
			company, location := r.cutIn(rest)
			r.company.addValue(company, .65, byTitle, -1)
			r.location.addValue(location, .55, byTitle, -1)
			return true
		}
	}
	for _, word := range r.v.within {
		if rest, ok := strings.CutPrefix(s, word); ok {
			location, company := r.cutAt(rest)
			r.company.addValue(company, .65, byTitle, -1)
			if fits(location, 80, 8) || hasDigit(location) {
				r.location.addValue(location, .55, byTitle, -1)
			}
			return true
		}
	}
	if rest, ok := strings.CutPrefix(s, ", "); ok && fits(rest, 80, 8) {
		r.titleTails = append(r.titleTails, rest)
		r.readRest(strings.SplitN(rest, ", ", 2))
		return true
	}
	return false
}

// cutIn reads "COMPANY in PLACE".
func (r *reader) cutIn(s string) (company, location string) {
	for _, word := range r.v.within[:1] {
		if i := strings.LastIndex(s, word); i > 0 {
			return s[:i], s[i+len(word):]
		}
	}
	return s, ""
}

// readRest reads the remaining parts of a title. A part that looks like a location becomes the location, and the first of the others the company. On
// an employer's site, that first part may as well be the place.
func (r *reader) readRest(parts []string) {
	company, place := .5, 0.
	if r.titledBySite && !slices.ContainsFunc(parts, func(p string) bool { return looksLocation(r.v, p) || job.IsKnownPlace(p) }) {
		company, place = .35, .35
	}
	for _, p := range parts {
		switch {
		case !fits(p, 80, 9):
		case r.site.isNamed(p):
			r.company.addValue(p, r.siteSure(.3), byTitle, -1)
		case looksLocation(r.v, p), job.IsKnownPlace(p):
			r.location.addValue(p, .5, byTitle, -1)
		case looksEmployer(r.v, p):
			r.company.addValue(p, .65, byTitle, -1)
		case r.v.controls[fold(p)], hasDigit(p) && digits(p) > 3:
		default:
			r.company.addValue(p, company, byTitle, -1)
			if place > 0 {
				r.location.addValue(p, place, byTitle, -1)
			}
			company, place = .25, .3
		}
	}
}

// siteSure returns the probability that the site's name is the employer's. It is the argument, but at least sureSite for an employer's site.
func (r *reader) siteSure(any float64) float64 {
	if r.site.ofEmployer {
		return max(any, sureSite)
	}
	return any
}

// sureSite is the probability that the name of a site is the employer's if it has no word of job boards. It holds for one kind of evidence.
const sureSite = .45
