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

// TestListsThatAreFull: one page always has as many links as it can hold, and another changes its length.
func TestListsThatAreFull(t *testing.T) {
	f := newFullness()
	const newest, all, second = 1, 2, 3
	if !f.isFull(newest) {
		t.Error("a list that has not changed was taken for one that names all")
	}
	for _, n := range []int{17, 19, 18, 20, 19} {
		f.observe(newest, 50, 50)
		f.observe(all, n, n+1)
		f.observe(all, n+1, n)
	}
	if !f.isFull(newest) || f.isFull(all) {
		t.Errorf("%+v; want the list full that never changes its length, and not the other one", f.of)
	}
	f.observe(all, 19, 21)
	if !f.isFull(all) {
		t.Error("a list as long as never before was taken for one that names all")
	}
	f.observe(second, 7, 5)
	f.join(newest, second)
	f.join(second, newest)
	if f.isFull(newest) || f.isFull(second) {
		t.Error("the last page of a list has room, and yet the list was taken for full")
	}
	for range 3 {
		f.gone.add(false)
	}
	if !f.isFull(second) {
		t.Error("all that a list lacks is there, and yet it was taken for one that names all")
	}
}
