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
		w.sayClosed(i, t.After, t.Before, t.At)
		return
	}
	w.sayOpen(i, t.At)
	if t.State == job.Suspected {
		w.said[i].state = suspected
	}
}
