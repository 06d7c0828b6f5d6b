package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"gannet/crawler/watch"
	"gannet/job"
	"gannet/store/postings"
)

// day is the time that the view "changes" covers.
const day = 24 * time.Hour

// changesView lists what happened to postings in the last day, the newest first.
type changesView struct {
	list
	Events  int // of the day
	Counts  []eventCount
	Changes []changeRow
}

type eventCount struct {
	Event postings.Event
	N     int
}

// changeRow is an event, with the present state of its posting.
type changeRow struct {
	*postings.Change
	Job    *job.Posting // nil if it is not kept any more
	Fields string       // those that changed
	Reason string
}

func (v *changesView) title() string { return "Changes" }

// inThisPart says how many events of each kind are shown.
func (v *changesView) inThisPart() string {
	var counts []string
	for _, c := range v.Counts {
		counts = append(counts, fmt.Sprint(count(c.N), " ", c.Event))
	}
	return after(". In this part: ", strings.Join(counts, ", "))
}

// what says in words what changed, and why.
func (r *changeRow) what() string {
	reason := visible(cut(200, r.Reason))
	if r.Fields != "" && r.Reason != "" {
		reason = "; " + reason
	}
	return r.Fields + reason
}

func viewChanges(r *request) (view, error) {
	v := &changesView{list: list{Form: asked(r, "before")}}
	last, err := r.Postings.LatestChange()
	if err != nil {
		return nil, err
	}
	first, err := cursorAt(r.Postings, last, time.Now().Add(-day))
	if err != nil {
		return nil, err
	}
	before, err := numberIn(r, "before")
	if err != nil {
		return nil, err
	}
	if v.Events = int(last + 1 - first); before == 0 || before > last {
		before = last + 1
	}
	from := max(first, before-min(before, rows))
	if err := v.read(r.Postings, from, before); err != nil {
		return nil, err
	}
	if from > first {
		v.Next = v.after("before", from)
	}
	return v, nil
}

// errEnough ends a reading of events.
var errEnough = errors.New("enough is read")

// read reads the events from one cursor up to another one, which is not among them.
func (v *changesView) read(from postings.Finder, first, before uint64) error {
	counts := make(map[postings.Event]int)
	err := from.Changes(first-1, func(c *postings.Change) error {
		if c.Cursor >= before {
			return errEnough
		}
		counts[c.Event]++
		v.Changes = append(v.Changes, rowOf(c))
		return nil
	})
	if first >= before || errors.Is(err, errEnough) {
		err = nil
	}
	slices.Reverse(v.Changes)
	for _, event := range slices.Sorted(maps.Keys(counts)) {
		v.Counts = append(v.Counts, eventCount{event, counts[event]})
	}
	for i := range v.Changes {
		if row := &v.Changes[i]; row.Number > 0 && err == nil {
			err = row.complete(from)
		}
	}
	return err
}

// rowOf says what an event changed.
func rowOf(c *postings.Change) changeRow {
	row := changeRow{Change: c, Fields: strings.Join(slices.Sorted(maps.Keys(c.Fields)), ", ")}
	if c.Life != nil && c.Event != postings.EventNew {
		row.Reason = c.Life.Reason
	}
	var alarm watch.Alarm
	switch isAlarm := c.Event == postings.EventAlarm && json.Unmarshal(c.Alarm, &alarm) == nil; {
	case isAlarm && alarm.Over:
		row.Reason = fmt.Sprintf("%s gives again what it gave before (%s)", alarm.Host, alarm.Signal)
	case isAlarm:
		row.Reason = fmt.Sprintf("%s does not give what it gave before (%s)", alarm.Host, alarm.Signal)
	}
	return row
}

// complete adds the posting as it is today.
func (r *changeRow) complete(from postings.Finder) error {
	p, err := from.Get(r.Number)
	if errors.Is(err, postings.ErrNotFound) {
		return nil
	}
	if err == nil {
		r.Job = p.Job
	}
	return err
}

// cursorAt returns the first event since a time, the one after last if there is none. Events that were dropped count as earlier ones.
func cursorAt(from postings.Finder, last uint64, since time.Time) (uint64, error) {
	var failed error
	n := sort.Search(int(last), func(i int) bool {
		at, err := timeOf(from, uint64(i+1))
		if err != nil {
			failed = err
		}
		return failed != nil || !at.Before(since)
	})
	return uint64(n + 1), failed
}

// timeOf returns when an event happened. It is zero if the event was dropped.
func timeOf(from postings.Finder, cursor uint64) (at time.Time, err error) {
	err = from.Changes(cursor-1, func(c *postings.Change) error {
		if c.Cursor > 0 { // a snapshot is of now, and stands for what was dropped
			at = c.Time
		}
		return errEnough
	})
	if errors.Is(err, errEnough) || errors.Is(err, postings.ErrOldCursor) {
		err = nil
	}
	return at, err
}
