package life

import (
	"net/http"
	"time"

	"gannet/job"
)

// What lists say closes a posting that its page still shows only if they have lacked it so often and so long.
const (
	enoughMisses = 3
	enoughTime   = 72 * time.Hour
)

// denial is what a look at a page concludes if it denies the posting.
type denial struct {
	by     By
	reason string
}

var denials = map[What]denial{
	Gone:        {ByGone, "its page is gone"},
	MovedToList: {ByMovedToList, "its page leads to a list of postings"},
	MovedToRoot: {ByMovedToRoot, "its page leads to the front page"},
	Moved:       {ByMoved, "its page leads to another one, which does not show it"},
	NotShown:    {ByNotShown, "its page does not show it any more"},
}

// Reasons that lists give, in words.
const (
	ReasonUnlisted  = "no list shows it any more"
	ReasonConfirmed = "no list shows it any more, nor does its page"
	ReasonForDays   = "no list has shown it for days"
	ReasonListed    = "a list shows it again"
)

// deny takes a look in that denies the posting. It closes the posting if a look or the lists denied it before.
func (l *Life) deny(o Observation) []Transition {
	if o.What == NotShown {
		l.Look = o.What
	}
	if l.Closed() {
		return nil
	}
	d := denials[o.What]
	first := l.Doubt.Denied
	if first.IsZero() {
		first, l.Doubt.Denied = o.At, o.At
	}
	missing := !l.Doubt.Missing.IsZero()
	if missing && (o.What == NotShown || o.What == Moved) {
		d = denial{ByConfirmed, ReasonConfirmed}
	}
	if missing || o.At.After(first) || o.Status == http.StatusGone {
		return l.close(d.reason, d.by, o.At, first)
	}
	return l.to(job.Suspected, d.reason, d.by, o.At)
}

// miss takes in that no list shows the posting. It makes a posting suspected that nobody has looked at since.
func (l *Life) miss(o Observation) []Transition {
	if l.Closed() {
		return nil
	}
	d := &l.Doubt
	if d.Missing.IsZero() {
		d.Missing, d.Misses, d.FellOff = o.At, 0, false
	}
	d.Misses++
	d.FellOff = d.FellOff || o.FellOff
	looked := !l.Last.Before(d.Missing)
	switch {
	case !d.Denied.IsZero():
		return l.close(ReasonConfirmed, ByConfirmed, o.At, d.Denied)
	case looked && !d.FellOff && d.Misses >= enoughMisses && o.At.Sub(d.Missing) >= enoughTime:
		t := l.close(ReasonForDays, ByConfirmed, o.At, d.Missing)
		l.After = d.Listed
		return t
	case looked:
		return nil
	}
	return l.to(job.Suspected, ReasonUnlisted, ByUnlisted, o.At)
}

// list takes in that a list shows the posting.
func (l *Life) list(o Observation) []Transition {
	only := l.byLists() || l.State == job.Suspected && l.Doubt.Denied.IsZero()
	l.Doubt.Listed, l.Doubt.Missing, l.Doubt.Misses = o.At, time.Time{}, 0
	if only {
		return l.to(job.Open, ReasonListed, "", o.At)
	}
	return nil
}

// byLists reports whether lists alone closed the posting, though its page still shows it.
func (l *Life) byLists() bool { return l.Closed() && l.Reason == ReasonForDays }
