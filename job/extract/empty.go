package extract

import (
	"slices"
	"strings"

	"gannet/features"
	"gannet/job"
	"gannet/job/pagetext"
)

// Bounds of isEmpty and withoutPosting.
const (
	leastDescription = 100 // letters of a description that says what the work is
	leastTitles      = 5   // links or headings like titles of jobs, which make a list
)

// isEmpty reports whether what was read from a page without markup says nothing of a job: it has no fact beside a label. Either it has hardly a description and no
// title but the employer's name. Or its title is that of a section of a site, such as "Careers", and no part of it names duties or requirements. Pages of
// employers and of lists, which a script may insert, look so.
func isEmpty(p *job.Posting) bool {
	title := squeezed(p.Title)
	isSection := pagetext.IsSection(p.Title) && !namesWork(p.Description)
	isNamed := title != "" && !strings.Contains(squeezed(p.Company), title)
	if p.State == job.Closed || !isSection && (isNamed || countLetters(p.Description) >= leastDescription) {
		return false
	}
	for field, origin := range p.Provenance {
		ofEmployer := isSection && (field == job.Location || field == job.Company || field == job.Contact)
		if field != job.Places && origin.Method == job.Label && !ofEmployer {
			return false
		}
	}
	return true
}

// namesWork reports whether a part of a description is of duties or requirements.
func namesWork(description string) bool {
	return slices.ContainsFunc(pagetext.Parts(description), func(p pagetext.Part) bool {
		return p.Section == pagetext.Duties || p.Section == pagetext.Requirements
	})
}

// withoutPosting returns the kind of a page without a posting of its own: a list if links or headings name several jobs, and Other otherwise.
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
