package extract

import (
	"time"

	"gannet/features"
	"gannet/job"
)

// PDF is Page for a page that was made of a PDF by package pdftext. All fields have that as their origin.
func (e *Extractor) PDF(p *features.Page, now time.Time) (job.Kind, []*job.Posting) {
	kind, found := e.Page(p, now)
	for _, posting := range found {
		comeFromPDF(posting)
	}
	return kind, found
}

// comeFromPDF sets the origin of all fields.
func comeFromPDF(p *job.Posting) {
	for field, of := range p.Provenance {
		of.Method = job.PDF
		p.Provenance[field] = of
	}
}
