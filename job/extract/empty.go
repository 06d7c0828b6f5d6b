package extract

import (
	"strings"

	"gannet/features"
	"gannet/job"
)

// Bounds of isEmpty and withoutPosting.
const (
	leastDescription = 100 // letters of a description that says what the work is
	leastTitles      = 5   // links or headings like titles of jobs, which make a list
)

// isEmpty reports whether what was read from a page without markup says nothing of a job. It has hardly a description, no fact beside
// a label, and no title but the employer's name. Pages of employers and lists of postings look so.
func isEmpty(p *job.Posting) bool {
	title := squeezed(p.Title)
	if letters(p.Description) >= leastDescription || p.State == job.Closed || title != "" && !strings.Contains(squeezed(p.Company), title) {
		return false
	}
	for field, origin := range p.Provenance {
		if field != job.Places && origin.Method == job.Label {
			return false
		}
	}
	return true
}

// withoutPosting returns the kind of a page that has no posting of its own: a list if links or headings name several jobs, else Other.
func (e *Extractor) withoutPosting(p *features.Page) job.Kind {
	if e.Title == nil {
		return job.Other
	}
	seen := map[string]bool{}
	count := func(s features.Span) {
		if s.Len() > 0 && e.Title(p, s) {
			seen[strings.ToLower(p.TextOf(s))] = true
		}
	}
	for _, h := range p.Headings {
		count(h)
	}
	for i := range p.Links {
		count(p.Links[i].Anchor)
	}
	if len(seen) >= leastTitles {
		return job.Listing
	}
	return job.Other
}
