package extract

import (
	"strings"
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/job"
	"gannet/job/embedded"
	"gannet/job/schemaorg"
)

// AddUnshown adds to a page's words the text of postings that only its embedded data contain, as on pages that scripts fill: see
// features.Page.AddUnshown. So everyone who judges or compares the page by its words uses the postings, too. It does not use templates or
// classifiers, so the result is the same when the page is read again. The postings that are found on the page do not change. Postings in
// microdata and RDFa are not added, because the page shows them.
func AddUnshown(p *features.Page) {
	if _, isAnswer := records.Of(p); isAnswer || len(p.Data) == 0 || schemaorg.InAttributes(p) {
		return
	}
	d := dataOf(p, time.Time{})
	p.NoPosting = len(d.seen) == 0
	var texts []string
	for _, m := range d.given() {
		texts = append(texts, strings.Join([]string{m.Title, m.Company, m.Location, m.Description}, "\n"))
	}
	if len(texts) > 0 {
		p.AddUnshown(texts)
	}
}

// inData are the postings in a page's markup, or else in its data for programs.
type inData struct {
	marked []*job.Posting // in the markup
	seen   []*job.Posting // marked, or else those in the data for programs
	own    *job.Posting   // the one of seen that the page is about; nil if there is none
	all    []*job.Posting // of seen, if the page has several in full
}

// dataOf reads the postings in a page's markup and data. Relative dates count from now.
func dataOf(p *features.Page, now time.Time) (d inData) {
	if p.NoPosting {
		return inData{}
	}
	d.marked = schemaorg.ReadPage(p, now)
	d.seen, d.own = d.marked, own(p, d.marked)
	if len(d.marked) == 0 {
		d.seen = embedded.Read(p, now)
		d.own = ownEmbedded(p, d.seen)
	}
	d.all = several(p, d.seen, d.own)
	return d
}

// given returns the postings that the page gives by its data.
func (d *inData) given() []*job.Posting {
	switch {
	case len(d.all) > 1:
		return d.all
	case d.own != nil:
		return []*job.Posting{d.own}
	}
	return nil
}
