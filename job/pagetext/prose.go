package pagetext

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/job"
)

// readProse looks for the guessed companies and locations in the description, which mostly names the company. It mostly does not name the site,
// unless the site is the employer's.
func (r *reader) readProse(from, to int) {
	text := r.posting.Description
	title, _ := r.title.best()
	r.company.refute(0, func(c *guess) bool {
		return c.key == title.key || r.v.noise[c.key] || r.v.remote[c.key] || r.v.controls[c.key] || saysHours(c.value) ||
			c.evidence&byLabel == 0 && r.v.announces(c.key) && wordCount(c.value) < 5 && !hasLegalForm(c.value)
	})
	r.from, r.to = from, to
	r.readOwners()
	r.readSentences()
	if r.site.shown != "" {
		r.company.addValue(r.site.shown, r.siteSure(.25), bySite, -1)
	}
	r.doubtTowns()
	r.doubtSite()
	r.company.support(.3, func(c *guess) bool {
		return len(c.value) >= 3 && c.evidence != byProse && strings.Count(text, c.value) > r.own(c)
	})
	company, _ := r.company.best()
	r.location.refute(0, func(c *guess) bool {
		return c.key == company.key && 1-company.doubt >= leastSure || c.key == title.key || saysHours(c.value)
	})
	r.location.refute(.6, func(c *guess) bool {
		return c.evidence&^(byTitle|byPosition) == 0 && strings.Contains(title.key, c.key) && !looksLocation(r.v, c.value)
	})
	r.location.support(.15, func(c *guess) bool {
		city, _, _ := strings.Cut(c.value, ",")
		return len(city) >= 3 && c.evidence != byProse && strings.Contains(text, city)
	})
}

// own returns how often the description contains a value at the place where the value was found. That is 1 if the place is a paragraph or a list item
// of the description, and else 0.
func (r *reader) own(c *guess) int {
	if c.line < r.from || c.line >= r.to {
		return 0
	}
	switch r.outline.lines[c.line].tag {
	case atom.P, atom.Li:
		return 1
	}
	return 0
}

// doubtTowns lowers the probability that a known town, or the place that a label names, is the company. Only a label, the name of an element, a sentence or the
// site's own name make a town a company. On the site of an employer the likeliest place of the page is no company either, if its text does not mention it.
func (r *reader) doubtTowns() {
	place, _ := r.location.best()
	r.company.refute(.15, func(c *guess) bool {
		if c.evidence&(byLabel|byName) != 0 || r.site.isNamed(c.value) || r.owners[c.key] {
			return false
		}
		labelled := slices.ContainsFunc(r.location, func(at guess) bool {
			return at.evidence&(byLabel|byName) != 0 && (at.key == c.key || strings.HasSuffix(at.key, " "+c.key))
		})
		alone := r.titledBySite && place.key == c.key && !strings.Contains(r.posting.Description, c.value)
		return labelled || alone || c.evidence&byProse == 0 && job.IsKnownPlace(c.value)
	})
}

// saysHours reports whether a text is only a type of employment.
func saysHours(s string) bool {
	return wordCount(s) <= 3 && len(job.ParseEmployment(s)) > 0 && !hasLegalForm(s)
}

// readOwners notes the owners that copyright signs outside the description name.
func (r *reader) readOwners() {
	r.owners = map[string]bool{}
	for i := range r.outline.lines {
		if l := &r.outline.lines[i]; i < r.from || i >= r.to {
			if name, ok := copyright(l.text); ok {
				r.owners[fold(tidy(name))] = true
			}
		}
	}
}

// copyright reads the owner from "© 2024 Acme Ltd. All rights reserved."
func copyright(s string) (owner string, ok bool) {
	i := strings.Index(s, "©")
	if i < 0 || len(s) > 200 {
		return "", false
	}
	rest := strings.TrimLeft(s[i+len("©"):], " 0123456789-–,by")
	rest, _, _ = strings.Cut(rest, ". ")
	rest, _, _ = strings.Cut(rest, " - ")
	rest, _, _ = strings.Cut(rest, " | ")
	rest = tidy(strings.TrimSuffix(rest, "."))
	return rest, fits(rest, 60, 6)
}

// readID reads the posting's identifier from its URL, unless a label has given one. The identifier is a query parameter or the last path segment with
// a number.
func (r *reader) readID() {
	if best, ok := r.id.best(); ok && best.evidence&byLabel != 0 {
		return
	}
	u, err := url.Parse(r.posting.URL)
	if err != nil {
		return
	}
	for _, name := range []string{"jobid", "job_id", "id", "jk", "vacancyid", "jobId", "vjk", "gh_jid"} {
		if value := u.Query().Get(name); hasDigit(value) && len(value) <= 40 {
			r.id.addValue(value, .6, byTitle, -1)
			return
		}
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		part, _, _ := strings.Cut(parts[i], ".")
		if n := digits(part); n >= 4 && n == len(part) && !isYear(part) {
			r.id.addValue(part, .6, byTitle, -1)
			return
		}
		tail := part[strings.LastIndexAny(part, "-_")+1:]
		if n := digits(tail); n >= 4 && n*2 >= len(tail) {
			r.id.addValue(tail, .5, byTitle, -1)
			return
		}
		head, _, _ := strings.Cut(part, "-")
		if n := digits(head); n >= 4 && n == len(head) {
			r.id.addValue(head, .5, byTitle, -1)
			return
		}
	}
}
