package freshness

import (
	"time"

	"gannet/internal/testweb/jobweb"
	"gannet/job"
)

// Told is what a crawl says about a posting from a time on, for example that it is open.
type Told struct {
	At            time.Time
	URL           string
	State         job.State
	After, Before time.Time // of a posting that is closed: when it ended
	LastDay       bool      // it is closed because its last day is over
}

// Measure compares what a crawl says about the postings of a web with the truth. told is sorted by time, and requests is the number of
// requests made.
func Measure(web *jobweb.Web, o *Options, told []Told, requests int, cuts *Cuts) Figures {
	w := newWorld(web, o)
	clear(w.said)
	w.requests, w.cuts = requests, cuts
	for _, t := range told {
		w.sampleUntil(t.At)
		if i, known := w.posting(t.URL); known {
			w.take(i, &t)
		}
	}
	w.sampleUntil(w.end)
	return w.measure()
}

// take records a crawl's statement about a posting.
func (w *world) take(i int, t *Told) {
	if t.State == job.Closed {
		at, before := t.At, t.Before
		if end := endOfLastDay(&w.courses[i], at); t.LastDay && !end.IsZero() {
			at, before = end, end
		}
		w.sayClosed(i, t.After, before, at)
		return
	}
	w.sayOpen(i, t.At)
	if t.State == job.Suspected {
		w.said[i].state = suspected
	}
}

// earliestEnd is the time from the beginning of a day in UTC to the end of that day where days end first (UTC+14).
const earliestEnd = 10 * time.Hour

// endOfLastDay returns the end of a posting that is open at a time, if this is its last day. It returns the zero time if the last day cannot be over
// anywhere yet. Pages state the day without an hour, and the posting ends by the time zone of the employer. The web has no time zones: its postings
// end at some hour of the day in UTC. So a crawl is right if it states on this day that the posting is over, even before that hour.
func endOfLastDay(c *jobweb.Course, at time.Time) time.Time {
	for i, span := range c.Open {
		stated := span.To
		if i == 0 {
			stated = c.Valid
		}
		if !c.Valid.IsZero() && !at.Before(span.From) && at.Before(span.To) && !at.Before(stated.UTC().Truncate(24*time.Hour).Add(earliestEnd)) {
			return span.To
		}
	}
	return time.Time{}
}
