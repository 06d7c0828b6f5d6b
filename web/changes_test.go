package web

import (
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/job"
	"gannet/store/postings"
)

// ledger is a finder with events at times, the first of which has a cursor. Earlier ones were dropped.
type ledger struct {
	postings.Finder
	first uint64
	times []time.Time
	reads int // calls of Changes
}

// Changes implements postings.Finder.
func (l *ledger) Changes(since uint64, use func(*postings.Change) error) error {
	l.reads++
	last := l.first + uint64(len(l.times)) - 1
	switch {
	case since > last:
		return postings.ErrNoCursor
	case since == 0 && l.first > 1:
		return use(&postings.Change{Event: postings.EventNew})
	case since+1 < l.first:
		return postings.ErrOldCursor
	}
	for c := since + 1; c <= last; c++ {
		if err := use(&postings.Change{Cursor: c, Time: l.times[c-l.first], Event: postings.EventClosed, Number: c}); err != nil {
			return err
		}
	}
	return nil
}

// LatestChange implements postings.Finder.
func (l *ledger) LatestChange() (uint64, error) { return l.first + uint64(len(l.times)) - 1, nil }

// Get implements postings.Finder. Odd postings are not kept any more.
func (l *ledger) Get(number uint64) (*postings.Posting, error) {
	if number%2 == 1 {
		return nil, postings.ErrNotFound
	}
	return &postings.Posting{Number: number, Job: &job.Posting{Title: "Welder"}}, nil
}

// changesOf asks for the view of a ledger.
func changesOf(t *testing.T, l *ledger, query string) *changesView {
	t.Helper()
	r := httptest.NewRequest("GET", "/changes?"+query, nil)
	v, err := viewChanges(&request{Request: r, Reader: &crawldir.Reader{Postings: l}})
	if err != nil {
		t.Fatal(err)
	}
	return v.(*changesView)
}

// TestChangesOfTheLastDay holds that the view has the events of the last day, the newest first and part by part, with few reads.
func TestChangesOfTheLastDay(t *testing.T) {
	for _, first := range []uint64{1, 700} {
		for _, n := range []int{0, 1, 2, rows, 3000} { // events of the last day, after two of the days before
			times := []time.Time{time.Now().Add(-3 * day), time.Now().Add(-2 * day)}
			for i := range n {
				times = append(times, time.Now().Add(-time.Hour+time.Duration(i)*time.Second))
			}
			l := &ledger{first: first, times: times}
			seen, query := 0, ""
			for {
				v := changesOf(t, l, query)
				for i, row := range v.Changes {
					if want := first + 1 + uint64(n-seen-i); row.Cursor != want || (row.Job == nil) != (row.Number%2 == 1) {
						t.Fatalf("%d events from %d: row %d is of cursor %d, not %d", n, first, seen+i, row.Cursor, want)
					}
				}
				if seen += len(v.Changes); v.Events != n {
					t.Errorf("%d events from %d: %d are counted", n, first, v.Events)
				}
				if query = v.Next; query == "" {
					break
				}
				if _, err := url.ParseQuery(query); err != nil {
					t.Fatal(err)
				}
			}
			if seen != n {
				t.Errorf("%d events from %d: %d are shown", n, first, seen)
			}
		}
	}
	l := &ledger{first: 1, times: make([]time.Time, 5_000_000)}
	if v := changesOf(t, l, ""); v.Events != 0 || l.reads > 100 {
		t.Errorf("%d of five million old events are of today, after %d reads", v.Events, l.reads)
	}
	if v := changesOf(t, &ledger{first: 1}, ""); v.Events != 0 {
		t.Errorf("%d events of an empty ledger", v.Events)
	}
}
