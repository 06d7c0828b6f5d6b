package jobweb

import (
	"errors"
	"math"
	"time"
)

// Clock makes a generated web change over time: postings appear, change, are posted again and end, listings are incomplete at times, and
// hosts fail. DefaultClock has the usual values. Everything is derived from the web's seed, so the same URL gives the same response at the
// same time, regardless of earlier requests.
type Clock struct {
	Now   func() time.Time // what time it is when a page is requested
	Start time.Time        // the first day; postings open before it are there
	Days  int              // the clock is right for so many; no job is posted first after them
	Open  int              // about so many postings are open at any time
	Life  time.Duration    // how long a posting is open on average; exponential, so that a fifth of 30 days' ends within 7

	Listed  float64 // share of postings that a list names, and a sitemap and feed if the host has them
	Entries int     // postings on a page of a list
	PerFirm int     // jobs of an employer in the whole time

	CutVisits float64 // share of visits of lists that get half of the list
	CutDays   float64 // share of a list's days on which it is cut in half
	Outages   float64 // share of a host's days on which everything is an error of the server
	HostsGone float64 // share of a host's days at which it begins to be out of reach for up to three days
	Flaps     float64 // share of postings whose page is not found for some hours while they are open
	Returns   float64 // share of endings after which the posting opens again, under its old address
	Traps     float64 // share of postings whose text says "closed" of something else
	Volatile  float64 // share of hosts whose pages differ in some bytes at every request
}

// DefaultClock returns a clock for 60 days with about 10,000 open postings and all kinds of trouble. now returns the current time of the
// web.
func DefaultClock(now func() time.Time) *Clock {
	return &Clock{Now: now, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), Days: 60, Open: 10_000, Life: 30 * 24 * time.Hour,
		Listed: 1, Entries: 50, PerFirm: 80, CutVisits: .015, CutDays: .005, Outages: .01, HostsGone: .001, Flaps: .02, Returns: .03,
		Traps: .03, Volatile: .1}
}

func (c *Clock) validate() error {
	if c.Now == nil || c.Start.IsZero() || c.Days <= 0 || c.Open <= 0 || c.Life <= 0 || c.Entries <= 0 || c.PerFirm <= 0 {
		return errors.New("jobweb: a clock needs Now, Start, Days, Open, Life, Entries and PerFirm")
	}
	for _, share := range []float64{c.Listed, c.CutVisits, c.CutDays, c.Outages, c.HostsGone, c.Flaps, c.Returns, c.Traps, c.Volatile} {
		if share < 0 || share > 1 || math.IsNaN(share) {
			return errors.New("jobweb: a clock's shares are from 0 to 1")
		}
	}
	return nil
}

// Ending says what happens to the page of a posting that ends.
type Ending uint8

// These are the ways in which a posting ends.
const (
	// NotFound is the end of a generated posting whose page then answers with status 404.
	NotFound Ending = iota
	// Gone is the end of a generated posting whose page then answers with status 410.
	Gone
	// Banner is the end of a generated posting whose page stays, but says that the job is taken.
	Banner
	// ToList is the end of a generated posting whose page then redirects to the listing.
	ToList
	// ToRoot is the end of a generated posting whose page then redirects to the home page.
	ToRoot
	// SoftNotFound is the end of a generated posting whose page keeps status 200, but whose text says that nothing is there.
	SoftNotFound
	// Unlisted is the end of a generated posting whose page does not change, but to which no listing links any more.
	Unlisted
	endings
)

func (e Ending) String() string {
	return [...]string{"404", "410", "banner", "to list", "to root", "soft 404", "unlisted"}[e]
}

// usualEndings are the shares of the endings.
var usualEndings = [endings]float64{.25, .1, .2, .15, .1, .1, .1}

// drawEnding draws an ending.
func drawEnding(r *random) Ending {
	u := r.Float64()
	for e, share := range usualEndings {
		if u -= share; u < 0 {
			return Ending(e)
		}
	}
	return NotFound
}

// Interval is a span of time from From, included, to To, not included.
type Interval struct{ From, To time.Time }

// Has reports whether a time is in the interval.
func (i Interval) Has(t time.Time) bool { return !t.Before(i.From) && t.Before(i.To) }

func within(spans []Interval, t time.Time) bool {
	for _, s := range spans {
		if s.Has(t) {
			return true
		}
	}
	return false
}

// warmUp is how long before the start the first postings appear, as a multiple of the mean life of a posting. Hardly any postings from before that
// would still be open.
const warmUp = 3

// jobsNeeded returns the number of jobs that keep the required number of postings open.
func (c *Clock) jobsNeeded() int {
	lives := warmUp + float64(24*c.Days)/c.Life.Hours()
	return max(7, int(float64(c.Open)*lives/postingsPerJob))
}

// postingsPerJob is the mean number of postings of a job, weighted by how long they are open. It was measured on webs of 1,000 to 10,000 open
// postings.
const postingsPerJob = 3.4

// at returns the time after a number of days since the first postings.
func (c *Clock) at(days float64) time.Time {
	return c.Start.Add(-warmUp * c.Life).Add(time.Duration(days * 24 * float64(time.Hour))).Truncate(time.Second)
}

// span returns the number of days from the first postings to the end.
func (c *Clock) span() float64 { return warmUp*c.Life.Hours()/24 + float64(c.Days) }

// end returns the time at which the last day of the clock ends.
func (c *Clock) end() time.Time { return c.Start.AddDate(0, 0, c.Days) }
