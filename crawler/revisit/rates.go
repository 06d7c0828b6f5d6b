package revisit

import (
	"math"
)

// evidence is what we have observed of a rate: the number of changes in a number of days. Both fade with time.
type evidence struct {
	Changes, Days float64
}

// mean returns the mean of the rate, in changes a day. Without evidence it is prior, which weighs as much as one change.
func (e evidence) mean(prior float64) float64 { return (1 + e.Changes) / (1/prior + e.Days) }

// add fades the evidence by a factor and adds to it.
func (e *evidence) add(fade, changes, days float64) {
	e.Changes = e.Changes*fade + changes
	e.Days = e.Days*fade + days
}

// group holds what the pages of one host and kind have in common.
type group struct {
	groupKey
	seen    evidence
	last    int64 // seconds: when something was added
	absence *absence
	claims  claims // of its sitemap, in the group of its postings
	trials  int    // of them, under way
}

type groupKey struct {
	host string
	kind Kind
}

// groupOf returns the group of a host and kind. If there is none, it makes one with the time at, in seconds.
func (p *Policy) groupOf(host string, kind Kind, at int64) uint32 {
	key := groupKey{host, kind}
	n, known := p.byGroup[key]
	if !known {
		n = uint32(len(p.groups))
		p.groups = append(p.groups, group{groupKey: key, last: at})
		p.byGroup[key] = n
	}
	return n
}

// usualRate returns how many changes a day a page of this kind is expected to have before anything is known.
func (p *Policy) usualRate(k Kind) float64 {
	if k == Posting {
		return 1 / days(p.o.PostingsLive)
	}
	return 1
}

// rate returns how many changes a day are expected of a page.
func (p *Policy) rate(r *record) float64 { return r.seen.mean(p.groupRate(r.group)) }

func (p *Policy) groupRate(n uint32) float64 {
	g := &p.groups[n]
	return g.seen.mean(p.kinds[g.kind].mean(p.usualRate(g.kind)))
}

// Rate returns how many changes a day a page is expected to have, or 0 if the page is unknown.
func (p *Policy) Rate(id uint64) float64 {
	if r := p.pages[id]; r != nil {
		return p.rate(r)
	}
	return 0
}

// learn adds a visit to the evidence on a page, its group and its kind.
func (p *Policy) learn(r *record, at int64, changes int) {
	passed := float64(at-r.known) / secondsPerDay
	if passed <= 0 {
		return
	}
	r.known = at
	n := float64(max(changes, 0))
	if r.kind == Posting && changes > 0 {
		n = changesIfAny(p.rate(r) * passed)
	}
	p.kinds[r.kind].add(1, n, passed)
	if r.valid != 0 && r.valid <= at { // the end was announced: it says nothing of those that are not
		n = 0
	}
	g := &p.groups[r.group]
	r.seen.add(p.fade(passed), n, passed)
	g.seen.add(p.fade(float64(at-g.last)/secondsPerDay), n, passed)
	g.last = max(g.last, at)
}

// fade returns what remains of the weight of evidence after some days.
func (p *Policy) fade(passed float64) float64 {
	return math.Exp2(-max(passed, 0) / days(p.o.ChangesMatter))
}

// changesIfAny returns how many changes are expected of a page that differs from the visit before, since a visit shows only whether it differs, not
// how often it has changed. expected is the number that was expected before the visit. This is the E step of an estimate by EM of what Cho and
// Garcia-Molina call incomplete change histories ("Estimating frequency of change", ACM TOIT 3:3, 2003).
func changesIfAny(expected float64) float64 {
	if expected < 1e-6 {
		return 1
	}
	return expected / -math.Expm1(-expected)
}
