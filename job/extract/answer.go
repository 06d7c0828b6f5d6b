package extract

import (
	"time"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/conditions"
)

// answer returns the postings of a page that was made of an answer in JSON or XML. Each is a part of it, with the URL of its own page if the
// answer names one, on whatever host. An answer with several is a list.
func (e *Extractor) answer(p *features.Page, found []*job.Posting, now time.Time) (job.Kind, []*job.Posting) {
	var all []*job.Posting
	byTitle := map[string][]*job.Posting{} // an answer may have thousands
	for _, m := range found {
		title := job.NormalTitle(m.Title)
		if m.Title != "" && !conditions.IsSpeculative(m.Title) && !hasSame(byTitle[title], m) {
			all, byTitle[title] = append(all, m), append(byTitle[title], m)
		}
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
