package pagetext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/job"
	"gannet/job/judge"

	"gannet/internal/letters"
)

// reader reads one page.
type reader struct {
	v       *vocabulary
	outline *outline
	posting *job.Posting

	employers *Employers
	judge     *judge.Judge
	words     *Words
	observe   func(*tally) // is told the names that may be the employer's; nil: nobody

	lang     string
	now      dateClock
	site     site
	labelled []bool // by line: it is a label or the value of one

	title, company, location, id                  guesses
	posted, validThrough, employmentTypes, salary parsed
	conditions                                    saidConditions
	pay                                           job.PayText // the text of the salary

	companySaid, placeSaid bool // sentences are not searched for it: markup or a line outside the description says it, or there is no model
	unnamed                bool // sentences name another employer than the site

	saidEmployers, saidPlaces saidNames

	headline string // the title among the parts of a heading that is a list of facts; "": it is none

	titledBySite bool // the page's title has the name of an employer's site

	titleTails []string // what follows the posting's title and a comma
	placed     []string // those that are places, folded, since the company stands above the title

	sections map[string]Section // of sentences, so far
	prose    *proseLines        // lines that may be sentences; nil: not asked for yet
	from, to int                // lines of the description
	owners   map[string]bool    // of the site, by copyright signs, folded
}

// parsed is the provenance of a field that is no text. The posting holds the likeliest value so far.
type parsed struct {
	sure float64
	from job.Method
}

// addLabelled adds the value of a label to its field, if it has the form of a value.
func (r *reader) addLabelled(field job.Field, value string, sure float64, line int) {
	value = tidy(value)
	if value == "" || r.v.isControl(value) && field != job.Employment && (field != job.Location || job.CountryCode(value) == "") {
		return
	}
	if r.outline.lines[line].zone == beside {
		sure *= .6
	}
	r.readCondition(field, value, sure, line)
	switch field {
	case job.Title:
		if fits(value, 150, 18) && len(job.ParseEmployment(value)) == 0 || sure > sureColon && fits(value, 150, 18) {
			r.title.addValue(value, sure*.8, byLabel, line)
		}
	case job.Company:
		if fits(value, 100, 12) && !strings.Contains(value, "@") {
			r.company.addValue(value, sure, byLabel, line)
		}
	case job.Location:
		if fits(value, 140, 20) && !r.isSentence(value) {
			r.location.addValue(withoutTownWord(value), sure, byLabel, line)
		}
	case job.ID:
		if len(value) <= 40 && hasDigit(value) && wordCount(value) <= 2 {
			r.id.addValue(value, sure, byLabel, line)
		}
	case job.Contact:
		r.readContact(value)
	case job.WorkMode, job.Term:
		r.parse(job.Employment, value, sure, job.Label)
	case job.Salary:
		r.parsePay(job.PayText{Text: value, Label: r.labelOf(value, line)}, sure, job.Label)
	default:
		r.parse(field, value, sure, job.Label)
	}
}

// isSentence reports whether a text in the place of a location begins like a sentence or a heading, such as "About Acme" or "You will join us", and
// contains no known place.
func (r *reader) isSentence(value string) bool {
	of := r.sayings()
	first, _ := nextWord(value)
	if of == nil || !of.noName[fold(first)] {
		return false
	}
	places, _ := job.SplitLocation(value)
	return len(places) > 0 && !slices.ContainsFunc(places, func(p job.Place) bool {
		return p.CountryCode != "" || p.Postcode != "" || job.IsKnownPlace(p.Town) || job.IsKnownPlace(p.Region)
	})
}

// labelOf returns what stands before a value in its line, or the line before that if the value begins the line.
func (r *reader) labelOf(value string, line int) string {
	lines := r.outline.lines
	if at := strings.Index(lines[line].text, value); at > 0 {
		return lines[line].text[:at]
	}
	if line == 0 || len(lines[line-1].text) > longestLead {
		return ""
	}
	return lines[line-1].text
}

// fits reports whether a text can be a name. It must have a letter, and not more than the given numbers of characters and words.
func fits(s string, letters, most int) bool {
	return len(s) <= 4*letters && utf8.RuneCountInString(s) <= letters && hasLetter(s) && wordCount(s) <= most
}

// parse parses a field that is not a text, unless the posting already has a likelier value of it. It reports whether it set the field.
func (r *reader) parse(field job.Field, value string, sure float64, from job.Method) bool {
	p, ok := r.posting, false
	if len(value) > 120 {
		return false
	}
	switch to := r.parsedField(field); {
	case to == nil || sure <= to.sure:
		return false
	case field == job.Posted:
		p.Posted, ok = r.now.past(value, r.lang, p.Posted)
	case field == job.ValidThrough:
		p.ValidThrough, ok = r.now.read(r.lastDayOf(value), r.lang, p.ValidThrough)
	case field == job.Employment:
		ok = r.employment(value, from)
	case field == job.Salary:
		return r.parsePay(job.PayText{Text: value}, sure, from)
	}
	if ok {
		*r.parsedField(field) = parsed{sure, from}
	}
	return ok
}

// parsePay reads the pay of a value, unless there is a likelier one. It reports whether it set the pay.
func (r *reader) parsePay(text job.PayText, sure float64, from job.Method) bool {
	const longest = 160
	if sure <= r.salary.sure || len(text.Text) > longest || !hasDigit(text.Text) {
		return false
	}
	text.Country = r.moneyCountry()
	return r.setPay(text, sure, from)
}

// setPay sets the pay that a text gives. If the amounts cannot be pay, only the note is kept.
func (r *reader) setPay(text job.PayText, sure float64, from job.Method) bool {
	pay := text.Read()
	if pay.Known() {
		r.posting.Salary, r.pay, r.salary = pay, text, parsed{sure, from}
	} else if !r.posting.Salary.Known() {
		r.posting.Salary = pay
	}
	return pay.Known()
}

func (r *reader) parsedField(field job.Field) *parsed {
	switch field {
	case job.Posted:
		return &r.posted
	case job.ValidThrough:
		return &r.validThrough
	case job.Employment:
		return &r.employmentTypes
	case job.Salary:
		return &r.salary
	}
	return nil
}

// The probabilities that an element's text is what its names say. A test name belongs to one element, but a class often belongs to many.
const (
	sureName     = .6
	sureTestName = .72
)

// readMarks adds the texts of elements whose names say which field they hold.
func (r *reader) readMarks() {
	o := r.outline
	for i := range o.marks {
		m := &o.marks[i]
		if m.what&hintBody != 0 || m.zone == outside || m.skip >= 0 && !o.reclaimed[m.skip] {
			continue
		}
		if field, value, ok := r.cutLabel(m.text); ok {
			if value == "" || field == otherLabel {
				continue
			}
			m.text = value
		}
		if fold(m.text) == "" || r.v.isControl(m.text) {
			continue
		}
		sure := sureName
		switch {
		case m.zone == beside:
			sure = .45
		case m.what&hintTest != 0:
			sure = sureTestName
		}
		r.mark(m, sure)
	}
}

func (r *reader) mark(m *marked, sure float64) {
	text := m.text
	switch {
	case m.what&hintTitle != 0 && fits(text, 150, 18):
		r.title.addValue(text, sure, byName, m.from)
	case m.what&hintCompany != 0 && fits(text, 80, 8):
		r.company.addValue(text, sure, byName, m.from)
	case m.what&hintLocation != 0 && fits(text, 120, 12):
		r.location.addValue(text, sure, byName, m.from)
	case m.what&hintID != 0 && hasDigit(text) && wordCount(text) <= 2:
		r.id.addValue(text, sure, byName, m.from)
	case m.what&hintPosted != 0:
		r.readDate(text, true, sure)
	case m.what&hintValid != 0:
		r.parse(job.ValidThrough, text, sure, job.Page)
	case m.what&hintEmployment != 0:
		r.parse(job.Employment, text, sure, job.Page)
	case m.what&hintPay != 0:
		r.parse(job.Salary, text, sure, job.Page)
	}
}

// readContact reads a person's name, mail address and telephone number from a text.
func (r *reader) readContact(value string) {
	c := &r.posting.Contact
	for part := range strings.FieldsFuncSeq(value, func(c rune) bool { return c == ',' || c == ';' || c == '|' || c == '(' }) {
		part = strings.TrimSpace(part)
		switch {
		case strings.Contains(part, "@"):
			if c.Email == "" && !strings.Contains(part, " ") {
				c.Email = part
			}
		case digits(part) >= 6:
			if c.Phone == "" {
				c.Phone = tidy(part)
			}
		case c.Name == "" && isPerson(part):
			c.Name = part
		}
	}
}

func digits(s string) (n int) {
	for _, r := range s {
		if letters.IsDigit(r) {
			n++
		}
	}
	return n
}

// isPerson reports whether a text looks like a person's name: up to five words with capitals and no digits.
func isPerson(s string) bool {
	if len(s) > 60 || hasDigit(s) || strings.ContainsAny(s, ":/?!") {
		return false
	}
	fields := strings.Fields(s)
	capitals := 0
	for _, f := range fields {
		if capital(f) {
			capitals++
		}
	}
	return len(fields) <= 5 && capitals >= 1 && (capitals >= 2 || len(fields) == 1 && []rune(s)[0] >= 0x2e80)
}
