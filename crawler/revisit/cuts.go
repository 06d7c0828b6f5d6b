package revisit

import (
	"math"
	"time"
)

const (
	// leastChance is how probable a loss is at least that is believed. 1 in 1,000 visits may be a false alarm.
	leastChance = .001
	// longDrop is how long a list has to lack more than that until it is believed. Cuts last a day at most.
	longDrop = 36 * time.Hour
	// greatLoss is the share of its entries that a list may lack in one visit. One that lacks more is requested again.
	greatLoss = 1. / 3
)

// Believe reports whether a list, sitemap or feed was whole that lacks some of what it named before. lost are the entries that
// no earlier visit lacked, of all that it named. If it is false, nothing is known to be missing, and the visit has failed.
// A list that loses more than it does by itself is believed after 36 hours, one that loses a third at the second visit.
func (p *Policy) Believe(id uint64, at time.Time, lost, of int) bool {
	r := p.pages[id]
	if r == nil {
		return true
	}
	improbable, great := p.Chance(id, at, lost) < leastChance, float64(lost) > greatLoss*float64(of)
	if !improbable && (!great || r.lacked != 0) {
		r.lacked = 0
		return true
	}
	if r.lacked == 0 {
		r.lacked = max(at.Unix(), 1)
	}
	return time.Duration(at.Unix()-r.lacked)*time.Second >= longDrop
}

// Chance returns how probable it is that a list, sitemap or feed loses so many entries or more by itself after its last visit.
// If it is tiny, the list was probably cut: it should be requested again before its postings are suspected. The rate has a Gamma
// distribution, so the number has a negative binomial one.
func (p *Policy) Chance(id uint64, at time.Time, gone int) float64 {
	r := p.pages[id]
	if r == nil || gone <= 0 {
		return 1
	}
	passed := max(float64(at.Unix()-r.known), 1) / secondsPerDay
	shape, rate := 1+r.seen.Changes, 1/p.groupRate(r.group)+r.seen.Days
	return negativeBinomialTail(shape, passed/(rate+passed), gone)
}

// negativeBinomialTail returns the probability of n or more, for a shape and the probability of one more.
func negativeBinomialTail(shape, more float64, n int) float64 {
	term := math.Exp(shape * math.Log1p(-more))
	below := 0.
	for k := range n {
		below += term
		term *= more * (shape + float64(k)) / float64(k+1)
	}
	return max(0, 1-below)
}
