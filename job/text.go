package job

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/job/occupation"
)

// FieldText returns the value of a field as a text for people, or "" if it was not found. For Description it is the whole text.
func (p *Posting) FieldText(f Field) string {
	switch f {
	case Title:
		return p.Title
	case Company:
		return p.Company
	case Location:
		return p.Location
	case Posted:
		return dayText(p.Posted)
	case ValidThrough:
		return dayText(p.ValidThrough)
	case Employment:
		return strings.Join(p.Employment, ", ")
	case Salary:
		return p.Salary.Text()
	case Contact:
		return joined(", ", p.Contact.Name, p.Contact.Email, p.Contact.Phone)
	case ID:
		return p.ID
	case Description:
		return p.Description
	case Language:
		return p.Language
	case Occupation:
		return joined(" ", p.Occupation, occupation.Name(p.Occupation, p.Language))
	}
	return p.Details.Text(f)
}

// dayText returns a time, without the hour at midnight, where only the day is known.
func dayText(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case t.Equal(t.Truncate(24 * time.Hour)):
		return t.Format(time.DateOnly)
	}
	return t.Format(time.DateTime)
}

// Text returns a salary as a text for people, or "" if there is no amount.
func (p Pay) Text() string {
	amount := numberText(p.Min)
	switch {
	case p.Max == 0 && p.Min > 0:
		amount = "from " + amount
	case p.Min == 0 && p.Max > 0:
		amount = "up to " + numberText(p.Max)
	case p.Max != p.Min:
		amount = joined(" to ", amount, numberText(p.Max))
	}
	if amount == "" {
		return ""
	}
	unit := map[string]string{"": "", "HOUR": "an hour"}
	per, ok := unit[p.Unit]
	if !ok {
		per = "a " + strings.ToLower(p.Unit)
	}
	return joined(" ", amount, p.Currency, per)
}

func numberText(f float64) string {
	if f == 0 {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// joined joins the parts that are not empty.
func joined(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}
