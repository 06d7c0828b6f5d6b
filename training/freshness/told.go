package freshness

import (
	"time"

	"gannet/internal/testweb/jobweb"
	"gannet/job"
)

// Told is what a crawl has said of a posting at a time.
type Told struct {
	At            time.Time
	URL           string
	State         job.State
	After, Before time.Time // of a posting that is closed: when it ended
	LastDay       bool      // it is closed because its last day is over
}

// Measure compares what was told of the postings of a web, in the order of time, with the truth. requests is how many were made.
// cuts has the time of the latest visit of each list that got half of it, by the list's first page.
func Measure(web *jobweb.Web, o *Options, told []Told, requests int, cuts map[string]time.Time) Figures {
	w := newWorld(web, o)
	clear(w.said)
	w.requests, w.lastCut = requests, cuts
	for _, t := range told {
		w.sampleUntil(t.At)
		if i, known := w.posting(t.URL); known {
			w.take(i, &t)
		}
	}
	w.sampleUntil(w.end)
	return w.measure()
}

// take takes over what was told of a posting.
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

// earliestEnd is how long after its beginning in UTC a day is over where days end first (UTC+14).
const earliestEnd = 10 * time.Hour

// endOfLastDay returns when a posting that is open at a time ends on its last day, zero if that day cannot be over anywhere. Pages state the day
// without an hour, and it ends by the time zone of the employer. The web has no time zones: its postings end at some hour of the day in UTC. So a
// crawl that says earlier on this day that it is over is right.
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
