package schemaorg

import (
	"strconv"
	"strings"

	"gannet/job"
	"gannet/job/conditions"
)

// Bounds of what is kept of the conditions for eligibility.
const (
	maxEligible      = 5
	maxEligibleEntry = 200 // bytes
)

// sureMonths is the confidence in a level that follows from the required months of experience.
const sureMonths = .55

// conditions reads the term of the job, its level, where to apply and who may apply.
func (r *reader) conditions(o object, p *job.Posting) {
	var term conditions.Votes
	for _, v := range list(o["employmentType"]) {
		s := r.text(v)
		if isTemporary(s) {
			continue
		}
		votes, duration := conditions.TermOfValue(s)
		term.Add(votes)
		if p.Duration == "" {
			p.Duration = duration
		}
	}
	for _, key := range []string{"jobDuration", "contractDuration"} {
		if duration := r.duration(o[key]); duration != "" {
			p.Duration = duration
			term = conditions.TermVote(conditions.FixedTerm, confidence[job.JSONLD])
		}
	}
	if p.Term, r.sure[job.Term] = term.Term(); p.Term != conditions.FixedTerm {
		p.Duration = ""
	}
	if p.Seniority = conditions.Seniority(r.first(o, "seniorityLevel", "experienceLevel"), ""); p.Seniority == "" {
		p.Seniority, r.sure[job.Seniority] = conditions.SeniorityOfMonths(r.months(o["experienceRequirements"])), sureMonths
	}
	p.ApplyURL = r.applyURL(o)
	for _, s := range r.entries(o, "eligibilityToWorkRequirement", "securityClearanceRequirement") {
		if len(p.Eligibility) < maxEligible {
			p.Eligibility = append(p.Eligibility, cutAt(s, maxEligibleEntry))
		}
	}
}

// isTemporary reports whether a text is schema.org's kind of employment for temporary work, in any case and with or without its URL.
func isTemporary(s string) bool {
	return strings.EqualFold(s[strings.LastIndexByte(s, '/')+1:], conditions.Temporary)
}

// unitCodes are the codes of UN/CEFACT for units of time, by the designators of ISO 8601.
var unitCodes = map[string]string{"ANN": "Y", "MON": "M", "WEE": "W", "DAY": "D"}

// duration reads a text or a QuantitativeValue.
func (r *reader) duration(v any) string {
	o, ok := r.resolve(v)
	if !ok {
		return conditions.Duration(r.text(v))
	}
	value, unit := r.first(o, "value", "maxValue"), r.first(o, "unitText", "unitCode")
	if code := unitCodes[strings.ToUpper(unit)]; code != "" {
		return conditions.Duration("P" + value + code)
	}
	return conditions.Duration(value + " " + unit)
}

// months returns the months of experience that an object requires, or 0 if it requires none.
func (r *reader) months(v any) int {
	for _, v := range list(v) {
		if o, ok := r.resolve(v); ok {
			if n, err := strconv.Atoi(r.first(o, "monthsOfExperience")); err == nil {
				return n
			}
		}
	}
	return 0
}

// applyURL returns the address at which to apply: the target of an ApplyAction, a property of that name, or the page of the contact.
func (r *reader) applyURL(o object) string {
	for _, v := range list(o["potentialAction"]) {
		action, ok := r.resolve(v)
		if !ok || !action.is("ApplyAction") {
			continue
		}
		for _, v := range append(list(action["target"]), action["url"]) {
			s := r.text(v)
			if target, isObject := r.resolve(v); isObject {
				s = r.first(target, "urlTemplate", "url", "@id")
			}
			if s = r.resolveURL(s); s != "" {
				return s
			}
		}
	}
	if s := r.resolveURL(r.first(o, "applyUrl", "applicationUrl")); s != "" {
		return s
	}
	for _, v := range list(o["applicationContact"]) {
		if contact, ok := r.resolve(v); ok {
			if s := r.resolveURL(r.first(contact, "url")); s != "" {
				return s
			}
		}
	}
	return ""
}
