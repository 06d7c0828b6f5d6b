package revisit

import (
	"math"
	"time"
)

const (
	// leastChance is the probability below which a loss is not believed at once. With it, 1 in 1,000 visits may be a false alarm.
	leastChance = .001
	// longDrop is how long such a loss has to last until it is believed. A list that was cut off is whole again within a day.
	longDrop = 36 * time.Hour
	// greatLoss is the share of its entries that a list may lose in one visit. A list that loses more is requested again.
	greatLoss = 1. / 3
)

// Believe reports whether a list, sitemap or feed that has lost links was probably read in full. lost counts the links that are missing for
// the first time, and of counts all links that it had. If the result is false, no posting counts as missing, and the visit counts as
// failed. A loss that is improbable for this list is believed after 36 hours, and a loss of more than a third at the second visit.
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

// Chance returns the probability that a list, sitemap or feed loses this many entries or more since its last visit although it was read in
// full. If the probability is tiny, the list was probably cut off, and should be requested again before its postings are suspected. The
// rate of losses has a Gamma distribution, so their number has a negative binomial one.
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
