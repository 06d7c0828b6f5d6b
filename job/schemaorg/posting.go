package schemaorg

import (
	"strings"
	"time"

	"golang.org/x/text/language"

	"gannet/job"
)

// confidence is how often a value of a source is the field's, by what was seen of pages that show both.
var confidence = map[job.Method]float64{job.JSONLD: 0.97, job.Microdata: 0.95, job.RDFa: 0.93}

// reader makes postings of objects. ids are the objects that others may refer to.
type reader struct {
	ids map[string]map[string]any
	url string
	now time.Time
}

// posting reads a JobPosting; nil if it has neither title nor description.
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
	p.Location = r.location(o, p.Company)
	p.Posted = r.date(o["datePosted"], p.Language)
	p.ValidThrough = r.date(o["validThrough"], p.Language)
	p.Employment = r.employment(o["employmentType"])
	p.Salary = r.salary(o)
	p.Contact = r.contact(o)
	p.Provenance = origins(p, job.Provenance{Method: source, Confidence: confidence[source]})
	return p
}

// origins gives every field of p that was found the same origin.
func origins(p *job.Posting, origin job.Provenance) map[job.Field]job.Provenance {
	found := map[job.Field]bool{
		job.Title: p.Title != "", job.Company: p.Company != "", job.Location: p.Location != "", job.Posted: !p.Posted.IsZero(), job.ValidThrough: !p.ValidThrough.IsZero(),
		job.Employment: len(p.Employment) > 0, job.Salary: p.Salary.Max > 0, job.Contact: p.Contact != job.Person{}, job.ID: p.ID != "",
		job.Description: p.Description != "", job.Language: p.Language != "",
	}
	m := make(map[job.Field]job.Provenance, len(found))
	for field, ok := range found {
		if ok {
			m[field] = origin
		}
	}
	return m
}

// first gives the text of the first of the properties that has one.
func (r *reader) first(o object, keys ...string) string {
	for _, key := range keys {
		if s := r.text(o[key]); s != "" {
			return s
		}
	}
	return ""
}

// prose gives the properties that are longer than a word or two as plain text, one below the other.
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

func (r *reader) date(v any, lang string) time.Time {
	t, _ := job.ParseDate(r.text(v), lang, r.now)
	return t
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

// languageCode gives the ISO 639-1 code of a language tag; "" for what is none.
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
