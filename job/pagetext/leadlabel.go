package pagetext

import (
	"strings"

	"gannet/job"
	"gannet/job/conditions"

	"gannet/internal/letters"
)

// longestLead is the length in bytes of the longest text that may be a label and its value without a colon.
const longestLead = 80

// mostLead is the greatest number of words of a label that is recognised by a part and has no colon.
const mostLead = 3

// labelsBefore reads the parts of a line that are labels of dates or pay with their values, but without a colon: "Posted 3 days
// ago | Apply by 5 May". It reports whether the whole line is one of them.
func (r *reader) labelsBefore(i int) bool {
	text := r.outline.lines[i].text
	if len(text) > 2*longestLead || !hasDigit(text) {
		return false
	}
	parts := cutList(text)
	found := 0
	for _, p := range parts {
		if field, value, ok := r.leadLabel(p); ok {
			r.addLabelled(field, value, sureLead, i)
			found++
		}
	}
	return found > 0 && found == len(parts)
}

// leadLabel reads a label that is followed by its value without a colon. Of several possible labels the longest counts, and the value must be a date
// or pay.
func (r *reader) leadLabel(s string) (field job.Field, value string, ok bool) {
	digit := strings.IndexFunc(s, letters.IsDigit)
	if len(s) > longestLead || digit <= 0 {
		return "", "", false
	}
	for end := digit; end > 0; end = strings.LastIndexByte(s[:end], ' ') {
		label, value := fold(s[:end]), strings.TrimSpace(s[end:])
		field, ok := r.v.labels[label]
		if !ok && wordCount(label) <= mostLead && firstColon(s[end:max(end, digit)]) < 0 {
			field = r.partLabel(label)
			ok = field == job.Salary && job.IsBarePay(value) || field == job.ValidThrough && job.IsPlainDate(value, r.lang)
		}
		if ok && r.isValue(field, value) {
			return field, value, true
		}
	}
	return "", "", false
}

// isPartValue reports whether a text is a value of a field whose label was recognised by a part: a last day, pay, or the type, the hours, the place or the term of
// work in a few words.
func (r *reader) isPartValue(field job.Field, s string) bool {
	const most = 5 // words
	switch field {
	case job.ValidThrough:
		_, ok := dateClock{now: r.now.now}.parse(s, r.lang) // in any order of day and month, which may depend on labels
		return ok
	case job.Salary:
		return hasDigit(s) && job.PayText{Text: s}.Read().Known()
	case job.Employment:
		term, _ := conditions.TermOfValue(s)
		return wordCount(s) <= most && (len(job.ParseEmployment(s)) > 0 || partWords[firstWord(s)] != "" || byHours(s) != nil ||
			term != (conditions.Votes{}) || conditions.ModeOfLine(s) != (conditions.Votes{}))
	}
	return false
}

// isValue reports whether a text is a date, or pay if the field is pay. Of labels of no field only dates matter: "Updated 3 May".
func (r *reader) isValue(field job.Field, s string) bool {
	switch field {
	case job.Posted, job.ValidThrough, otherLabel:
		_, ok := r.now.parse(s, r.lang)
		return ok
	case job.Salary:
		_, ok := job.ParsePay(s)
		return ok && job.NamesMoney(s)
	}
	return false
}
