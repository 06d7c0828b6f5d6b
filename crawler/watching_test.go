package crawler

import (
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/store"
)

// TestALastDayIsWaitedFor: a posting whose last day is stated is looked at when that day is over, not when it begins.
func TestALastDayIsWaitedFor(t *testing.T) {
	day := time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC)
	w := newWatching(&Revisits{Options: revisit.DefaultOptions()}, true)
	for _, c := range []struct{ ends, want time.Time }{{day, day.AddDate(0, 0, 1)}, {day.Add(time.Hour), day.Add(time.Hour)}, {}} {
		x := &store.Watched{URL: "http://mill.test/job/1", Kind: store.WatchedPosting, Ends: c.ends}
		if got := w.pageOf(1, x).ValidThrough; !got.Equal(c.want) {
			t.Errorf("what ends on %v is looked at on %v, want %v", c.ends, got, c.want)
		}
	}
}
