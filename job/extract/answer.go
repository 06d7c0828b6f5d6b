package extract

import (
	"time"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/conditions"
)

// identity is what two records of one posting in an answer have in common.
type identity struct{ title, id, location, company, text string }

// Bounds of the comparison of postings of one answer, of which thousands may have one title.
const (
	mostCompared     = 20   // earlier postings of the title that each is compared with, beside those of the same identity
	longestBeginning = 2000 // bytes of a description
)

// answer returns the postings of a page that was made of an answer in JSON or XML. Each is a part of it, with the URL of its own page if the
// answer names one, on whatever host. An answer with several is a list.
func (e *Extractor) answer(p *features.Page, found []*job.Posting, now time.Time) (job.Kind, []*job.Posting) {
	var all []*job.Posting
	byTitle, seen := map[string][]*job.Posting{}, map[identity]bool{} // an answer may have thousands
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
