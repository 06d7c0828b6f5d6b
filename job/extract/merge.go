package extract

import (
	"cmp"

	"gannet/job"
)

// merge copies fields from one posting to another, if they are missing there or have a lower confidence. A placeholder does not count as an employer.
func merge(to, from *job.Posting) {
	for field, origin := range from.Provenance {
		if held, ok := to.Provenance[field]; ok && held.Confidence >= origin.Confidence {
			continue
		}
		if field == job.Company && job.KnownEmployer(from.Company) == "" {
			continue
		}
		if field == job.Contact {
			to.Contact = fill(from.Contact, to.Contact)
		} else {
			copyField(to, from, field)
		}
		to.Provenance[field] = origin
	}
	to.Contact = fill(to.Contact, from.Contact)
	if to.Salary == (job.Pay{}) {
		to.Salary = from.Salary // what was left out of it
	}
}

// fill returns p with missing parts taken from other.
func fill(p, other job.Person) job.Person {
	return job.Person{
		Name: cmp.Or(p.Name, other.Name), Email: cmp.Or(p.Email, other.Email), Phone: cmp.Or(p.Phone, other.Phone),
	}
}

// copyField copies one field.
func copyField(to, from *job.Posting, field job.Field) {
	switch field {
	case job.Title:
		to.Title = from.Title
	case job.Company:
		to.Company = from.Company
	case job.Location:
		to.Location = from.Location
	case job.Posted:
		to.Posted = from.Posted
	case job.ValidThrough:
		to.ValidThrough = from.ValidThrough
	case job.Employment:
		to.Employment = from.Employment
	case job.Salary:
		to.Salary = from.Salary
	case job.ID:
		to.ID = from.ID
	case job.Description:
		to.Description, to.Duties, to.Employer = from.Description, from.Duties, from.Employer
	case job.Language:
		to.Language = from.Language
	default:
		to.Details.Take(field, &from.Details)
	}
}
