package template

import (
	"strings"
	"time"

	"gannet/internal/lazyregexp"
	"gannet/job"
)

var (
	mail        = lazyregexp.New(`[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,24}`)
	phone       = lazyregexp.New(`\+?[(\d][\d ()./-]{5,22}\d`)
	languageTag = lazyregexp.New(`^[A-Za-z]{2}\b`)
)

// Assign parses the text of a field and sets the field in p. It uses job.ParseDate for dates, job.ParsePay for pay and so on. Bytes that
// are not UTF-8 become U+FFFD. It returns false and leaves p unchanged if the text has no value for the field.
func Assign(p *job.Posting, field job.Field, value, lang string, now time.Time) bool {
	value = strings.TrimSpace(strings.ToValidUTF8(value, "\uFFFD"))
	if value == "" {
		return false
	}
	switch field {
	case job.Posted:
		return setTime(&p.Posted, value, lang, now)
	case job.ValidThrough:
		return setTime(&p.ValidThrough, value, lang, now)
	case job.Salary:
		pay, ok := job.ParsePay(value)
		if ok {
			p.Salary = pay
		}
		return ok
	case job.Employment:
		kinds := job.ParseEmployment(value)
		if len(kinds) > 0 {
			p.Employment = kinds
		}
		return len(kinds) > 0
	case job.Contact:
		p.Contact = parsePerson(value)
	case job.Language:
		if !languageTag.MatchString(value) {
			return false
		}
		p.Language = strings.ToLower(value[:2])
	default:
		to := textField(p, field)
		if to == nil {
			return false
		}
		*to = value
	}
	return true
}

func setTime(to *time.Time, value, lang string, now time.Time) bool {
	when, ok := job.ParseDate(value, lang, now)
	if ok {
		*to = when
	}
	return ok
}

// textField returns a pointer to a field of a posting that is stored as text. It returns nil for other fields.
func textField(p *job.Posting, field job.Field) *string {
	switch field {
	case job.Title:
		return &p.Title
	case job.Company:
		return &p.Company
	case job.Location:
		return &p.Location
	case job.ID:
		return &p.ID
	case job.Description:
		return &p.Description
	}
	return nil
}

// parsePerson splits a text such as "Kim Doe, kim@example.org, +44 20 7946 0000".
func parsePerson(s string) job.Person {
	var p job.Person
	s = strings.TrimPrefix(strings.TrimPrefix(s, "mailto:"), "tel:")
	p.Email = mail.FindString(s)
	s = strings.Replace(s, p.Email, "\n", 1)
	p.Phone = strings.TrimSpace(phone.FindString(s))
	s = strings.Replace(s, p.Phone, "\n", 1)
	for part := range strings.SplitSeq(s, "\n") {
		if part = strings.Trim(part, " \t,;:|()<>-–·"); part != "" {
			p.Name = part
			break
		}
	}
	return p
}
