package revisit

import (
	"math"
	"time"
)

// absence counts, by duration, the postings to which lists no longer linked although their pages still showed them. Either the lists were in trouble,
// and linked to the postings again later, or the postings had ended without their pages saying so.
type absence struct {
	Back [len(absences)]float64 // lacked for longer than that, and then named again
	All  [len(absences)]float64 // lacked for so long
}

// absences are the candidates for how long lists must not have linked to a posting until it counts as closed although its page still shows it. We use
// the shortest one after which few enough postings are linked to again. None is shorter than a day, after which most sites have generated their lists
// again.
var absences = [...]time.Duration{24 * time.Hour, 28 * time.Hour, 32 * time.Hour, 36 * time.Hour,
	42 * time.Hour, 48 * time.Hour, 60 * time.Hour, usualAbsence, 96 * time.Hour, 120 * time.Hour, 168 * time.Hour}

const (
	// usualAbsence is the duration used as long as little is known.
	usualAbsence = 72 * time.Hour
	// namedAgain is the share of postings closed for this reason to which lists may link again. A tenth of all closings are of this kind.
	namedAgain = .002
	// troubleFades is what we assume in advance about how long troubles of lists last: the mean of an exponential distribution.
	troubleFades = 12 * time.Hour
)

// add counts a posting to which lists have not linked for this long. back says that they link to it again.
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

// share returns, of the postings that were off the lists for as long as absences[i], the share that came back to a list. The prior weighs as much as
// one posting.
func (a *absence) share(i int, prior float64) float64 { return (a.Back[i] + prior) / (a.All[i] + 1) }

// Lack records that lists, sitemaps or feeds used to link to a posting, and none of them does any more. The first such call makes the posting
// due for a revisit. named is when a list last linked to the posting, or zero if that is not known. The result enough is the time after which a
// missing posting may be closed even if nothing else shows that it has ended. This time is learned from how long lists of this host, and of all
// hosts, have been incomplete before. fellOff says that the lists may show only the newest postings; then nothing is learned about incomplete
// lists.
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

// enough returns how long the lists of a host must not link to a posting until this is sufficient to close it.
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

// silence records a posting that was closed because lists no longer linked to it.
type silence struct {
	lacked, closed int64 // seconds
}

// soon returns the longest total absence from the lists, in seconds, after which a new link still shows that the lists were in trouble. After a
// longer absence, the posting has opened again.
func (s silence) soon() int64 { return (s.closed - s.lacked) * 5 / 4 }

// isNamed records that a list links to a posting.
func (p *Policy) isNamed(r *record, at int64) {
	if r.lacked != 0 && r.looks > 0 {
		p.countAbsence(r.group, r.stillLacked-r.lacked, true)
	}
	r.named, r.lacked = max(at, r.named), 0
}

// ended records that a posting has closed to which lists no longer linked while its page still showed it.
func (p *Policy) ended(r *record) {
	if r.lacked == 0 || r.looks == 0 {
		return
	}
	p.countAbsence(r.group, r.stillLacked-r.lacked, false)
	p.silent[r.id] = silence{r.lacked, r.stillLacked}
}

// cameBack records that a posting is revisited again. If it was closed not long ago because lists no longer linked to it, that was wrong.
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

// forgetAbsences reduces the weight of earlier counts, and forgets postings that have stayed closed. It is called with every plan.
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
