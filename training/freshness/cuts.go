package freshness

import (
	"slices"
	"time"

	"gannet/internal/testweb/jobweb"
)

// Cuts holds the times at which visits got half of a list, by the URL of the list's first page, and at which lists and sitemaps linked to a posting, by
// its URL. Both are in ascending order.
type Cuts struct{ cut, linked map[string][]time.Time }

// NewCuts returns Cuts without a visit.
func NewCuts() *Cuts { return &Cuts{make(map[string][]time.Time), make(map[string][]time.Time)} }

// See records a visit. Call it in the order of time.
func (c *Cuts) See(a *jobweb.Answer, at time.Time) {
	if a.Cut && len(a.Pages) > 0 {
		c.cut[a.Pages[0]] = append(c.cut[a.Pages[0]], at)
	}
	for _, e := range a.Entries {
		c.linked[e.URL] = append(c.linked[e.URL], at)
	}
}

// lost reports whether a list of a posting was cut within three days before a time, and nothing has linked to the posting since.
func (c *Cuts) lost(course *jobweb.Course, at time.Time) bool {
	cut := lastBefore(c.cut[course.List], at)
	return at.Sub(cut) < 72*time.Hour && lastBefore(c.linked[course.URL], at).Before(cut)
}

// lastBefore returns the last of ascending times that is not after a time, or zero if there is none.
func lastBefore(times []time.Time, at time.Time) (last time.Time) {
	if n, _ := slices.BinarySearchFunc(times, at.Add(1), time.Time.Compare); n > 0 {
		last = times[n-1]
	}
	return last
}
