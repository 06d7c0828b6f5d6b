package life

import (
	"slices"
	"time"
)

// NotAfter makes the times of a life that lie behind a time equal to it, and reports whether there were any. A life whose latest
// observation was made by a clock that was ahead would take no other in until then. The last day of the posting is what its page says.
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
