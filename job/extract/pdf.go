package extract

import (
	"time"

	"gannet/features"
	"gannet/job"
	jobkind "gannet/job/kind"
)

// PDF returns the kind and the postings of a page that package pdftext has made from a PDF. A PDF may contain several advertisements, or list
// postings that are elsewhere; as it has no links, its heading decides. The provenance of all fields is the PDF.
func (e *Extractor) PDF(p *features.Page, now time.Time) (job.Kind, []*job.Posting) {
	kind, found := e.Page(p, now)
	ads := e.ads(p, now)
	switch isList := e.headsList(p); {
	case len(ads) > 1 || isList && len(ads) > 0:
		kind, found = job.Detail, ads
	case isList && kind == job.Detail:
		kind, found = job.Listing, nil
	}
	for _, posting := range found {
		comeFromPDF(posting)
	}
	return kind, found
}

// headsList reports whether the first heading of a page names postings in the plural, and no job.
func (e *Extractor) headsList(p *features.Page) bool {
	return len(p.Headings) > 0 && jobkind.NamesMany(p, p.Headings[0]) && !(e.Title != nil && e.Title(p, p.Headings[0]))
}

// comeFromPDF sets the origin of all fields.
func comeFromPDF(p *job.Posting) {
	for field, of := range p.Provenance {
		of.Method = job.PDF
		p.Provenance[field] = of
	}
}

// leastShared is how many labels and parts each of several advertisements in a file has in common with the first.
const leastShared = 2

// ad is a run of pages of a file that may be one of several advertisements.
type ad struct {
	pages   []pdfPage
	title   int             // block of the first page
	large   float64         // least size of titles, in points
	running map[string]bool // texts that stand on several pages
	posting *job.Posting
	marks   map[string]bool // its labels and parts
	plain   bool            // its first heading alone is large, and looks like the title of a job
}

// ads returns the advertisements of a file that holds several. Each begins on a page of its own, with a title, and says the same
// kinds of things as the first, or has a title as large and as plain. In doubt a page belongs to the advertisement before.
func (e *Extractor) ads(p *features.Page, now time.Time) (found []*job.Posting) {
	list := e.readAds(p, startsOf(pdfPages(p.Tree())), now)
	if len(list) == 0 || isTranslated(list) {
		return nil
	}
	for _, a := range list {
		a.posting.Part = a.pages[0].name
		a.posting.URL = address(p) + "#" + a.posting.Part
		found = append(found, a.posting)
	}
	return found
}

// readAds reads advertisements. A part that is not an advertisement by itself is joined to the one before; before the first one it is a cover.
func (e *Extractor) readAds(p *features.Page, starts []ad, now time.Time) (list []ad) {
	if len(starts) < 2 {
		return nil
	}
	for i := range starts {
		a := &starts[i]
		e.readAd(p, a, now)
		switch {
		case a.posting != nil && (len(list) == 0 || list[0].resembles(a) && isOther(list, a)):
			list = append(list, *a)
		case len(list) > 0:
			last := &list[len(list)-1]
			last.pages = append(last.pages, a.pages...)
			e.readAd(p, last, now)
			if last.posting == nil {
				return nil
			}
		}
	}
	return list
}

// readAd reads one advertisement. Its posting is nil if the part is not an advertisement by itself.
func (e *Extractor) readAd(p *features.Page, a *ad, now time.Time) {
	a.posting = nil
	page, err := features.NewReader().Read(p.URL, a.html())
	if err != nil {
		return
	}
	kind, found := e.Page(page, now)
	if kind == job.Detail && len(found) == 1 && found[0].Title != "" && weightOf(found[0].Description) >= leastOf(found[0]) {
		a.posting, a.marks = found[0], marksOf(page, found[0])
		a.plain = e.Title != nil && len(page.Headings) > 0 && e.Title(page, page.Headings[0]) && !a.hasLargeWithin()
	}
}

// leastLabels is how many labels a short text needs to be an advertisement.
const leastLabels = 3

// leastOf returns the least weight of a posting's description. One that labels say much of may be short.
func leastOf(p *job.Posting) int {
	labels := 0
	for _, of := range p.Provenance {
		if of.Method == job.Label {
			labels++
		}
	}
	if labels >= leastLabels {
		return leastHere
	}
	return leastElsewhere
}

// resembles reports whether two advertisements are made alike: with the same labels or parts, or with plain titles.
func (a *ad) resembles(b *ad) bool {
	n := 0
	for mark := range a.marks {
		if b.marks[mark] {
			n++
		}
	}
	return n >= leastShared || a.plain && b.plain
}

// isOther reports whether an advertisement has another title or place than those before it.
func isOther(list []ad, a *ad) bool {
	for i := range list {
		if alike(list[i].posting, a.posting) {
			return false
		}
	}
	return true
}

// isTranslated reports whether some advertisements are of one place and company, in other languages: they may be one job.
func isTranslated(list []ad) bool {
	first := list[0].posting
	for _, a := range list[1:] {
		p := a.posting
		if p.Language != first.Language && job.NormalLocation(p.Location) == job.NormalLocation(first.Location) &&
			job.NormalCompany(p.Company) == job.NormalCompany(first.Company) {
			return true
		}
	}
	return false
}
