package schemaorg

import (
	"cmp"

	"gannet/job"
)

// plain reads a posting from an object with plain keys, as in lists of advertisements. The keys are title, company, place, region or location, date,
// text, html or description, url, id, salary, employment and language. An object with schema.org's keys but without a type is read in the same way.
// plain returns nil if there is neither a title nor a text.
func (r *reader) plain(o object) *job.Posting {
	if o["hiringOrganization"] != nil || o["jobLocation"] != nil || o["datePosted"] != nil {
		p := r.posting(o, job.JSONLD)
		if p != nil {
			p.URL = r.ownURL(o)
		}
		return p
	}
	p := &job.Posting{
		URL: r.ownURL(o), ID: r.first(o, "id"), Title: r.first(o, "title"), Company: r.first(o, "company"), Location: r.first(o, "place", "region", "location"),
		Description: cmp.Or(r.prose(o, "text"), r.prose(o, "html"), r.prose(o, "description")), Language: languageCode(r.first(o, "language")),
		Employment: r.employment(o["employment"]),
	}
	if p.Title == "" && p.Description == "" {
		return nil
	}
	p.Salary = r.salary(object{"salary": o["salary"]}, countryOf(p))
	p.Posted = r.date(o["date"], p.Language)
	p.Provenance = provenanceOf(p, job.Provenance{Method: job.JSONLD, Confidence: confidence[job.JSONLD]})
	return p
}
