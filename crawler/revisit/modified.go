package revisit

import (
	"math"
	"time"
)

// A sitemap may state when its pages were last modified. How far we trust this depends on how often it has been true on the host: each page that is
// requested because of such a statement is a trial, which succeeds if the page has changed.

// claims counts the trials of a host. Older ones weigh less.
type claims struct {
	True, All float64
}

const (
	// untried is how many trials of a host may be under way before any has succeeded, so that a sitemap whose pages all seem to be new costs few
	// requests. Each remembered success allows provedMore further trials.
	untried    = 3
	provedMore = 2
	// leastTrust is the share of successes below which the statements of a host are not believed. It then takes weeks until its trials are forgotten.
	leastTrust = .25
	// mostModified is the share of the requests of a day that may be used for such trials. It is small because few of these changes mean that a
	// posting has ended, and lists show that anyway.
	mostModified = .02
)

// trust returns the share of trials that are expected to succeed. The prior weighs as much as two trials, one of them a success.
func (c claims) trust() float64 { return (1 + c.True) / (2 + c.All) }

// Modified records that a sitemap gives a page the modification time by. The page then becomes due under three conditions: it was not visited
// since that time, such statements of the host have mostly been right, and the revisit is worth more than other requests.
func (p *Policy) Modified(id uint64, by, now time.Time) {
	r := p.pages[id]
	if r == nil || r.kind != Posting || r.rare || r.modified != 0 || by.Unix() <= r.last || by.Sub(now) > 24*time.Hour {
		return
	}
	g := &p.groups[r.group]
	if float64(g.trials) >= untried+provedMore*g.claims.True || !p.worthLooking(r, g.claims.trust(), now.Unix()) {
		return
	}
	if p.o.PerDay > 0 && p.budget.modified.perDay(now.Unix(), 0) >= mostModified*float64(p.o.PerDay) {
		return
	}
	p.budget.modified.add(now.Unix(), 1)
	g.trials++
	r.modified = max(by.Unix(), now.Unix(), 1)
	p.reschedule(r)
}

// worthLooking reports whether a revisit now saves enough posting-days, compared with waiting until MaxAge or the page's own rate makes it due.
func (p *Policy) worthLooking(r *record, trust float64, now int64) bool {
	sooner := float64(max(0, r.due-now)) / secondsPerDay
	return trust >= leastTrust && trust*sooner >= p.plan.Worth
}

// tried records whether a visit has found a change on a page that a sitemap said was modified.
func (p *Policy) tried(r *record, changed bool) {
	if r.modified == 0 {
		return
	}
	p.endTrial(r)
	g := &p.groups[r.group]
	g.claims.All++
	if changed {
		g.claims.True++
	}
}

// endTrial ends the trial of a page, if there is one.
func (p *Policy) endTrial(r *record) {
	if r.modified != 0 {
		r.modified = 0
		p.groups[r.group].trials--
	}
}

// forgetClaims reduces the weight of earlier trials. It is called with every plan.
func (p *Policy) forgetClaims() {
	by := p.fade(float64(planEvery) / secondsPerDay)
	for i := range p.groups {
		p.groups[i].claims.True *= by
		p.groups[i].claims.All *= by
	}
}

// valid reports whether trials can have been observed.
func (c claims) valid() bool {
	return c.True >= 0 && c.True <= c.All && !math.IsInf(c.All, 0) && !math.IsNaN(c.All)
}
