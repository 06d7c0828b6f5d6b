// Package life owns the life of a posting: when it was seen, whether it is open, and how that is known. It is a state
// machine without I/O: observations go in, transitions come out.
//
// The advertisement itself is the proof; that no list shows it any more is a suspicion, which stays while the page shows it and lists do
// not. A look that denies a posting closes it only if something denied it before: another look, or the lists. So neither one wrong answer nor one list
// that was cut closes anything. A page that says itself that the posting is closed is believed at once, and so are its
// last day and status 410. Visits that failed change nothing, nor does what is older than the latest observation.
package life

import (
	"time"

	"gannet/job"
)

// By is the kind of evidence for the end of a posting, for which it became closed or suspected of being closed.
type By string

// These are the kinds of evidence for the end of a posting.
const (
	// ByValidThrough is evidence that a posting has ended: the last day of the posting is past.
	ByValidThrough By = "valid-through"
	// ByBanner is evidence that a posting has ended: the posting's page says that the posting is closed.
	ByBanner By = "banner"
	// ByGone is evidence that a posting has ended: the posting's page is answered with 404 or 410.
	ByGone By = "gone"
	// ByMovedToList is evidence that a posting has ended: the posting's page redirects to a list of postings.
	ByMovedToList By = "moved to a list"
	// ByMovedToRoot is evidence that a posting has ended: the posting's page redirects to the front page of the site.
	ByMovedToRoot By = "moved to the root"
	// ByMoved is evidence that a posting has ended: the posting's page redirects to another page, which does not show the posting.
	ByMoved By = "moved"
	// ByNotShown is evidence that a posting has ended: the posting's page exists, but does not show the posting.
	ByNotShown By = "not shown"
	// ByUnlisted says that no listing links to the posting any more. This makes the posting suspected, but does not close it.
	ByUnlisted By = "unlisted"
	// ByConfirmed says that no listing links to the posting any more, and that its page does not show it either, or that the listings have
	// not linked to it for days.
	ByConfirmed By = "unlisted and confirmed"
)

// Life is the history of a posting: when it was first and last seen, whether it is open, and the evidence. The zero value is that of a
// posting that was never seen.
type Life struct {
	First   time.Time `json:"first_seen,omitzero"`   // when the posting was first shown
	Last    time.Time `json:"last_seen,omitzero"`    // when it was last shown
	Checked time.Time `json:"last_checked,omitzero"` // when its page, or a list that began or ceased to lack it, last told something of it
	Known   time.Time `json:"last_open,omitzero"`    // when its page last showed it and did not say that it is closed
	State   job.State `json:"state,omitempty"`
	Reason  string    `json:"state_reason,omitempty"` // of the state, in words
	By      By        `json:"closed_by,omitempty"`    // what closed it, or made it suspected
	// A closed posting was closed after After and no later than Before. After is zero if it was never known open.
	After    time.Time    `json:"closed_after,omitzero"`
	Before   time.Time    `json:"closed_before,omitzero"`
	Reopened int          `json:"reopened,omitempty"` // how many times it came back
	Ends     time.Time    `json:"ends,omitzero"`      // the end of its last day
	Past     []Transition `json:"past,omitempty"`     // the latest transitions, the last one included
	Look     What         `json:"look,omitempty"`     // what its page showed when there was one
	Doubt    Doubt        `json:"doubt,omitzero"`
	Assumed  bool         `json:"assumed,omitempty"` // no more is known than what its page said at its last visit
}

// Doubt is the evidence since the posting was last known to be open that it may have ended.
type Doubt struct {
	Denied  time.Time `json:"denied,omitzero"`   // since when all looks at its page denied it
	Missing time.Time `json:"missing,omitzero"`  // since when no list shows it
	Misses  int       `json:"misses,omitempty"`  // how often the lists were found to lack it
	Listed  time.Time `json:"listed,omitzero"`   // when a list last showed it
	FellOff bool      `json:"fell_off,omitzero"` // lists may lack it because they show the newest alone
}

// Transition is a change of a posting's state, with its time and reason.
type Transition struct {
	At    time.Time `json:"at"` // of the observation
	State job.State `json:"state"`
	By    By        `json:"by,omitempty"`
	From  job.State `json:"from,omitempty"` // "": the life began
}

// MaxPast is how many changes of a posting's state are stored. Earlier changes are forgotten.
const MaxPast = 24

// On returns the state of the posting that was known at a past time. ok is false if the posting was not known then.
func (l *Life) On(at time.Time) (state job.State, ok bool) {
	if l.State == "" || l.First.After(at) {
		return "", false
	}
	state = job.Unknown
	for _, t := range l.Past {
		if t.At.After(at) {
			if state == job.Unknown && t.From != "" {
				state = t.From
			}
			break
		}
		state = t.State
	}
	return state, true
}

// Closed reports whether the posting is closed.
func (l *Life) Closed() bool { return l.State == job.Closed }

// Vanished reports whether the posting is closed, or whether its page no longer showed it at the latest visit.
func (l *Life) Vanished() bool { return l.Closed() || !l.Doubt.Denied.IsZero() }

// to changes the state. A state that stays may get another reason, which is no transition.
func (l *Life) to(state job.State, reason string, by By, at time.Time) []Transition {
	l.Reason, l.By = reason, by
	if state != job.Closed {
		l.After, l.Before = time.Time{}, time.Time{}
	}
	if l.State == state {
		return nil
	}
	t := Transition{At: at, State: state, By: by, From: l.State}
	if l.State == job.Closed {
		l.Reopened++
	}
	l.State = state
	if l.Past = append(l.Past, t); len(l.Past) > MaxPast {
		l.Past = append([]Transition(nil), l.Past[len(l.Past)-MaxPast:]...)
	}
	return []Transition{t}
}
