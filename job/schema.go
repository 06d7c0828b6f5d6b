package job

import "time"

// SchemaOrg returns the posting as a JobPosting of schema.org, for JSON-LD. It omits unknown fields, the provenance and the state.
// The description is plain text, and a time at midnight becomes a date. Package schemaorg reads the result back.
func (p *Posting) SchemaOrg() map[string]any {
	m := map[string]any{"@context": "https://schema.org", "@type": "JobPosting"}
	put := func(key, value string) {
		if value != "" {
			m[key] = value
		}
	}
	put("title", p.Title)
	put("url", p.URL)
	put("description", p.Description)
	put("responsibilities", p.Duties)
	put("employerOverview", p.Employer)
	put("inLanguage", p.Language)
	put("datePosted", schemaDate(p.Posted))
	put("validThrough", p.validThrough())
	if p.Company != "" {
		m["hiringOrganization"] = map[string]any{"@type": "Organization", "name": p.Company}
	}
	p.putPlaces(m)
	p.putDetails(m)
	if p.ID != "" {
		m["identifier"] = map[string]any{"@type": "PropertyValue", "value": p.ID}
	}
	switch len(p.Employment) {
	case 0:
	case 1:
		m["employmentType"] = p.Employment[0]
	default:
		m["employmentType"] = p.Employment
	}
	if p.Salary.Known() {
		m["baseSalary"] = p.Salary.schemaOrg()
	}
	if p.Contact != (Person{}) {
		m["applicationContact"] = p.Contact.schemaOrg()
	}
	return m
}

func (p Pay) schemaOrg() map[string]any {
	value := map[string]any{"@type": "QuantitativeValue"}
	switch {
	case p.Min == p.Max:
		value["value"] = p.Min
	case p.Max == 0:
		value["minValue"] = p.Min
	case p.Min == 0:
		value["maxValue"] = p.Max
	default:
		value["minValue"], value["maxValue"] = p.Min, p.Max
	}
	if p.Unit != "" {
		value["unitText"] = p.Unit
	}
	amount := map[string]any{"@type": "MonetaryAmount", "value": value}
	if p.Currency != "" {
		amount["currency"] = p.Currency
	}
	return amount
}

func (p Person) schemaOrg() map[string]any {
	m := map[string]any{"@type": "ContactPoint"}
	for key, value := range map[string]string{"name": p.Name, "email": p.Email, "telephone": p.Phone} {
		if value != "" {
			m[key] = value
		}
	}
	return m
}

// validThrough formats the last day. A time of day by the clocks of the employer has the offset of these.
func (p *Posting) validThrough() string {
	offset := p.ValidThrough.Sub(p.Ends)
	if p.Ends.IsZero() || isMidnight(p.ValidThrough) || offset == -12*time.Hour { // the zone is not known, see EndOfLastDay
		return schemaDate(p.ValidThrough)
	}
	return p.Ends.In(time.FixedZone("", int(offset.Seconds()))).Format(time.RFC3339)
}

// schemaDate formats a time by ISO 8601, without the time of day at midnight. A zero time gives "".
func schemaDate(t time.Time) string {
	switch t = t.UTC(); {
	case t.IsZero():
		return ""
	case t.Equal(t.Truncate(24 * time.Hour)):
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}
