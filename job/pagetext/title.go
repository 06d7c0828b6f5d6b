package pagetext

import (
	"strings"

	"gannet/job"
)

// How likely texts of the page are the posting's title before others agree.
const (
	sureHeading    = .55 // the first h1
	sureNextH1     = .35
	sureSubheading = .2
	sureTitle      = .35 // what is left of the title element
)

// readTitle notes what headings and titles say the posting is called, and what else the titles say.
func (r *reader) readTitle() {
	r.readHeadings()
	titles := []string{r.outline.title, r.outline.meta["og:title"], r.outline.meta["twitter:title"]}
	for i, t := range titles {
		if t == "" || i > 0 && t == titles[0] {
			continue
		}
		r.readTitleText(t)
	}
	r.title.refute(.3, func(c *candidate) bool { return r.generic(c.value) })
	if best, ok := r.title.best(); ok {
		r.posting.Title = best.value // for what is read next; settle decides
	}
}

func (r *reader) readHeadings() {
	o := r.outline
	first, under := true, 0
	for i := range o.lines {
		l := &o.lines[i]
		if l.level == 0 || r.labelled[i] || !fits(l.text, 160, 20) {
			continue
		}
		inTitle := r.inTitles(l.text)
		switch {
		case o.off(l) && !inTitle:
			continue
		case l.level == 1 && first:
			first = false
			r.title.add(l.text, sureHeading, false, i)
		case l.level == 1:
			r.title.add(l.text, sureNextH1, false, i)
		case under < 4 || inTitle:
			under++
			r.title.add(l.text, sureSubheading, false, i)
		}
		if inTitle && !r.site.is(l.text) {
			r.title.add(l.text, .5, false, i)
		}
	}
}

// inTitles says whether the page's titles hold a text.
func (r *reader) inTitles(text string) bool {
	f := fold(text)
	return len(f) > 3 && (strings.Contains(fold(r.outline.title), f) || strings.Contains(fold(r.outline.meta["og:title"]), f))
}

// generic says whether a text is what any page of jobs is called, the site or a part of a description.
func (r *reader) generic(s string) bool {
	f := fold(s)
	return r.v.noise[f] || r.v.buttons[f] || r.site.is(s) || r.v.remote[f] || wordCount(s) <= 4 && r.v.heading(f) != None && !r.inTitles(s)
}

// separators part what a title says. A sign without spaces around it belongs to a name.
var separators = []string{" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " › ", " ‹ ", " « ", " // ", "｜", " / ", " > ", "_"}

// parts cuts a title at its separators and leaves out the site's name and what only says that it is a job.
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
	parts := r.parts(title)
	if len(parts) > 1 {
		kept := parts[:0:0]
		for i, p := range parts {
			if i > 0 && r.site.is(p) {
				r.company.add(p, .3, false, -1)
				continue
			}
			kept = append(kept, p)
		}
		parts = kept
	}
	heading, _ := r.title.best()
	at := -1
	for i, p := range parts {
		if heading.key != "" && heading.doubt < .6 && strings.Contains(fold(p), heading.key) {
			at = i
			break
		}
	}
	if at < 0 {
		if at = r.readUnknown(parts); at < 0 {
			return
		}
	} else {
		r.readAround(parts[at], heading.value)
	}
	rest := append(parts[:at:at], parts[at+1:]...)
	r.readRest(rest)
}

// readUnknown takes the title out of parts of which none is a heading of the page, and says which it was.
func (r *reader) readUnknown(parts []string) int {
	for i, p := range parts {
		if i < len(parts)-1 && (hasLegalForm(p) || looksPlace(r.v, p)) {
			continue
		}
		company, name := r.cutHiring(p)
		r.company.add(company, .6, false, -1)
		name, company = r.cutAt(name)
		r.company.add(company, .55, false, -1)
		if fits(name, 150, 18) {
			r.title.add(r.clean(name), sureTitle, false, -1)
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

// clean takes "Job" and the like off the end of a title.
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

// readAround reads what stands around the known heading in its part of a title: "HEADING at COMPANY in PLACE".
func (r *reader) readAround(part, heading string) {
	i := strings.Index(strings.ToLower(part), strings.ToLower(heading))
	if i < 0 || i+len(heading) > len(part) {
		return
	}
	before, after := part[:i], part[i+len(heading):]
	for _, verb := range r.v.hiring {
		if company, ok := strings.CutSuffix(before, verb); ok {
			r.company.add(company, .65, false, -1)
			before = ""
		}
	}
	if company, ok := strings.CutSuffix(strings.TrimSpace(before), ":"); ok && fits(company, 60, 6) {
		r.company.add(company, .55, false, -1)
	}
	after = strings.TrimPrefix(strings.TrimPrefix(after, " Job"), " job")
	for _, word := range r.v.at {
		if rest, ok := strings.CutPrefix(after, word); ok {
			company, place := r.cutIn(rest)
			r.company.add(company, .65, false, -1)
			r.place.add(place, .55, false, -1)
			return
		}
	}
	for _, word := range r.v.within {
		if rest, ok := strings.CutPrefix(after, word); ok {
			place, company := r.cutAt(rest)
			r.company.add(company, .65, false, -1)
			if fits(place, 80, 8) || hasDigit(place) {
				r.place.add(place, .55, false, -1)
			}
			return
		}
	}
	if rest, ok := strings.CutPrefix(after, ", "); ok && fits(rest, 80, 8) {
		r.readRest(strings.SplitN(rest, ", ", 2))
	}
}

// cutIn reads "COMPANY in PLACE".
func (r *reader) cutIn(s string) (company, place string) {
	for _, word := range r.v.within[:1] {
		if i := strings.LastIndex(s, word); i > 0 {
			return s[:i], s[i+len(word):]
		}
	}
	return s, ""
}

// readRest reads the parts of a title beside the posting's name: the first that looks like a place is one, and the
// first of the others the company.
func (r *reader) readRest(parts []string) {
	company := .5
	for _, p := range parts {
		switch {
		case !fits(p, 80, 9), len(job.ParseEmployment(p)) > 0 && wordCount(p) < 4:
		case looksPlace(r.v, p):
			r.place.add(p, .5, false, -1)
		case hasLegalForm(p):
			r.company.add(p, .65, false, -1)
		case r.v.buttons[fold(p)], hasDigit(p) && digits(p) > 3:
		default:
			r.company.add(p, company, false, -1)
			if company < .5 {
				r.place.add(p, .3, false, -1)
			}
			company = .25
		}
	}
}
