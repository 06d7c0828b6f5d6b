package extract

import (
	"cmp"
	"slices"
	"time"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/conditions"
	"gannet/job/embedded"
	"gannet/job/template"
)

// identity is what two records of one posting in a response have in common.
type identity struct{ title, id, location, company, text string }

// Bounds of the comparison of postings of one response, of which thousands may have one title.
const (
	mostCompared     = 20   // earlier postings of the title that each is compared with, beside those of the same identity
	longestBeginning = 2000 // bytes of a description
)

// recordsOf returns what finds the records that templates for answers lead to, nil if there are no such templates for a page's URL.
func recordsOf(templates []*template.Template, p *features.Page, now time.Time) func(tree any) map[string]embedded.Supplement {
	templates = slices.DeleteFunc(slices.Clone(templates), func(t *template.Template) bool { return !t.IsFor(p.URL) })
	if len(templates) == 0 {
		return nil
	}
	return func(tree any) map[string]embedded.Supplement {
		all := map[string]embedded.Supplement{}
		for _, t := range slices.Backward(templates) { // the first of several that lead to a record holds
			for _, r := range t.RecordsOf(tree) {
				all[r.At] = func(to *job.Posting) {
					if found := t.ReadRecord(r.Object, p.URL, now); found != nil {
						merge(to, found)
					}
					to.URL = cmp.Or(t.URLOf(r.Object, p.URL), to.URL)
				}
			}
		}
		return all
	}
}

// answer returns the postings of a page that was made of a response in JSON or XML. Each is a part of it, with the URL of its own page if the
// response names one, on whatever host. A response with several is a list.
func (e *Extractor) answer(p *features.Page, found []*job.Posting, now time.Time) (job.Kind, []*job.Posting) {
	var all []*job.Posting
	byTitle, seen := map[string][]*job.Posting{}, map[identity]bool{} // a response may have thousands
	for _, m := range found {
		if m.Title == "" || conditions.IsSpeculative(m.Title) {
			continue
		}
		title, begin := job.NormalTitle(m.Title), squeezed(m.Description[:min(len(m.Description), longestBeginning)])
		same := identity{title, m.ID, m.Location, m.Company, begin[:min(len(begin), 2*shownLetters)]}
		if earlier := byTitle[title]; !seen[same] && !hasSame(earlier[max(0, len(earlier)-mostCompared):], m) {
			all, byTitle[title] = append(all, m), append(earlier, m)
		}
		seen[same] = true
	}
	if len(all) == 0 {
		return job.Other, nil
	}
	list := e.parts(p, all, now)
	for i, m := range all {
		if own, err := weburl.Canonical(m.URL); err == nil && !isHere(p, m) {
			list[i].URL = own
		}
	}
	if len(all) == 1 {
		return job.Detail, list
	}
	return job.Listing, list
}
