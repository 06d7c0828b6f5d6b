package pagetext

import (
	"strings"

	"gannet/job"
)

// dateSense is what the words beside a date say that it is.
type dateSense uint8

const (
	noDate   dateSense = iota
	loneDate           // no words
	agoDate            // relative to today: "3 days ago"
	postedDate
	lastDate
	otherDate // words that say neither: "Start 1 May", "Closed on 3 June"
)

// senseOf returns what a short text that has a date says of it, and the date's text. A date means what the words of its line say.
func (r *reader) senseOf(text string) (sense dateSense, value string) {
	if field, value, ok := r.leadLabel(text); ok {
		switch field {
		case job.Posted:
			return postedDate, value
		case job.ValidThrough:
			return lastDate, value
		}
		return otherDate, value
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

// readDate reads a short text that has a date, and whose element names the day of posting if named is set. A lone date is no day of posting
// by itself. It reports whether there is a date.
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
