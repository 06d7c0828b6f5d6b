package revisit

import (
	"math"
	"time"
)

// absence counts how long lists have no longer linked to postings whose pages still showed them. Either the lists were in trouble, and named
// the postings again, or the postings had ended in silence.
type absence struct {
	Back [len(absences)]float64 // lacked for longer than that, and then named again
	All  [len(absences)]float64 // lacked for so long
}

// absences are how long lists have to lack a posting that its page still shows until it counts as closed. The shortest is
// taken at which few enough are named again. None is below a day, after which most sites have made their lists again.
var absences = [...]time.Duration{24 * time.Hour, 28 * time.Hour, 32 * time.Hour, 36 * time.Hour,
	42 * time.Hour, 48 * time.Hour, 60 * time.Hour, usualAbsence, 96 * time.Hour, 120 * time.Hour, 168 * time.Hour}

const (
	// usualAbsence is enough as long as little is known.
	usualAbsence = 72 * time.Hour
	// namedAgain is the share of postings closed in silence that may be named again. A tenth of the closings are of this kind.
	namedAgain = .002
	// troubleFades is the prior of how long troubles last: the mean of an exponential distribution.
	troubleFades = 12 * time.Hour
)

// add counts a posting that lists no longer linked to for so long.
func (a *absence) add(lacked time.Duration, back bool) {
	for i, age := range absences {
		switch {
		case lacked < age:
			return
		case back:
			a.Back[i]++
		}
		a.All[i]++
	}
}

func (a *absence) fade(by float64) {
	for i := range a.All {
		a.Back[i] *= by
		a.All[i] *= by
	}
}

// share returns which share of the postings that were lacked for as long as absences[i] was named again. The prior weighs as
// much as one posting.
func (a *absence) share(i int, prior float64) float64 { return (a.Back[i] + prior) / (a.All[i] + 1) }

// Lack says that no list, sitemap or feed links to a posting that one named before. The first time it is to be looked at now.
// named is when one named it last, zero if that is not known. enough is how long they have to lack it until they alone close
// it: what troubles of the lists of its host have lasted, and of all hosts. fellOff means that they may lack it since they show the
// newest alone. That says nothing of troubles.
func (p *Policy) Lack(id uint64, at time.Time, fellOff bool) (named time.Time, enough time.Duration) {
	r := p.pages[id]
	if r == nil {
		return time.Time{}, usualAbsence
	}
	switch {
	case fellOff:
		r.lacked = 0
	case r.lacked == 0:
		r.lacked = max(at.Unix(), 1)
	}
	r.stillLacked = max(at.Unix(), r.lacked)
	if r.named != 0 {
		named = time.Unix(r.named, 0).UTC()
	}
	p.Suspect(id, at)
	return named, p.enough(r.group)
}

// enough returns how long lists of a host have to lack a posting.
func (p *Policy) enough(group uint32) time.Duration {
	host := p.groups[group].absence
	if host == nil {
		host = new(absence)
	}
	for i, age := range absences {
		general := p.absence.share(i, math.Exp(-age.Hours()/troubleFades.Hours()))
		if max(general, host.share(i, general)) <= namedAgain || age >= usualAbsence && host.Back[i] < .5 {
			return age
		}
	}
	return absences[len(absences)-1]
}

// silence is a posting that was closed because lists no longer linked to it.
type silence struct {
	lacked, closed int64 // seconds
}

// soon returns for how long the lists may have lacked a posting in all, so that naming it again shows a trouble. After that it
// has opened again.
func (s silence) soon() int64 { return (s.closed - s.lacked) * 5 / 4 }

// isNamed records that a list links to a posting.
func (p *Policy) isNamed(r *record, at int64) {
	if r.lacked != 0 && r.looks > 0 {
		p.countAbsence(r.group, r.stillLacked-r.lacked, true)
	}
	r.named, r.lacked = max(at, r.named), 0
}

// ended records that a posting has closed that lists lacked and its page had still shown.
func (p *Policy) ended(r *record) {
	if r.lacked == 0 || r.looks == 0 {
		return
	}
	p.countAbsence(r.group, r.stillLacked-r.lacked, false)
	p.silent[r.id] = silence{r.lacked, r.stillLacked}
}

// cameBack records that a posting is followed again. If it was closed not long ago because lists no longer linked to it, that was wrong.
func (p *Policy) cameBack(r *record) {
	s, was := p.silent[r.id]
	if !was {
		return
	}
	delete(p.silent, r.id)
	if lacked := r.last - s.lacked; lacked <= s.soon() {
		p.countAbsence(r.group, lacked, true)
	}
}

func (p *Policy) countAbsence(group uint32, seconds int64, back bool) {
	g := &p.groups[group]
	if g.absence == nil {
		g.absence = new(absence)
	}
	lacked := time.Duration(seconds) * time.Second
	p.absence.add(lacked, back)
	g.absence.add(lacked, back)
}

// forgetAbsences has what was counted weigh less, and forgets what has stayed closed. It is done with every plan.
func (p *Policy) forgetAbsences(now int64) {
	by := p.fade(float64(planEvery) / secondsPerDay)
	p.absence.fade(by)
	for i := range p.groups {
		if a := p.groups[i].absence; a != nil {
			a.fade(by)
		}
	}
	for id, s := range p.silent {
		if now-s.lacked > s.soon() {
			delete(p.silent, id)
		}
	}
}
