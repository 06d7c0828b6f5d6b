package schemaorg

import (
	"cmp"
	"strings"
	"time"

	"golang.org/x/text/language"

	"gannet/job"
)

// confidence is the share of values from each method that were right, measured on pages that also show the field.
var confidence = map[job.Method]float64{job.JSONLD: 0.97, job.Microdata: 0.95, job.RDFa: 0.93}

// reader makes postings from objects. ids holds the objects that have an @id, to which others may refer.
type reader struct {
	ids  map[string]map[string]any
	url  string
	now  time.Time
	lang string        // of the page, "" if unknown
	days job.DateOrder // of dates in numbers

	sure map[job.Field]float64 // confidence in values of the latest posting that are less sure than others
}

// posting reads a JobPosting. It returns nil if there is neither a title nor a description.
func (r *reader) posting(o object, source job.Method) *job.Posting {
	p := &job.Posting{Title: r.first(o, "title", "jobTitle", "name"), ID: r.identifier(o["identifier"]), URL: r.url}
	p.Language = languageCode(r.first(o, "inLanguage"))
	p.Company = r.first(o, "hiringOrganization", "employer")
	p.Description = r.prose(o, "description")
	p.Duties = r.prose(o, "responsibilities", "qualifications", "skills", "experienceRequirements", "educationRequirements")
	p.Employer = r.prose(o, "employerOverview")
	if p.Description == "" {
		p.Description = p.Duties
	}
	if p.Title == "" && p.Description == "" {
		return nil
	}
	r.sure = map[job.Field]float64{}
	r.location(o, p)
	r.details(o, p)
	r.conditions(o, p)
	p.Posted = r.date(o["datePosted"], p.Language)
	p.ValidThrough = r.date(o["validThrough"], p.Language)
	p.Employment = r.employment(o["employmentType"])
	p.Salary = r.salary(o, countryOf(p))
	p.Contact = r.contact(o)
	r.setProvenance(p, job.Provenance{Method: source, Confidence: confidence[source]})
	return p
}

// setProvenance sets the provenance of each field that p has. Fields that are less sure get a lower confidence.
func (r *reader) setProvenance(p *job.Posting, same job.Provenance) {
	p.Provenance = provenanceOf(p, same)
	for field, sure := range r.sure {
		if origin, ok := p.Provenance[field]; ok {
			origin.Confidence = min(origin.Confidence, sure)
			p.Provenance[field] = origin
		}
	}
}

// countryOf returns the ISO 3166 code of the country of a posting's first place that has one, or "".
func countryOf(p *job.Posting) string {
	return cmp.Or(job.FirstCountry(p.Places), job.LocationCountry(p.Location, ""))
}

// provenanceOf returns a map with the same provenance for each field that p has.
func provenanceOf(p *job.Posting, same job.Provenance) map[job.Field]job.Provenance {
	found := map[job.Field]bool{
		job.Title: p.Title != "", job.Company: p.Company != "", job.Location: p.Location != "", job.Posted: !p.Posted.IsZero(), job.ValidThrough: !p.ValidThrough.IsZero(),
		job.Employment: len(p.Employment) > 0, job.Salary: p.Salary.Known(), job.Contact: p.Contact != job.Person{}, job.ID: p.ID != "",
		job.Description: p.Description != "", job.Language: p.Language != "",
	}
	m := make(map[job.Field]job.Provenance, len(found))
	for field, ok := range found {
		if ok {
			m[field] = same
		}
	}
	for _, field := range job.DetailFields() {
		if p.Details.Text(field) != "" {
			m[field] = same
		}
	}
	return m
}

// first returns the text of the first property that has one.
func (r *reader) first(o object, keys ...string) string {
	for _, key := range keys {
		if s := r.text(o[key]); s != "" {
			return s
		}
	}
	return ""
}

// prose returns the properties as plain text, one per line. It omits properties of only one or two words.
func (r *reader) prose(o object, keys ...string) string {
	var parts []string
	for _, key := range keys {
		for _, v := range list(o[key]) {
			s, ok := v.(string)
			if !ok {
				s = r.text(v)
			}
			if s = job.PlainText(s); len(s) > 20 || len(keys) == 1 && clean(s) != "" {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, "\n")
}

func (r *reader) identifier(v any) string {
	for _, v := range list(v) {
		if o, ok := r.resolve(v); ok {
			if s := r.first(o, "value", "@value", "propertyID"); s != "" {
				return s
			}
			continue
		}
		if s := r.text(v); s != "" {
			return s
		}
	}
	return ""
}

// date reads a date. lang is the language that the markup states, or "" for the language of the page.
func (r *reader) date(v any, lang string) time.Time {
	order := r.days
	if lang != "" && order == job.NoOrder {
		order = job.LanguageOrder
	}
	t, _ := job.ParseDateOrdered(r.text(v), cmp.Or(lang, r.lang), order, r.now)
	return t
}

// pageDates sets the language in which dates of the page are read. It is a language tag such as en-GB, or "".
func (r *reader) pageDates(tag string) {
	r.lang = languageCode(tag)
	_, region, stated := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	switch {
	case r.lang == "":
		r.days = job.NoOrder
	case stated && len(region) == 2 && job.OrderIn(region) != job.NoOrder:
		r.days = job.OrderIn(region)
	}
}

func (r *reader) employment(v any) []string {
	var all []string
	for _, v := range list(v) {
		all = append(all, r.text(v))
	}
	return job.ParseEmployment(strings.NewReplacer("_", " ", "/", " , ").Replace(strings.Join(all, " , ")))
}

func (r *reader) contact(o object) job.Person {
	for _, key := range []string{"applicationContact", "contactPoint"} {
		for _, v := range list(o[key]) {
			c, ok := r.resolve(v)
			if !ok {
				continue
			}
			person := job.Person{Name: r.first(c, "name"), Email: r.first(c, "email"), Phone: r.first(c, "telephone", "phone")}
			person.Email = strings.TrimPrefix(person.Email, "mailto:")
			person.Phone = strings.TrimPrefix(person.Phone, "tel:")
			if person != (job.Person{}) {
				return person
			}
		}
	}
	return job.Person{}
}

// languageCode returns the ISO 639-1 code of a language tag, or "".
func languageCode(s string) string {
	tag, err := language.Parse(s)
	if err != nil {
		return ""
	}
	base, confidence := tag.Base()
	if code := base.String(); confidence != language.No && len(code) == 2 {
		return code
	}
	return ""
}
