package life

import (
	"time"

	"gannet/job"
)

// AsOf returns what was known about the posting at the time at, which is in the past. ok is false if the posting was not known then, or if at
// is before the oldest stored change of its state.
func (l *Life) AsOf(at time.Time) (then Life, ok bool) {
	state, ok := l.On(at)
	if !ok {
		return then, false
	}
	then = *l
	for _, t := range []*time.Time{&then.Last, &then.Checked, &then.Known} {
		if t.After(at) {
			*t = time.Time{}
		}
	}
	kept := 0
	for kept < len(l.Past) && !l.Past[kept].At.After(at) {
		kept++
	}
	if kept == len(l.Past) {
		return then, true
	}
	then.Past, then.Doubt, then.State, then.Reason, then.By = l.Past[:kept], Doubt{}, state, "", ""
	then.After, then.Before = time.Time{}, time.Time{}
	if kept > 0 {
		then.By = l.Past[kept-1].By
	}
	for _, t := range l.Past[kept:] {
		if t.From == job.Closed {
			then.Reopened--
		}
	}
	return then, true
}

// Member is one of the postings of a job, with its life.
type Member struct {
	Life *Life
	Site string // its host
}

// sameDay is how long before the end of a posting its site may already show the next posting of the job, because lists are not visited at the same
// moment.
const sameDay = 24 * time.Hour

// Reposts counts how many postings of a job began after an earlier one had closed or vanished.
func Reposts(members []Member) (n int) {
	for i, m := range members {
		for j, other := range members {
			if i != j && other.endedBefore(m) {
				n++
				break
			}
		}
	}
	return n
}

// endedBefore reports whether a posting was over when another one began.
func (m Member) endedBefore(next Member) bool {
	l := m.Life
	if !l.Vanished() {
		return false
	}
	end := l.Before
	if !l.Closed() {
		end = l.Doubt.Denied
	}
	if m.Site == next.Site {
		end = end.Add(-sameDay)
	}
	return !next.Life.First.Before(end) && next.Life.First.After(l.Known)
}
