package schemaorg

import (
	"slices"
	"strconv"
	"strings"

	"gannet/job"
)

// Bounds of what is kept of one posting.
const (
	maxEntries  = 50   // of a list
	maxEntry    = 2000 // bytes of an entry
	maxOpenings = 100_000
)

// details reads the properties that postings have only in markup.
func (r *reader) details(o object, p *job.Posting) {
	d := &p.Details
	d.Skills = r.entries(o, "skills")
	d.Qualifications = r.entries(o, "qualifications")
	d.Education = r.entries(o, "educationRequirements")
	d.Experience = r.entries(o, "experienceRequirements")
	d.Industry = r.entries(o, "industry")
	d.Category = r.entries(o, "occupationalCategory", "relevantOccupation")
	d.Benefits = r.entries(o, "jobBenefits", "benefits", "incentiveCompensation", "incentives")
	d.Hours = strings.Join(r.entries(o, "workHours"), "; ")
	d.Starts = r.first(o, "jobStartDate")
	if d.Starts == "" && r.flag(o["jobImmediateStart"]) != nil && *r.flag(o["jobImmediateStart"]) {
		d.Starts = "now"
	}
	if n, err := strconv.Atoi(r.first(o, "totalJobOpenings")); err == nil && n > 0 && n <= maxOpenings {
		d.Openings = n
	}
	d.DirectApply = r.flag(o["directApply"])
	d.SameAs = r.links(o["sameAs"])
	for _, v := range list(o["hiringOrganization"]) {
		if company, ok := r.resolve(v); ok && d.CompanyURL == "" {
			d.CompanyURL = r.companyURL(company)
		}
	}
	d.DescriptionHTML = r.descriptionHTML(o)
}

// entries returns the texts of the properties, without repetitions.
func (r *reader) entries(o object, keys ...string) (all []string) {
	for _, key := range keys {
		for _, v := range list(o[key]) {
			s := strings.ReplaceAll(r.entry(v), "\n", "; ")
			if s != "" && !slices.Contains(all, s) && len(all) < maxEntries {
				all = append(all, cutAt(s, maxEntry))
			}
		}
	}
	return all
}

// entry returns a value as text: a text, the name of a DefinedTerm, the level of a credential, or the months of experience. A code has the name of its
// set before it.
func (r *reader) entry(v any) string {
	o, ok := r.resolve(v)
	if !ok {
		s, _ := v.(string)
		return clean(s)
	}
	name := r.text(map[string]any(o))
	if name == "" {
		name = r.first(o, "credentialCategory", "description", "title")
	}
	if months := r.first(o, "monthsOfExperience"); months != "" {
		name = strings.TrimSpace(months + " months " + name)
	}
	if code := r.first(o, "codeValue", "termCode"); code != "" && code != name {
		set := r.first(o, "inCodeSet", "inDefinedTermSet")
		if strings.Contains(set, "://") {
			set = ""
		}
		name = strings.TrimSpace(strings.TrimSpace(set+" "+code) + " " + name)
	}
	return name
}

// flag reads a truth value. It returns nil if there is none.
func (r *reader) flag(v any) *bool {
	yes := false
	switch strings.ToLower(short(r.text(v))) {
	case "true", "yes", "1":
		yes = true
	case "false", "no", "0":
	default:
		return nil
	}
	return &yes
}

// links returns the absolute URLs of a property.
func (r *reader) links(v any) (all []string) {
	for _, v := range list(v) {
		s := r.text(v)
		if o, isObject := r.resolve(v); isObject {
			s = r.first(o, "@id", "url")
		}
		if link := r.resolveURL(s); link != "" && !slices.Contains(all, link) && len(all) < maxEntries {
			all = append(all, link)
		}
	}
	return all
}

// companyURL returns the employer's own page, or else another page about it.
func (r *reader) companyURL(company object) string {
	for _, key := range []string{"sameAs", "url"} {
		if all := r.links(company[key]); len(all) > 0 {
			return all[0]
		}
	}
	return ""
}

// cutAt returns the first n bytes of s, without an incomplete letter at the end.
func cutAt(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// htmlKey is the property in which items keep the elements of their description.
const htmlKey = "@html"

// descriptionHTML returns the description as safe HTML, or "" if it has no elements.
func (r *reader) descriptionHTML(o object) string {
	for _, v := range append(slices.Clone(list(o[htmlKey])), list(o["description"])...) {
		s, ok := v.(string)
		if inner, isObject := v.(map[string]any); isObject {
			s, ok = inner["@value"].(string)
		}
		if safe := job.SafeHTML(s); ok && safe != "" {
			return safe
		}
	}
	return ""
}
