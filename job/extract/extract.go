// Package extract owns the way from a page to its posting: what kind of page it is, and the posting's fields out of
// marked-up data, the site's template and the page's own words, merged field by field.
package extract

import (
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/schemaorg"
	"gannet/job/template"
)

// Extractor extracts postings. Its zero value knows no templates, languages or classifier and finds postings by their
// markup alone. Any number of goroutines may use one.
type Extractor struct {
	Templates *template.Set       // of sites; nil: none
	Languages *features.Languages // tell a posting's language where its page does not say; nil: none

	// Kind tells the kind of a page of which neither markup nor a template says it, and how likely that is right. nil:
	// such a page is Other.
	Kind func(*features.Page) (job.Kind, float64)
}

// Page gives a page's kind and, if it is Detail, its posting; nil otherwise. now is the time of the page, from which
// "yesterday" counts. The page must have its DOM.
func (e *Extractor) Page(p *features.Page, now time.Time) (job.Kind, *job.Posting) {
	if p.Doc == nil {
		return job.Other, nil
	}
	address := p.URL
	templates := e.Templates.For(address)
	kind, known := kindByTemplate(templates, address)
	if known && kind != job.Detail {
		return kind, nil
	}
	marked := schemaorg.Read(p.Doc, address, now)
	own := own(p, marked)
	if !known {
		if kind = e.kind(p, marked, own); kind != job.Detail {
			return kind, nil
		}
	}
	return job.Detail, e.posting(p, own, templates, now)
}

// kindByTemplate gives the kind that a characteristic link of a site says.
func kindByTemplate(templates []*template.Template, url string) (job.Kind, bool) {
	for _, t := range templates {
		if kind, ok := t.Kind(url); ok {
			return kind, true
		}
	}
	return job.Other, false
}

// kind tells the kind of a page that no template knows: one that marks up its own posting is a detail page, one that
// marks up those of other pages leads to them.
func (e *Extractor) kind(p *features.Page, marked []*job.Posting, own *job.Posting) job.Kind {
	switch {
	case own != nil:
		return job.Detail
	case len(marked) > 0:
		return job.Listing
	case e.Kind == nil:
		return job.Other
	}
	kind, _ := e.Kind(p)
	return kind
}

// posting merges what the sources say.
func (e *Extractor) posting(p *features.Page, own *job.Posting, templates []*template.Template, now time.Time) *job.Posting {
	found := &job.Posting{URL: p.URL, Provenance: map[job.Field]job.Provenance{}}
	if p.Canonical != "" {
		found.URL = p.Canonical
	}
	if own != nil {
		merge(found, own)
	}
	for _, t := range templates {
		if from := t.Extract(p.Doc, p.URL, now); from != nil {
			merge(found, from)
		}
	}
	lang := e.language(p, found)
	read := pagetext.Read(p, lang, now)
	if own != nil && isCut(found.Description, read.Description) {
		delete(found.Provenance, job.Description)
	}
	merge(found, read)
	if found.Language == "" && lang != "" {
		found.Language = lang
		found.Provenance[job.Language] = job.Provenance{Method: job.Page, Confidence: .8}
	}
	if found.Duties == "" && found.Employer == "" {
		found.Duties, found.Employer = pagetext.Split(found.Description)
	}
	return found
}
