package job

// putPlaces sets where the work is done.
func (p *Posting) putPlaces(m map[string]any) {
	if p.Remote {
		m["jobLocationType"] = "TELECOMMUTE" // schema.org has no words for the other modes
	}
	put(m, "applicantLocationRequirements", placeObjects(p.ApplicantPlaces, Place.applicantPlace))
	list := placeObjects(p.Places, Place.jobLocation)
	if len(list) == 0 && p.Location != "" && !p.Remote {
		list = []any{map[string]any{"@type": "Place", "address": p.Location}}
	}
	if p.WorkMode != "" && !p.Remote && len(list) > 0 {
		list[0].(map[string]any)["additionalProperty"] = map[string]any{"@type": "PropertyValue", "name": "workMode", "value": p.WorkMode}
	}
	put(m, "jobLocation", list)
}

// put sets a property to a list, or to its only value.
func put(m map[string]any, key string, list []any) {
	switch len(list) {
	case 0:
	case 1:
		m[key] = list[0]
	default:
		m[key] = list
	}
}

func placeObjects(places []Place, object func(Place) map[string]any) (list []any) {
	for _, p := range places {
		list = append(list, object(p))
	}
	return list
}

// applicantPlace returns the place as an area from which one may apply.
func (p Place) applicantPlace() map[string]any {
	if p.Country != "" && p.Town == "" && p.Region == "" {
		return map[string]any{"@type": "Country", "name": p.Country}
	}
	return map[string]any{"@type": "AdministrativeArea", "name": p.String()}
}

func (p Place) jobLocation() map[string]any {
	address := map[string]any{"@type": "PostalAddress"}
	for key, value := range map[string]string{
		"streetAddress": p.Street, "postalCode": p.Postcode, "addressLocality": p.Town, "addressRegion": p.Region, "addressCountry": p.Country,
	} {
		if value != "" {
			address[key] = value
		}
	}
	m := map[string]any{"@type": "Place", "address": address}
	if p.Name != "" {
		m["name"] = p.Name
	}
	return m
}

// putDetails sets the properties of Details apart from the places.
func (p *Posting) putDetails(m map[string]any) {
	d := &p.Details
	for key, list := range map[string][]string{
		"skills": d.Skills, "qualifications": d.Qualifications, "educationRequirements": d.Education, "experienceRequirements": d.Experience,
		"eligibilityToWorkRequirement": d.Eligibility, "industry": d.Industry, "occupationalCategory": d.Category, "jobBenefits": d.Benefits, "sameAs": d.SameAs,
	} {
		values := make([]any, len(list))
		for i, s := range list {
			values[i] = s
		}
		put(m, key, values)
	}
	for key, s := range map[string]string{"workHours": d.Hours, "jobStartDate": d.Starts, "jobDuration": d.Duration} {
		if s != "" {
			m[key] = s
		}
	}
	if d.Openings > 0 {
		m["totalJobOpenings"] = d.Openings
	}
	if d.ApplyURL != "" {
		m["potentialAction"] = map[string]any{"@type": "ApplyAction", "target": d.ApplyURL}
	}
	if d.DirectApply != nil {
		m["directApply"] = *d.DirectApply
	}
	if d.CompanyURL != "" {
		company, ok := m["hiringOrganization"].(map[string]any)
		if !ok {
			company = map[string]any{"@type": "Organization"}
			m["hiringOrganization"] = company
		}
		company["sameAs"] = d.CompanyURL
	}
}
