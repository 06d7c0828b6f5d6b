package life

import (
	"slices"
	"time"
)

// NotAfter sets all times of a life that are later than the given time to it, and reports whether there were any. Such times come from a
// clock that was ahead; without the correction, the life would ignore all observations until then. The last day of the posting does not
// change, because the page states it.
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
