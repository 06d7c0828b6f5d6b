package extract

import (
	"slices"

	"gannet/job"
	"gannet/job/conditions"
)

// Confidence in what sentences and titles say of the conditions of a job.
const (
	sureSentence = .75
	sureTitle    = .8
	sureApply    = .8
)

// mostEligible bounds the statements about eligibility that a posting keeps.
const mostEligible = 5

// decideConditions sets the fields on where the work is done, for how long, at which level, and who may do it. Each of the sources of a
// posting votes, and so do its title, its place and its sentences. A posting is remote only if its mode of work is.
func decideConditions(p *job.Posting, sources []*job.Posting, place, lang string) {
	said := conditions.Read(p.Title+"\n"+p.Description, lang)
	mode, term := said.Mode, said.Term
	mode.Add(conditions.ModeOfTitle(p.Title))
	if !slices.ContainsFunc(sources, func(from *job.Posting) bool { return from.WorkMode != "" }) { // else the place has voted
		mode.Add(conditions.ModeOf(place))
	}
	for _, from := range sources {
		mode.Add(conditions.ModeVote(from.WorkMode, from.Provenance[job.WorkMode].Confidence))
		term.Add(conditions.TermVote(from.Term, from.Provenance[job.Term].Confidence))
	}
	decided := func(field job.Field, sure float64) {
		delete(p.Provenance, field)
		if p.Text(field) == "" {
			return
		}
		p.Provenance[field] = job.Provenance{Method: job.Page, Confidence: min(sure, sureSentence)}
		for _, from := range sources {
			if origin, ok := from.Provenance[field]; ok && from.Text(field) == p.Text(field) {
				p.Provenance[field] = job.Provenance{Method: origin.Method, Confidence: min(sure, origin.Confidence)}
				return
			}
		}
	}
	var sure float64
	p.WorkMode, sure = mode.Mode()
	p.Remote = p.WorkMode == conditions.Remote
	decided(job.WorkMode, sure)
	decided(job.Remote, sure)
	if p.Term, sure = term.Term(); p.Term != conditions.FixedTerm {
		p.Duration = ""
	} else if p.Duration == "" {
		p.Duration = said.Duration
	}
	decided(job.Term, sure)
	decided(job.Duration, sure)
	if level := conditions.Seniority(p.Title, lang); level != "" && p.Provenance[job.Seniority].Confidence < sureTitle {
		p.Seniority = level
		p.Provenance[job.Seniority] = job.Provenance{Method: p.Provenance[job.Title].Method, Confidence: sureTitle}
	}
	addEligible(p, said.Eligibility)
}

// addEligible adds what sentences say about eligibility to what markup and labels do.
func addEligible(p *job.Posting, said []string) {
	if _, ok := p.Provenance[job.Eligibility]; !ok && len(said) > 0 {
		p.Provenance[job.Eligibility] = job.Provenance{Method: job.Page, Confidence: sureSentence}
	}
	p.Eligibility = slices.Clip(p.Eligibility)
	for _, s := range said {
		if len(p.Eligibility) < mostEligible && !slices.Contains(p.Eligibility, s) {
			p.Eligibility = append(p.Eligibility, s)
		}
	}
}
