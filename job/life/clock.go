package life

import (
	"slices"
	"time"
)

// NotAfter moves the times of a life that are later than a given time back to it, and reports whether there were any. Otherwise, if a clock was ahead
// at the latest observation, the life would accept no observation until that time. The last day of the posting is not changed, because it comes from
// the page.
func (l *Life) NotAfter(at time.Time) (changed bool) {
	times := []*time.Time{
		&l.First, &l.Last, &l.Checked, &l.Known, &l.After, &l.Before, &l.Doubt.Denied, &l.Doubt.Missing, &l.Doubt.Listed,
	}
	l.Past = slices.Clone(l.Past)
	for i := range l.Past {
		times = append(times, &l.Past[i].At)
	}
	for _, t := range times {
		if t.After(at) {
			*t, changed = at, true
		}
	}
	return changed
}
