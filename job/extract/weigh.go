package extract

import (
	"cmp"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/judge"
	"gannet/job/pagetext"
)

// Decision says which value a field of a posting got, and by which evidence.
type Decision struct {
	Field  job.Field  `json:"field"`
	Value  string     `json:"value"`            // "" if none is likely enough
	Source job.Method `json:"source,omitempty"` // that has given the value
	Sure   float64    `json:"confidence"`
	Rules  bool       `json:"rules"` // the page's structure was sure enough, so that no model weighed the values
	// Values are what the page's own words offer, the likeliest first. They decide only if markup and templates have no value.
	Values []judge.Weighed `json:"values"`
}

// Decide says how a field of the page's first posting gets its value. The field must be one of pagetext.Weighable. ok is false if the page
// has no posting. The page must have its DOM.
func (e *Extractor) Decide(p *features.Page, field job.Field, now time.Time) (d Decision, ok bool) {
	_, found := e.Page(p, now)
	if len(found) == 0 {
		return d, false
	}
	first := found[0]
	d = Decision{Field: field, Value: map[job.Field]string{job.Title: first.Title, job.Company: first.Company, job.Location: first.Location, job.ID: first.ID}[field]}
	d.Source, d.Sure = first.Provenance[field].Method, first.Provenance[field].Confidence
	d.Values, d.Rules = cmp.Or(e.Words, &pagetext.Reader{}).Weigh(p, e.language(p, first), now, field)
	return d, true
}
