package extract

import (
	"gannet/internal/lazyregexp"
	"gannet/job"
	"gannet/job/occupation"
)

// iscoCode matches a category by ISCO-08 as markup gives it: the name of the classification and a code of four digits.
var iscoCode = lazyregexp.New(`(?i)\bISCO(?:[- ]?08)?\b\D*\b(\d{4})\b`)

// decideOccupation codes a posting by ISCO-08: as its page does, or else by the model.
func (e *Extractor) decideOccupation(p *job.Posting) {
	for _, category := range p.Category {
		if m := iscoCode.FindStringSubmatch(category); m != nil && occupation.Name(m[1], "") != "" {
			p.Occupation, p.Provenance[job.Occupation] = m[1], p.Provenance[job.Category]
			return
		}
	}
	if e.Occupation == nil || p.Title == "" {
		return
	}
	group, sure := e.Occupation(p.Title, p.Description)
	if group == "" {
		return
	}
	p.Occupation, p.Provenance[job.Occupation] = group, job.Provenance{Method: job.Model, Confidence: sure}
}
