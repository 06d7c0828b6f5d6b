package life

import (
	"time"

	"gannet/job"
)

// What says what a visit of a page or a listing has found about a posting.
type What uint8

// These are the possible findings about a posting.
const (
	// Failed says that a visit has found nothing out about a posting, because of a server error, a time-out, an incomplete page or a
	// captcha.
	Failed What = iota
	// Seen says that a visit has found the posting on its page.
	Seen
	// SaysClosed says that a visit has found the posting on its page, which says that it is closed.
	SaysClosed
	// Ended says that a visit has found the posting on its page, but its last day is past.
	Ended
	// Same says that a visit has found the posting's page unchanged, for example because the response has status 304.
	Same
	// Gone says that a visit of the posting's page was answered with 404 or 410.
	Gone
	// MovedToList says that a visit of the posting's page was redirected to a list of postings.
	MovedToList
	// MovedToRoot says that a visit of the posting's page was redirected to the front page of the site.
	MovedToRoot
	// Moved says that a visit of the posting's page was redirected to another page, which does not show the posting.
	Moved
	// NotShown says that a visit has found the posting's page, but not the posting on it.
	NotShown
	// Unlisted says that visits have found that no list of the host links to the posting any more.
	Unlisted
	// Listed says that a visit of a list has found that it links to the posting.
	Listed
)

func (w What) String() string {
	return [...]string{"failed", "seen", "says closed", "ended", "same", "gone", "moved to a list", "moved to the root", "moved",
		"not shown", "unlisted", "listed"}[w]
}

// Denies reports whether the posting's page was visited and no longer shows the posting.
func (w What) Denies() bool { return w >= Gone && w <= NotShown }

// Observation is what one visit of a page or a listing has found about a posting, with its time.
type Observation struct {
	At   time.Time
	What What
	// Status is the HTTP status of Gone. 410 is believed at once.
	Status int
	// Says is what the page says of itself, for Seen, SaysClosed and Ended; nil if it was not read again.
	Says *Says
	// FellOff tells of Unlisted that the lists may show only what is newer, so that the posting may have fallen off their end.
	// Lists alone close it only by what they lack after this is excluded.
	FellOff bool
	// Named tells of Unlisted when a list or sitemap last named the posting, if its naming is believed. Zero means that this is
	// not known.
	Named time.Time
	// Lasts tells of Unlisted how long lists have to lack the posting until they alone close it. Zero means UsualTime.
	Lasts time.Duration
}

// Says is what a page itself says about the state of its posting.
type Says struct {
	State  job.State
	Reason string    // in words
	Ends   time.Time // the end of its last day; zero without one
}

// Shown returns the Observation that a page shows this posting at the time at. The posting may be marked as closed, or its last day may be
// past.
func Shown(p *job.Posting, at time.Time) Observation {
	o := Observation{At: at, What: Seen, Says: &Says{State: p.State.Known(), Reason: p.StateReason, Ends: p.EndsAt()}}
	switch {
	case p.State == job.Closed && p.StateReason != job.ReasonEnded:
		o.What = SaysClosed
	case p.Ended(at):
		o.What = Ended
	case p.State == job.Closed:
		o.What = SaysClosed
	}
	return o
}

// ShownAgain is the reason, in words, for the state of a posting whose page has not changed and still shows it.
const ShownAgain = "its page still shows it"

// Observe updates the life with an observation, and returns the changes of the posting's state that follow from it. An observation older than
// the latest one changes nothing, because the clock may have been set back.
func (l *Life) Observe(o Observation) []Transition {
	if o.What == Same {
		o.What = max(l.Look, Seen)
	}
	begins := o.What == Seen || o.What == SaysClosed || o.What == Ended
	if o.What == Failed || o.At.Before(l.Checked) || l.State == "" && !begins {
		return nil
	}
	l.Assumed = false
	if begins {
		return l.look(o)
	}
	l.Checked = o.At
	switch o.What {
	case Unlisted:
		return l.miss(o)
	case Listed:
		return l.list(o)
	}
	return l.deny(o)
}

// look records a visit whose page shows the posting.
func (l *Life) look(o Observation) []Transition {
	if l.State == "" {
		l.First = o.At
	}
	l.Last, l.Checked, l.Doubt.Denied = o.At, o.At, time.Time{}
	if o.Says != nil {
		l.Ends = o.Says.Ends
	}
	if o.What == Seen && !l.Ends.IsZero() && !o.At.Before(l.Ends) {
		o.What = Ended
	}
	switch l.Look = o.What; l.Look {
	case SaysClosed:
		return l.close(reasonOf(o.Says, job.ReasonSaysSo), ByBanner, o.At, l.endedBy(o.At))
	case Ended:
		return l.close(job.ReasonEnded, ByValidThrough, o.At, l.endedBy(o.At))
	}
	if l.byLists() { // its page was there all the time
		return nil
	}
	l.Known = o.At
	return l.open(o)
}

// endedBy returns since when a posting whose page says that it is closed has been closed at the latest. That is the end of its last day if
// the day is past and the posting was not known open later. Otherwise it is the time of this visit.
func (l *Life) endedBy(now time.Time) time.Time {
	if !l.Ends.IsZero() && l.Ends.Before(now) && l.Ends.After(l.Known) {
		return l.Ends
	}
	return now
}

// open records that the page shows the posting and names no end. The posting is open as of this visit. While lists no longer link to
// it, it stays suspected: most of these have ended, and their pages stay. It is suspected, too, if the page may say that it is closed.
func (l *Life) open(o Observation) []Transition {
	unchanged := o.Says == nil
	switch {
	case !l.Doubt.Missing.IsZero() && !l.Doubt.FellOff && !l.Closed():
		return l.to(job.Suspected, ReasonStays, ByUnlisted, o.At)
	case !unchanged && o.Says.State == job.Suspected:
		return l.to(job.Suspected, o.Says.Reason, ByBanner, o.At)
	case unchanged && (l.State == job.Open || l.byWords()):
		return nil
	case unchanged:
		return l.to(job.Open, ShownAgain, "", o.At)
	}
	return l.to(job.Open, reasonOf(o.Says, job.ReasonSeen), "", o.At)
}

// byWords reports whether the posting is suspected because its page may say that it is closed.
func (l *Life) byWords() bool { return l.State == job.Suspected && l.By == ByBanner }

func reasonOf(says *Says, otherwise string) string {
	if says != nil && says.Reason != "" {
		return says.Reason
	}
	return otherwise
}

// close makes a posting closed, unless it is.
func (l *Life) close(reason string, by By, at, before time.Time) []Transition {
	if l.Closed() {
		return nil
	}
	t := l.to(job.Closed, reason, by, at)
	l.After, l.Before = l.lastOpen(before), before
	return t
}
