package schemaorg

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gannet/job"
)

// object is a marked-up object: its properties by their short names, "@type" and "@id".
type object map[string]any

// short returns the last part of a name or IRI: "title" of "http://schema.org/title" and "schema:title".
func short(name string) string {
	if i := strings.LastIndexAny(name, "/#:"); i >= 0 && !strings.HasPrefix(name, "@") {
		return name[i+1:]
	}
	return name
}

// properties are the names of the properties that are read, by the same names in lower case.
var properties = func() map[string]string {
	m := map[string]string{"type": "@type", "id": "@id", "graph": "@graph"}
	for name := range strings.FieldsSeq(`@context @type @id @graph @value title name jobTitle url sameAs description responsibilities
		qualifications skills experienceRequirements educationRequirements employerOverview inLanguage hiringOrganization employer legalName
		alternateName identifier value propertyID datePosted validThrough employmentType jobLocation jobLocationType
		applicantLocationRequirements address addressLocality addressRegion addressCountry streetAddress postalCode geo latitude longitude baseSalary
		estimatedSalary salary salaryCurrency currency minValue maxValue unitText unitCode price minPrice maxPrice priceCurrency
		priceComponent median percentile10 percentile25 percentile75 percentile90 duration referenceQuantity applicationContact
		contactPoint email telephone phone industry occupationalCategory relevantOccupation jobBenefits benefits incentiveCompensation
		incentives workHours jobStartDate jobImmediateStart totalJobOpenings directApply credentialCategory monthsOfExperience codeValue
		termCode eligibilityToWorkRequirement securityClearanceRequirement jobDuration contractDuration potentialAction target urlTemplate
		applyUrl applicationUrl seniorityLevel experienceLevel`) {
		m[strings.ToLower(name)] = name
	}
	return m
}()

// newObject returns m with short names, in the letter case in which they are read.
func newObject(m map[string]any) object {
	if !hasOther(m) {
		return m
	}
	o := make(object, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if s := nameOf(key, m); o[s] == nil {
			o[s] = m[key]
		}
	}
	return o
}

// nameOf returns the name under which a key of m is read.
func nameOf(key string, m map[string]any) string {
	s := short(key)
	name, ok := properties[strings.ToLower(s)]
	switch {
	case !ok:
		return s
	case name[0] == '@' && s[0] != '@' && (m[name] != nil || !isJobType(m[key])):
		return s // an object's own "type" or "id"
	}
	return name
}

func isJobType(v any) bool {
	s, ok := v.(string)
	return ok && strings.EqualFold(short(s), "JobPosting")
}

func hasOther(m map[string]any) bool {
	for key := range m {
		if nameOf(key, m) != key {
			return true
		}
	}
	return false
}

// is reports whether the object's type is name.
func (o object) is(name string) bool {
	return slices.ContainsFunc(list(o["@type"]), func(v any) bool {
		s, _ := v.(string)
		return strings.EqualFold(short(strings.TrimSpace(s)), name)
	})
}

// list returns the values of a property, which may be a list or a single value.
func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case map[string]any:
		if inner, ok := v["@list"].([]any); ok {
			return inner
		}
	}
	return []any{v}
}

// resolve returns the object that a value is or to which it refers by @id.
func (r *reader) resolve(v any) (object, bool) {
	var m map[string]any
	switch v := v.(type) {
	case map[string]any:
		m = v
	case object:
		m = v
	default:
		return nil, false
	}
	if id, ok := m["@id"].(string); ok && len(m) <= 2 {
		if full, ok := r.ids[id]; ok {
			m = full
		}
	}
	return newObject(m), true
}

// text returns the first value of v as plain text: a string, or the value or name of an object.
func (r *reader) text(v any) string { return r.textWithin(v, 4) }

func (r *reader) textWithin(v any, depth int) string {
	if depth == 0 {
		return ""
	}
	for _, v := range list(v) {
		s, ok := v.(string)
		if !ok {
			o, isObject := r.resolve(v)
			if !isObject {
				continue
			}
			for _, key := range []string{"@value", "name", "value", "alternateName", "legalName"} {
				if s = r.textWithin(o[key], depth-1); s != "" {
					break
				}
			}
		}
		if s = clean(s); s != "" {
			return s
		}
	}
	return ""
}

// clean returns a text on one line without markup. Words such as "null" and "n/a" give "".
func clean(s string) string {
	if strings.ContainsAny(s, "<&\n\t\u00a0") || strings.Contains(s, "  ") {
		s = strings.ReplaceAll(job.PlainText(s), "\n", " ")
	}
	s = strings.TrimSpace(s)
	switch strings.ToLower(s) {
	case "null", "none", "undefined", "n/a", "na", "-", "--", "nan", "not specified", "unspecified":
		return ""
	}
	return s
}

// number returns the first value of v as a number, or 0.
func (r *reader) number(v any) float64 {
	s := r.text(v)
	if f, err := strconv.ParseFloat(s, 64); err == nil && f > 0 && f < 1e12 {
		return f
	}
	pay, _ := job.ParsePay(s)
	return cmp.Or(pay.Min, pay.Max)
}
