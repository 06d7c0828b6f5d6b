package pagetext

import (
	"strings"

	"gannet/job"
)

// dateSense is the meaning that the words beside a date give it, such as the day of posting.
type dateSense uint8

const (
	noDate   dateSense = iota
	loneDate           // no words
	agoDate            // relative to today: "3 days ago"
	postedDate
	lastDate
	otherDate // words that say neither: "Start 1 May", "Closed on 3 June"
)

// senseOf returns the meaning of the date in a short text, and the text of the date. The words of the line around a date give its meaning.
func (r *reader) senseOf(text string) (sense dateSense, value string) {
	if field, value, ok := r.leadLabel(text); ok {
		switch field {
		case job.Posted:
			return postedDate, value
		case job.ValidThrough:
			return lastDate, value
		}
		return otherDate, ""
	}
	if _, ok := r.now.parse(text, r.lang); !ok {
		return noDate, ""
	}
	if day, rest, ok := strings.Cut(text, ", "); ok && !hasDigit(day) && wordCount(day) == 1 { // the day of a week
		text = rest
	}
	switch {
	case !job.IsPlainDate(text, r.lang):
		return otherDate, text
	case job.IsRelativeDate(text, r.lang):
		return agoDate, text
	}
	return loneDate, text
}

// readDate reads a short text that has a date. named says that the name of the text's element is one for days of posting; without it, a date with no
// words around it is not taken as the day of posting. It reports whether there is a date.
func (r *reader) readDate(text string, named bool, sure float64) bool {
	sense, value := r.senseOf(text)
	switch {
	case sense == lastDate:
		r.parse(job.ValidThrough, value, sure, job.Page)
	case sense == postedDate || sense == agoDate || named && (sense == loneDate || job.IsRelativeDate(value, r.lang)):
		r.parse(job.Posted, value, sure, job.Page)
	}
	return sense != noDate
}
