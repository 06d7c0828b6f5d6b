// Package extract owns the way from a page to its posting. It finds the page's kind. Then it merges the posting's fields from the
// markup, the site's template and the page's own words.
package extract

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"gannet/features"
	"gannet/features/scripted"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/closing"
	"gannet/job/conditions"
	"gannet/job/embedded"
	"gannet/job/pagetext"
	"gannet/job/schemaorg"
	"gannet/job/template"
)

// Extractor finds the job postings on pages. The zero value has no templates, languages or classifier, and finds postings only by their
// markup. It is safe for concurrent use.
type Extractor struct {
	Templates *template.Set       // of sites; nil: none
	Languages *features.Languages // recognise a language that the page does not name; nil: none

	Words *pagetext.Reader // reads a page's own words; nil: its zero value does

	// Kind returns the kind of a page without markup and template, and the probability that it is right. If Kind is nil,
	// such a page is Other.
	Kind func(*features.Page) (job.Kind, float64)

	// Title reports whether words of a page look like the title of a job. If Title is nil, several advertisements in a PDF are told
	// apart only if they have the same labels or parts.
	Title func(*features.Page, features.Span) bool

	// Occupation returns the unit group of ISCO-08 of a posting by its title and text, and the probability that it is right. The group is ""
	// if it is unknown. If Occupation is nil, only postings whose page names their group have one.
	Occupation func(title, text string) (group string, probability float64)
}

// Page returns the kind of a page and its postings: the posting of a Detail page, or all postings of a page with several that are marked up
// in full. Relative dates such as "yesterday" are relative to now. The page must have its DOM.
func (e *Extractor) Page(p *features.Page, now time.Time) (job.Kind, []*job.Posting) {
	if !p.HasTree() {
		return job.Other, nil
	}
	templates := e.Templates.For(p.URL)
	if found, ok := embedded.ReadAnswer(p, now, recordsOf(templates, p, now)); ok {
		return e.answer(p, found, now)
	}
	kind, known := kindByTemplate(templates, p.URL)
	if known && kind != job.Detail {
		return kind, e.listed(p, kind, now)
	}
	d := dataOf(p, now)
	if len(d.all) > 1 {
		return kindOfSeveral(p, d.all), e.parts(p, d.all, now)
	}
	if !known && d.own != nil && len(d.marked) == 0 && !isCertain(p, d.own) && e.isSurelyList(p) {
		return job.Listing, nil
	}
	if !known {
		if kind = e.kind(p, d.marked, d.own); kind != job.Detail {
			return kind, nil
		}
		if d.own == nil && scripted.Probability(p) >= scripted.Likely {
			return job.Other, nil // its posting, if there is one, is not here yet
		}
	}
	found := e.posting(p, d.own, templates, now)
	if !known && d.own == nil && isEmpty(found) {
		return e.withoutPosting(p), nil
	}
	if conditions.IsSpeculative(found.Title) {
		return job.Other, nil
	}
	return job.Detail, []*job.Posting{found}
}

// Known returns the posting that a page would have as a Detail page. It is for a page that had a posting at an earlier visit and is now
// taken for another kind; the caller compares the result with the earlier posting. It returns nil if a template or the markup shows that
// the page is of another kind.
func (e *Extractor) Known(p *features.Page, now time.Time) *job.Posting {
	if !p.HasTree() {
		return nil
	}
	templates := e.Templates.For(p.URL)
	if kind, known := kindByTemplate(templates, p.URL); known && kind != job.Detail {
		return nil
	}
	if len(schemaorg.ReadPage(p, now)) > 0 {
		return nil
	}
	return e.posting(p, nil, templates, now)
}

// listed returns the postings of a page that a template calls a list, if it marks up several in full.
func (e *Extractor) listed(p *features.Page, kind job.Kind, now time.Time) []*job.Posting {
	if kind != job.Listing {
		return nil
	}
	seen := schemaorg.ReadPage(p, now)
	if len(seen) == 0 {
		seen = embedded.Read(p, now)
	}
	if all := several(p, seen, nil); len(all) > 1 {
		return e.parts(p, all, now)
	}
	return nil
}

// kindByTemplate returns the kind that a template's URL patterns give.
func kindByTemplate(templates []*template.Template, url string) (job.Kind, bool) {
	for _, t := range templates {
		if kind, ok := t.Kind(url); ok && t.Records == nil {
			return kind, true
		}
	}
	return job.Other, false
}

// kind returns the kind of a page without a template. A page that marks up its own posting is a detail page. A page that marks
// up only postings of other pages is a list.
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
	if kind == job.Listing && isEnded(p) {
		return job.Detail
	}
	return kind
}

// surelyList is the probability from which on the look of a page decides that it is a list, regardless of its data.
const surelyList = .9

// isSurelyList reports whether a page looks like a list.
func (e *Extractor) isSurelyList(p *features.Page) bool {
	if e.Kind == nil {
		return false
	}
	kind, sure := e.Kind(p)
	return kind == job.Listing && sure >= surelyList && !isEnded(p)
}

// address returns the URL by which a page is known.
func address(p *features.Page) string { return cmp.Or(p.Canonical, p.URL) }

// posting merges the fields that markup, templates and the page's words give.
func (e *Extractor) posting(p *features.Page, own *job.Posting, templates []*template.Template, now time.Time) *job.Posting {
	found := &job.Posting{URL: address(p), Provenance: map[job.Field]job.Provenance{}}
	addSite(found, p)
	var sources []*job.Posting
	if own != nil {
		sources = append(sources, own)
		merge(found, own)
	}
	for _, t := range templates {
		if t.Records != nil {
			continue // of responses
		}
		if from := t.Extract(p.Tree(), p.URL, now); from != nil {
			sources = append(sources, from)
			merge(found, from)
		}
	}
	lang := e.language(p, found)
	read := cmp.Or(e.Words, &pagetext.Reader{}).Read(p, lang, now, found)
	if own != nil && isCut(found.Description, read.Description) {
		delete(found.Provenance, job.Description)
		delete(found.Provenance, job.DescriptionHTML)
		found.DescriptionHTML = ""
	}
	merge(found, read)
	addSaidPay(found, p)
	if found.Language == "" && lang != "" {
		found.Language = lang
		found.Provenance[job.Language] = job.Provenance{Method: job.Page, Confidence: .8}
	}
	if found.Duties == "" && found.Employer == "" {
		found.Duties, found.Employer = pagetext.Split(found.Description)
	}
	place := found.Location
	splitLocation(found)
	locate(found, p)
	decideConditions(found, append(sources, read), place, found.Language)
	e.decideOccupation(found)
	setState(found, p, own, now)
	return found
}

// sureSaid is the confidence in a pay that a description mentions, as a share of the confidence in the description.
const sureSaid = .5

// addSaidPay adds the pay from the sentences of a description that is not part of the page's visible text.
func addSaidPay(found *job.Posting, p *features.Page) {
	origin, ok := found.Provenance[job.Description]
	if !ok || found.Salary.Known() || origin.Method == job.Page {
		return
	}
	if pay := pagetext.SaidPay(found.Description, countryOf(found, p)); pay.Known() {
		found.Salary = pay
		found.Provenance[job.Salary] = job.Provenance{Method: origin.Method, Confidence: origin.Confidence * sureSaid}
	}
}

// countryOf returns the ISO 3166 code of the country of a posting's place, or else of the site, or "".
func countryOf(found *job.Posting, p *features.Page) string {
	return cmp.Or(job.FirstCountry(found.Places), siteCountry(p))
}

// setState sets the dates and the state of a posting by what its page says: in words, by its last day, and in its data.
func setState(found *job.Posting, p *features.Page, own *job.Posting, now time.Time) {
	said := closing.Read(p, closing.Own{Title: found.Title, Company: found.Company, Language: found.Language}, now)
	if found.ValidThrough.IsZero() && !said.Day.IsZero() {
		found.ValidThrough = said.Day
		found.Provenance[job.ValidThrough] = job.Provenance{Method: job.Page, Confidence: sureDay}
	}
	if found.ApplyURL == "" && said.ApplyURL != "" {
		found.ApplyURL = said.ApplyURL
		found.Provenance[job.ApplyURL] = job.Provenance{Method: job.Page, Confidence: sureApply}
	}
	setDates(found, p)
	if own != nil && own.State == job.Closed && said.Says != job.Closed {
		found.State, found.StateReason = own.State, own.StateReason
		return
	}
	found.SetState(now, said.Says, said.Applies || found.DirectApply != nil && *found.DirectApply)
}

// setDates gives the dates of a posting the zone of its country: of its place, or else of the site.
func setDates(found *job.Posting, p *features.Page) {
	found.SetDates(countryOf(found, p))
}

// locate sets what the places of a posting lack: country, region code and coordinates.
func locate(found *job.Posting, p *features.Page) {
	home := cmp.Or(siteCountry(p), countryOfPay(found.Salary))
	job.Locate(found.Places, home)
	job.Locate(found.ApplicantPlaces, home)
	if home == "" {
		job.LocateByLanguage(found.Places, found.Language)
	}
}

// countryOfPay returns the country whose currency a pay has, or "". In ISO 4217 the currency of one country begins with the country's code. Dollars say nothing, because
// those of other countries are written with the same sign.
func countryOfPay(pay job.Pay) string {
	if len(pay.Currency) != len("EUR") || pay.Currency == "USD" {
		return ""
	}
	return job.CountryCode(pay.Currency[:2])
}

// siteCountry returns the country of a page's site, an ISO 3166 code in lower case or "".
func siteCountry(p *features.Page) string {
	host, _, _ := strings.Cut(weburl.Host(p.URL), ":")
	return pagetext.CountryOf(host, p.Lang)
}

// sureDay is the confidence in a last day that was read from a statement about the end of the posting.
const sureDay = .6

// isEnded reports whether a page is one posting that has ended, although it looks like a list: links to others surround it. Its own
// text is still there.
func isEnded(p *features.Page) bool {
	if len(p.Headings) == 0 || !slices.ContainsFunc(p.Blocks[1:], func(b features.Block) bool { return b.Links == 0 && b.Words.Len() >= leastProse }) {
		return false
	}
	return closing.Read(p, closing.Own{}, time.Time{}).Says == job.Closed
}

// leastProse is the number of words of a text that an advertisement has.
const leastProse = 40

// splitLocation gives a posting the parts of a location that is not marked up.
func splitLocation(p *job.Posting) {
	origin, ok := p.Provenance[job.Location]
	by := p.Provenance[job.Remote].Method // markup has no place of its own for remote work
	if !ok || len(p.Places) > 0 || p.Remote && by != job.Label && by != job.Page {
		return
	}
	if job.IsNoPlace(p.Location) {
		p.Location = ""
		delete(p.Provenance, job.Location)
		return
	}
	origin.Confidence *= .8
	var remote bool
	p.Places, remote = job.SplitLocation(p.Location)
	if text := joined(p.Places); text != "" && !remote && job.IsShorter(text, p.Location) {
		p.Location = text
	}
	if len(p.Places) > 0 {
		p.Provenance[job.Places] = origin
	}
}

// joined returns places as one text.
func joined(places []job.Place) string {
	list := make([]string, len(places))
	for i := range places {
		list[i] = places[i].String()
	}
	return strings.Join(list, "; ")
}
