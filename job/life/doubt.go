package life

import (
	"net/http"
	"time"

	"gannet/job"
)

// Listings close a posting that its page still shows only if they have not linked to it at this many visits, and for this long.
const (
	// EnoughMisses is how many visits of the listings in a row must not have found a posting before the listings alone can close it. Two
	// would not suffice, because a short list that is cut off twice in a row may go unnoticed.
	EnoughMisses = 3
	// UsualTime is how long listings must not have linked to a posting before they alone can close it, while nothing is known about how long
	// these listings have been wrong before.
	UsualTime = 72 * time.Hour
)

// denial is the conclusion from a visit whose page does not show the posting.
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

// withLists returns the conclusion if listings no longer link to the posting either. It is what the visit found, if that says more than that the page
// does not show it.
func (d denial) withLists() denial {
	switch d.by {
	case ByGone, ByMovedToList, ByMovedToRoot:
		return d
	}
	return denial{ByConfirmed, ReasonConfirmed}
}

// These texts tell users why a posting has its state, if listings have shown it.
const (
	ReasonUnlisted  = "no list shows it any more"
	ReasonStays     = "no list shows it any more, though its page does"
	ReasonConfirmed = "no list shows it any more, nor does its page"
	ReasonForDays   = "no list has shown it for days"
	ReasonListed    = "a list shows it again"
)

// deny records a visit whose page does not show the posting. It closes the posting if an earlier visit or the listings have denied it already.
func (l *Life) deny(o Observation) []Transition {
	if o.What == NotShown {
		l.Look = o.What
	}
	if l.Closed() {
		return nil
	}
	d := denials[o.What]
	if l.Doubt.Denied.IsZero() {
		l.Doubt.Denied = o.At
	}
	first := l.Doubt.Denied
	missing := !l.Doubt.Missing.IsZero()
	if missing {
		d = d.withLists()
	}
	if missing || o.At.After(first) || o.Status == http.StatusGone {
		return l.close(d.reason, d.by, o.At, l.deniedSince(o.At))
	}
	return l.to(job.Suspected, d.reason, d.by, o.At)
}

// miss records that no listing links to the posting. The posting becomes suspected unless its page was visited since.
func (l *Life) miss(o Observation) []Transition {
	if l.Closed() {
		return nil
	}
	d := &l.Doubt
	first := d.Missing.IsZero()
	if first || d.FellOff && !o.FellOff { // only from now on it is known that lists would show it
		d.Missing, d.Misses, d.FellOff = o.At, 0, o.FellOff
	}
	if first {
		d.name(o.Named, o.At)
	}
	d.Misses++
	looked := !l.Last.Before(d.Missing)
	switch {
	case !d.Denied.IsZero():
		why := denial{l.By, l.Reason}.withLists()
		return l.close(why.reason, why.by, o.At, l.deniedSince(o.At))
	case looked && !d.FellOff && d.Misses >= EnoughMisses && o.At.Sub(d.Missing) >= o.lasts():
		return l.close(ReasonForDays, ByConfirmed, o.At, d.Missing)
	case looked:
		return nil
	}
	return l.to(job.Suspected, ReasonUnlisted, ByUnlisted, o.At)
}

// lasts returns how long listings must not link to a posting before they close it without other proof.
func (o *Observation) lasts() time.Duration {
	if o.Lasts > 0 {
		return o.Lasts
	}
	return UsualTime
}

// name records when a listing linked to the posting, unless that is in the future.
func (d *Doubt) name(named, now time.Time) {
	if named.After(d.Listed) && named.Before(now) {
		d.Listed = named
	}
}

// deniedSince returns since when the posting was closed at the latest: since the first look that denied it. If a list named
// it after that, the look may have been wrong, and it is the time of this observation.
func (l *Life) deniedSince(now time.Time) time.Time {
	if d := &l.Doubt; d.Listed.Before(d.Denied) {
		return d.Denied
	}
	return now
}

// lastOpen returns when a posting that was closed at a time was last known open, zero if it never was. Its page showed it, or a
// list linked to it. A page that showed it while lists no longer linked to it is no proof, nor is a list that named it after a look denied it.
func (l *Life) lastOpen(closed time.Time) time.Time {
	d, last := &l.Doubt, l.Known
	listed := !d.Listed.IsZero() && d.Listed.Before(closed) && (d.Denied.IsZero() || d.Listed.Before(d.Denied))
	lacked := !d.Missing.IsZero() && !d.FellOff && !last.Before(d.Missing)
	if listed && (lacked || d.Listed.After(last)) {
		last = d.Listed
	}
	if last.After(closed) {
		return time.Time{}
	}
	return last
}

// list records that a listing links to the posting.
func (l *Life) list(o Observation) []Transition {
	only := l.byLists() || l.State == job.Suspected && l.Doubt.Denied.IsZero() && !l.byWords()
	l.Doubt.Listed, l.Doubt.Missing, l.Doubt.Misses = o.At, time.Time{}, 0
	if only {
		return l.to(job.Open, ReasonListed, "", o.At)
	}
	return nil
}

// byLists reports whether listings alone closed the posting, although its page still shows it.
func (l *Life) byLists() bool { return l.Closed() && l.Reason == ReasonForDays }

// PageState is what is known of the postings of a page, taken together.
type PageState struct {
	Closed  bool      // all are closed
	Denied  bool      // a visit has denied one that is open
	Missing bool      // no listing links to one that is open
	FellOff bool      // the listings that dropped it may show their newest postings only
	Checked time.Time // when something was last observed of one
}
