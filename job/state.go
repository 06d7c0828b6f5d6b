package job

import "time"

// State says whether one can still apply to a posting.
type State string

// These are the states of a posting. A posting that an earlier version of gannet stored has no state, which counts as unknown.
const (
	// Open is the state of a posting to which one can still apply.
	Open State = "open"
	// Suspected is the state of a posting for whose end there is a sign, but no proof; see package life.
	Suspected State = "suspected"
	// Closed is the state of a posting that has ended.
	Closed State = "closed"
	// Unknown is the state of a posting of which it is not known whether it has ended, as of postings that an earlier version stored.
	Unknown State = "unknown"
)

// These texts tell users why a posting has its state.
const (
	ReasonEnded    = "its last day is past"
	ReasonSaysSo   = "the page says that it is closed"
	ReasonMaySay   = "the page may say that it is closed, though it takes applications"
	ReasonNotYet   = "its last day is to come"
	ReasonApplies  = "the page takes applications"
	ReasonInactive = "its data say that it is not active"
	ReasonSeen     = "seen on its page, where no last day was read"
)

// Known returns the state, or Unknown if it is empty, as for a posting stored by an earlier version.
func (s State) Known() State {
	if s == "" {
		return Unknown
	}
	return s
}

// Ended reports whether the last day of a posting is over at the time now.
func (p *Posting) Ended(now time.Time) bool {
	end := p.EndsAt()
	return !end.IsZero() && !now.Before(end)
}

// EndsAt returns the time at which a posting ends, in UTC, or the zero time if it has no last day.
func (p *Posting) EndsAt() time.Time {
	if !p.Ends.IsZero() {
		return p.Ends
	}
	return EndOf(p.ValidThrough)
}

// LastDay returns the last day from which EndsAt is computed: EndOf(p.LastDay()) is p.EndsAt().
func (p *Posting) LastDay() time.Time {
	end := p.EndsAt()
	if !end.IsZero() && isMidnight(end) {
		return end.Add(-24 * time.Hour)
	}
	return end
}

// EndOf returns the time, in UTC, at which a posting with this last day ends. If last is a midnight, that is 24 hours later; otherwise it is
// last itself. The zero time stays zero.
func EndOf(last time.Time) time.Time {
	if !last.IsZero() && isMidnight(last) {
		return last.Add(24 * time.Hour)
	}
	return last
}

func isMidnight(t time.Time) bool { return t.Equal(t.Truncate(24 * time.Hour)) }

// SetDates sets the day of posting, the last day to apply and its end to the right moments, by the country of the first place of work that
// has one. The country decides what an abbreviation such as CST means, and in which time zone the last day ends. The parameter country is
// an ISO 3166 code that is used if no place has a country; it may be "".
func (p *Posting) SetDates(country string) {
	for _, place := range p.Places {
		if place.CountryCode != "" {
			country = place.CountryCode
			break
		}
	}
	p.Posted = In(p.Posted, country).UTC()
	last := In(p.ValidThrough, country)
	if end := EndOfLastDay(last, p.Places, country); !end.Equal(EndOf(last)) {
		p.Ends = end
	}
	p.ValidThrough = last.UTC()
}

// SetState sets the state of a posting that a page shows at the time now. says is what the page says about its end: Closed, Suspected, or
// "" for nothing. applies says that the page has a way to apply. A page that shows a posting and says nothing about its end means that the
// posting is open; a missing button means nothing, because pages hide it from crawlers.
func (p *Posting) SetState(now time.Time, says State, applies bool) {
	switch {
	case says == Closed:
		p.State, p.StateReason = Closed, ReasonSaysSo
	case p.Ended(now):
		p.State, p.StateReason = Closed, ReasonEnded
	case says == Suspected:
		p.State, p.StateReason = Suspected, ReasonMaySay
	case !p.ValidThrough.IsZero():
		p.State, p.StateReason = Open, ReasonNotYet
	case applies:
		p.State, p.StateReason = Open, ReasonApplies
	default:
		p.State, p.StateReason = Open, ReasonSeen
	}
}
