// Package pagetext owns the reading of a posting from a page's own words, for sites without markup and template. It reads labels in
// many languages, headings, the title, the names of elements, and the lines around the heading. It finds the main content and
// splits it into duties and the employer's description of itself.
package pagetext

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/judge"

	"golang.org/x/net/html"

	"gannet/internal/letters"
)

// Reader finds the fields of a posting in the text of its page, for pages without markup. The zero value does not look for the employer in
// sentences. It is safe for concurrent use.
type Reader struct {
	Employers *Employers   // weighs the names in sentences; nil: none is taken for the employer
	Words     *Words       // says how common the words of names are; nil: none is common
	Judge     *judge.Judge // chooses among the values of fields that it has a model of; nil: rules do
}

// Read returns the fields of the page's posting that it can find, each with a provenance and a confidence. lang is the page's language (ISO
// 639-1 or ""); it and now are needed for dates such as "2 days ago". found is the posting that markup or a template gave, or nil; if it
// has a reliable employer and place, sentences are not searched for these. A page without its DOM, as after Compact, gives an empty
// posting.
func (from *Reader) Read(p *features.Page, lang string, now time.Time, found *job.Posting) *job.Posting {
	posting := &job.Posting{URL: p.URL, Language: lang, Provenance: map[job.Field]job.Provenance{}}
	if !p.HasTree() {
		return posting
	}
	r := from.newReader(p.Tree(), posting, now, found)
	r.read()
	return posting
}

func (from *Reader) newReader(doc *html.Node, posting *job.Posting, now time.Time, found *job.Posting) *reader {
	r := &reader{v: known(), outline: outlineOf(doc), posting: posting, sections: map[string]Section{}, lang: posting.Language, now: dateClock{now: now}}
	if r.employers = from.Employers; !r.employers.Knows(r.language()) {
		r.employers = r.employers.WithoutWords()
	} else {
		r.words = from.Words
	}
	r.judge = from.Judge
	r.now.order = sync.OnceValue(r.dateOrder)
	if found != nil {
		r.outline.reclaimTitled(found.Title)
		r.companySaid = found.Provenance[job.Company].Confidence >= mostSure
		r.placeSaid = found.Provenance[job.Location].Confidence >= mostSure
	}
	return r
}

// read sets the fields of the posting.
func (r *reader) read() {
	r.leaveOthers()
	r.site = siteOf(r.posting.URL, r.outline)
	r.site.shownKey = fold(r.site.shown)
	r.titledBySite = r.site.ofEmployer && strings.Contains(r.outline.titleKey, r.site.shownKey)
	r.readLabels()
	r.readMarks()
	r.readTitle()
	r.readHeader()
	from, to := r.readDescription()
	r.readModes(from, to)
	r.readProse(from, to)
	r.readSaidPay()
	r.readSaidDays()
	r.readHeadline()
	r.readContacts(from, to)
	r.readID()
	r.chooseValues()
	r.chooseConditions()
}

// dateClock reads dates relative to a time.
type dateClock struct {
	now   time.Time
	order func() job.DateOrder // of day and month on the page; nil: the language's
}

// parse reads a date. It determines the page's order of day and month only if the date could mean two days.
func (c dateClock) parse(s, lang string) (time.Time, bool) {
	order := job.LanguageOrder
	if c.order != nil && job.IsAmbiguousDate(s) {
		order = c.order()
	}
	return job.ParseDateOrdered(s, lang, order, c.now)
}

// read returns the date in a text. If there is none, it returns otherwise.
func (c dateClock) read(s, lang string, otherwise time.Time) (time.Time, bool) {
	if t, ok := c.parse(s, lang); ok {
		return t, true
	}
	return otherwise, false
}

// dateOrder returns the order of day and month on the page. It follows from the page's other dates, else from the country of the site or of the
// place, else from the language. If none of them gives an order, it is NoOrder.
func (r *reader) dateOrder() job.DateOrder {
	seen := job.NoOrder
	for i := range r.outline.lines {
		switch order := job.OrderOfDate(r.outline.lines[i].text); {
		case order == job.NoOrder || order == seen:
		case seen == job.NoOrder:
			seen = order
		default: // both
			return job.NoOrder
		}
	}
	if seen != job.NoOrder {
		return seen
	}
	country := cmp.Or(r.site.country, r.labelledCountry())
	if order := job.OrderIn(country); order != job.NoOrder || r.lang == "" {
		return order
	}
	return job.LanguageOrder
}

// labelledCountry returns the country of the first place beside a label, "" if there is none.
func (r *reader) labelledCountry() string {
	o := r.outline
	for i := range o.lines {
		if o.isOutside(&o.lines[i]) || len(o.lines[i].text) > 400 {
			continue
		}
		field, value, ok := r.cutLabel(o.lines[i].text)
		if !ok || field != job.Location {
			continue
		}
		if value == "" && i+1 < len(o.lines) {
			value = o.lines[i+1].text
		}
		if country := job.LocationCountry(value, ""); country != "" {
			return letters.Lower(country)
		}
	}
	return ""
}

// past reads a date that must be in the past, such as the day of posting. If a date without a year would be in the future, the same day of the year
// before is returned. A future date with a year is refused.
func (c dateClock) past(s, lang string, otherwise time.Time) (time.Time, bool) {
	t, ok := c.read(s, lang, otherwise)
	if !ok || c.now.IsZero() || t.Before(c.now.AddDate(0, 0, 2)) {
		return t, ok
	}
	if strings.Contains(s, t.Format("2006")) || strings.Contains(s, t.Format("06")) {
		return otherwise, false
	}
	return t.AddDate(-1, 0, 0), true
}

// chooseValues sets every field to its likeliest value.
func (r *reader) chooseValues() {
	p := r.posting
	for _, f := range []struct {
		field job.Field
		of    guesses
		to    *string
	}{{job.Title, r.title, &p.Title}, {job.Company, r.company, &p.Company}, {job.Location, r.location, &p.Location}, {job.ID, r.id, &p.ID}} {
		*f.to, p.Provenance[f.field] = r.choose(f.field, f.of)
		if *f.to == "" {
			delete(p.Provenance, f.field)
		}
	}
	p.Title = r.v.withoutTail(r.withoutCompany(cmp.Or(r.headline, p.Title), p.Company))
	if r.pay.Text != "" {
		r.pay.Country = cmp.Or(job.LocationCountry(p.Location, r.site.country), r.moneyCountry())
		p.Salary = r.pay.Read()
	}
	for _, field := range []job.Field{job.Posted, job.ValidThrough, job.Employment, job.Salary} {
		if d := r.parsedField(field); d.sure > 0 {
			p.Provenance[field] = job.Provenance{Method: d.from, Confidence: min(mostSure, d.sure)}
		}
	}
	if p.Contact != (job.Person{}) {
		p.Provenance[job.Contact] = job.Provenance{Method: job.Page, Confidence: .6}
	}
	if p.Description != "" {
		p.Provenance[job.Description] = job.Provenance{Method: job.Page, Confidence: .7}
		p.Duties, p.Employer = split(partsOf(p.Description, r.sectionOf))
	}
}

// moneyCountry returns the country by which a sign such as $ is read as a currency: that of the site, or else the one whose money the posting's
// language suggests.
func (r *reader) moneyCountry() string {
	if r.site.country == "" && r.lang == "zh" && r.isTraditional() {
		return "tw"
	}
	return cmp.Or(r.site.country, job.MoneyCountry(r.lang))
}

// isTraditional reports whether a Chinese page is written in traditional characters.
func (r *reader) isTraditional() bool {
	const common = "個們來時對會說過這為發經員資應職務內專"
	return slices.ContainsFunc(r.outline.lines, func(l line) bool { return strings.ContainsAny(l.text, common) })
}

// withoutTail removes words such as "job" from the end of a title, in scripts without spaces.
func (v *vocabulary) withoutTail(title string) string {
	for _, tail := range v.tails {
		if head, ok := strings.CutSuffix(title, tail); ok && head != "" {
			return strings.TrimSpace(head)
		}
	}
	return title
}

// withoutCompany removes the company's name from the end of a title, as in "Baker at Acme", or from its beginning, as in "Acme: Baker".
func (r *reader) withoutCompany(title, company string) string {
	if len(company) < 3 || len(title) < len(company)+2 {
		return title
	}
	if end := len(title) - len(company); strings.EqualFold(title[end:], company) {
		head := title[:end]
		for _, between := range append(separators, r.v.at...) {
			if name, ok := strings.CutSuffix(head, between); ok && hasLetter(name) {
				return tidy(name)
			}
		}
	}
	if strings.EqualFold(title[:len(company)], company) {
		tail := title[len(company):]
		for _, between := range append([]string{": "}, separators...) {
			if name, ok := strings.CutPrefix(tail, between); ok && hasLetter(name) {
				return tidy(name)
			}
		}
	}
	return title
}

// readContacts reads mail and telephone links near the description, unless a label has given them.
func (r *reader) readContacts(from, to int) {
	pick := func(all []contact) string {
		best := ""
		for _, c := range all {
			if c.skip >= 0 && !r.outline.reclaimed[c.skip] || c.value == "" {
				continue
			}
			if inside := c.line >= from-10 && c.line <= to+10; inside {
				return c.value
			}
			if best == "" && c.line < len(r.outline.lines) && !r.outline.isOutside(&r.outline.lines[c.line]) {
				best = c.value
			}
		}
		return best
	}
	c := &r.posting.Contact
	if c.Email == "" {
		if mail := pick(r.outline.mails); strings.Contains(mail, "@") {
			c.Email = mail
		}
	}
	if c.Phone == "" {
		c.Phone = pick(r.outline.phones)
	}
}
