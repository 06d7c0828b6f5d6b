package pagetext

import (
	"cmp"
	"slices"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/judge"
)

// Weighable has the fields that Reader.Weigh can explain.
var Weighable = []job.Field{job.Title, job.Company, job.Location, job.ID}

// evidenceNames are the names of the kinds of evidence, in their order.
var evidenceNames = [...]string{"label", "name of an element", "heading", "title element", "heading and title", "beside the heading", "sentences", "site"}

// Weigh returns the possible values of a field in the page's text, with the evidence for each, the likeliest first. settled says that rules
// have chosen the first value, so that no model was needed. The arguments have the same meaning as those of Read.
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
