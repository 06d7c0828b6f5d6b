package job

import "time"

// State says whether one can still apply.
type State string

// The states. A posting of an earlier version has none, which is unknown.
const (
	Open      State = "open"
	Suspected State = "suspected" // something speaks against it, and nothing proves it; see package life
	Closed    State = "closed"
	Unknown   State = "unknown"
)

// Reasons for a state.
const (
	ReasonEnded     = "its last day is past"
	ReasonSaysSo    = "the page says that it is closed"
	ReasonNotYet    = "its last day is to come"
	ReasonApplies   = "the page takes applications"
	ReasonInactive  = "its data say that it is not active"
	ReasonNoApplies = "neither a last day nor a way to apply is named"
)

// Known returns the state, and Unknown for a posting of an earlier version.
func (s State) Known() State {
	if s == "" {
		return Unknown
	}
	return s
}

// Ended reports whether the last day of a posting is past. A day ends with it, in UTC.
func (p *Posting) Ended(now time.Time) bool {
	return !p.ValidThrough.IsZero() && !now.Before(EndOf(p.ValidThrough))
}

// EndOf returns when the last day of a posting ends: 24 hours after a midnight, and at any other time itself. Zero stays zero.
func EndOf(last time.Time) time.Time {
	if !last.IsZero() && last.Equal(last.Truncate(24*time.Hour)) {
		return last.Add(24 * time.Hour)
	}
	return last
}

// SetState notes whether one could apply at a time. says reports that the page says that the posting is closed, applies that
// the page takes applications. A button that is missing says little: pages hide it from crawlers.
func (p *Posting) SetState(now time.Time, says, applies bool) {
	switch {
	case says:
		p.State, p.StateReason = Closed, ReasonSaysSo
	case p.Ended(now):
		p.State, p.StateReason = Closed, ReasonEnded
	case !p.ValidThrough.IsZero():
		p.State, p.StateReason = Open, ReasonNotYet
	case applies:
		p.State, p.StateReason = Open, ReasonApplies
	default:
		p.State, p.StateReason = Unknown, ReasonNoApplies
	}
}
