package pagetext

import (
	"strings"
	"unicode"

	"gannet/job"
)

// longestLead is the length in bytes of the longest text that may be a label and its value without a colon.
const longestLead = 80

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
	digit := strings.IndexFunc(s, unicode.IsDigit)
	if len(s) > longestLead || digit <= 0 {
		return "", "", false
	}
	for end := digit; end > 0; end = strings.LastIndexByte(s[:end], ' ') {
		field, ok := r.v.labels[fold(s[:end])]
		if value := strings.TrimSpace(s[end:]); ok && r.isValue(field, value) {
			return field, value, true
		}
	}
	return "", "", false
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
