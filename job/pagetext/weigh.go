package pagetext

import (
	"cmp"
	"slices"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/judge"
)

// Weighable are the fields that Weigh explains.
var Weighable = []job.Field{job.Title, job.Company, job.Location, job.ID}

// evidenceNames are the names of the kinds of evidence, in their order.
var evidenceNames = [...]string{"label", "name of an element", "heading", "title element", "heading and title", "beside the heading", "sentences", "site"}

// Weigh returns the values that a page's own words offer for a field, with the evidence for each, the likeliest first. settled reports that rules
// choose the first value without the judge. The arguments are the same as those of Read.
func (from *Reader) Weigh(p *features.Page, lang string, now time.Time, field job.Field) (all []judge.Weighed, settled bool) {
	r := from.newReader(p.Tree(), &job.Posting{URL: p.URL, Language: lang, Provenance: map[job.Field]job.Provenance{}}, now, nil)
	r.read()
	of := map[job.Field]guesses{job.Title: r.title, job.Company: r.company, job.Location: r.location, job.ID: r.id}[field]
	if best, ok := of.best(); r.judge.Decides(field) && !(ok && r.isSettled(&best, of)) {
		s := r.candidates(field)
		values := make([]string, len(s.all))
		for i := range s.all {
			values[i] = s.all[i].value
		}
		return r.judge.Weigh(field, values, s.rows(measuresOf[field]), Measures()[field]), false
	}
	for i := range of {
		w := judge.Weighed{Value: of[i].value, Probability: 1 - of[i].doubt}
		for k, name := range evidenceNames {
			if of[i].evidence&(1<<k) != 0 {
				w.Evidence = append(w.Evidence, judge.Evidence{Name: name, Value: 1})
			}
		}
		all = append(all, w)
	}
	slices.SortStableFunc(all, func(a, b judge.Weighed) int { return cmp.Compare(b.Probability, a.Probability) })
	return all, true
}
