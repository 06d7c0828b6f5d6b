package embedded

import (
	"cmp"
	"strings"
	"time"

	"gannet/job"
	"gannet/job/schemaorg"
)

// How often what was found is right on generated pages: by its key, and by its value alone.
const (
	byKey      = .92
	lookedLike = .8
)

var zero = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// posting reads the parts of a candidate as schema.org's properties.
func (f *finder) posting(c *candidate) *job.Posting {
	o := map[string]any{"@type": "JobPosting", "title": nameIn(c[title].value), "description": textIn(c[description].value)}
	set := func(name string, v any) {
		if v != nil && v != "" {
			o[name] = v
		}
	}
	set("hiringOrganization", nameIn(c[company].value))
	if places := c.places(); len(places) > 0 {
		o["jobLocation"] = places
	}
	set("datePosted", f.date(c[posted].value))
	set("validThrough", f.date(c[until].value))
	set("identifier", c[id].value)
	set("employerOverview", textIn(c[aboutCompany].value))
	set("employmentType", []any{employmentText(c[employment].value), employmentText(c[term].value)})
	c.putPay(o)
	for name, r := range map[string]role{"jobBenefits": benefits, "skills": skills, "industry": industry, "occupationalCategory": category, "workHours": hours} {
		set(name, c[r].value)
	}
	set("jobLocationType", c[remote].value)
	set("applyUrl", c[apply].value)
	set("seniorityLevel", nameIn(c[level].value))
	set("contractDuration", nameIn(c[term].value))
	if s, _ := c[link].value.(string); strings.HasPrefix(s, "/") || strings.Contains(s, "://") {
		o["url"] = s
	}
	p := schemaorg.FromObject(o, job.Embedded, byKey, f.page.URL, f.now)
	if p == nil {
		return nil
	}
	for field, r := range map[job.Field]role{job.Title: title, job.Company: company, job.Location: place, job.Posted: posted, job.Description: description} {
		if _, ok := p.Provenance[field]; ok && c[r].rank >= guessed {
			p.Provenance[field] = job.Provenance{Method: job.Embedded, Confidence: lookedLike}
		}
	}
	if c.isInactive() {
		p.State, p.StateReason = job.Closed, job.ReasonInactive
	}
	return p
}

// textIn returns the texts of a value, one after the other.
func textIn(v any) string {
	var texts []string
	gather(v, &texts, 0)
	return strings.Join(texts, "\n")
}

// date returns a date as schema.org writes it. The page's language tells the day from the month.
func (f *finder) date(v any) string {
	s := dateIn(v)
	lang, _, _ := strings.Cut(f.page.Lang, "-")
	if t, ok := job.ParseDateOrdered(s, lang, f.order, f.now); ok && s != "" {
		if t.Location() == job.WallClock {
			return t.Format("2006-01-02T15:04:05")
		}
		return t.Format(time.RFC3339)
	}
	return s
}

// putPay sets the pay of an object, from one value or from its ends.
func (c *candidate) putPay(o map[string]any) {
	value := map[string]any{}
	unit, currency := nameIn(c[payUnit].value), nameIn(c[payCurrency].value)
	if low, high := c[payLow].value, c[payHigh].value; low != nil || high != nil {
		value["minValue"], value["maxValue"] = low, high
	} else if inner, ok := c[pay].value.(map[string]any); ok {
		in := candidate{}
		in.collect(inner, 0, 0)
		value["minValue"], value["maxValue"] = lowOf(inner, in), highOf(inner, in)
		unit = cmp.Or(nameIn(in[payUnit].value), nameIn(inner["unit"]), nameIn(inner["per"]), unit)
		currency = cmp.Or(nameIn(in[payCurrency].value), currency)
		value["value"] = nameIn(inner)
	} else if c[pay].value != nil {
		value["value"] = nameIn(c[pay].value)
	} else {
		return
	}
	if unit != "" {
		value["unitText"] = unit
	}
	o["baseSalary"] = map[string]any{"currency": currency, "value": value}
}

// lowOf and highOf return the ends of an object's range.
func lowOf(o map[string]any, in candidate) any {
	return firstOf(o, in[payLow].value, "min", "minimum", "from", "low", "minValue", "minAmount", "amountFrom", "start", "von", "de", "od")
}

func highOf(o map[string]any, in candidate) any {
	return firstOf(o, in[payHigh].value, "max", "maximum", "to", "high", "maxValue", "maxAmount", "amountTo", "end", "bis", "a", "do")
}

func firstOf(o map[string]any, found any, keys ...string) any {
	for _, key := range keys {
		if found != nil {
			break
		}
		found = o[key]
	}
	return found
}

// isInactive reports whether the data say that nobody can apply any more.
func (c *candidate) isInactive() bool {
	flag := func(r role, want ...string) bool {
		s, _ := c[r].value.(string)
		for _, w := range want {
			if strings.EqualFold(s, w) {
				return true
			}
		}
		return false
	}
	return flag(active, "false", "0") || flag(closed, "true", "1") ||
		flag(status, "closed", "expired", "filled", "archived", "inactive", "ended", "deactivated", "unpublished")
}

// places returns where the work is, as schema.org's addresses.
func (c *candidate) places() []any {
	all := placesIn(c[place].value)
	if len(all) > 1 || len(all) == 1 && c[town].value == nil {
		return all
	}
	o := map[string]any{}
	for name, r := range addressRoles {
		if s := nameIn(c[r].value); s != "" {
			o[name] = s
		}
	}
	if len(o) == 0 {
		return nil
	}
	return []any{o}
}

// addressRoles are the parts of an address.
var addressRoles = map[string]role{
	"addressLocality": town, "addressRegion": region, "addressCountry": country, "streetAddress": street, "postalCode": postcode,
}

// placesIn returns the places that a value names: texts, addresses and objects with one of them.
func placesIn(v any) []any {
	switch v := v.(type) {
	case string:
		if s := strings.TrimSpace(v); s != "" && len(s) < maxTitle && hasLetter(s) && !strings.Contains(s, "://") && s != "true" && s != "false" {
			return []any{s}
		}
	case []any:
		var all []any
		for _, inner := range v {
			all = append(all, placesIn(inner)...)
		}
		return all
	case map[string]any:
		in := candidate{}
		in.collect(v, nested-1, 0)
		o := map[string]any{}
		for name, r := range addressRoles {
			if s := nameIn(in[r].value); s != "" {
				o[name] = s
			}
		}
		if o["addressLocality"] != nil || o["addressRegion"] != nil || len(o) > 1 {
			return []any{o}
		}
		name := nameIn(v)
		if _, isText := in[place].value.(string); isText || in[place].value != nil && name == "" {
			return placesIn(in[place].value)
		}
		if s := name; s != "" {
			if o["addressCountry"] != nil {
				o["addressLocality"] = s
				return []any{o}
			}
			return []any{s}
		}
		if len(o) > 0 {
			return []any{o}
		}
		for _, key := range wrapKeys {
			if all := placesIn(v[key]); len(all) > 0 {
				return all
			}
		}
	}
	return nil
}
