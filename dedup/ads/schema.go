package ads

import (
	"encoding/json"
	"strings"
	"time"

	"gannet/job"
)

// posting is what is read of a JobPosting of schema.org.
type posting struct {
	Type     text         `json:"@type"`
	Title    text         `json:"title"`
	Text     text         `json:"description"`
	Posted   text         `json:"datePosted"`
	URL      text         `json:"url"`
	Employer organization `json:"hiringOrganization"`
}

type organization struct {
	Name text `json:"name"`
}

// parseDate reads ISO dates.
func parseDate(s, _ string, _ time.Time) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05-0700", time.DateTime, time.DateOnly, "2006-01"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// complete fills what a posting lacks from the JobPosting in a line.
func complete(p *job.Posting, raw []byte, now time.Time) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return
	}
	for _, candidate := range append([]json.RawMessage{raw}, values(object)...) {
		var s posting
		if json.Unmarshal(candidate, &s) != nil || !strings.HasSuffix(string(s.Type), "JobPosting") {
			continue
		}
		var outer map[string]any
		_ = json.Unmarshal(candidate, &outer)
		p.Title, p.Company, p.URL = either(p.Title, s.Title), either(p.Company, s.Employer.Name), either(p.URL, s.URL)
		p.Place = either(p.Place, text(place(outer["jobLocation"])))
		if p.Description == "" {
			p.Description = strip(string(s.Text))
		}
		if t, ok := parseDate(string(s.Posted), "", now); ok {
			p.Posted = t
		}
		return
	}
}

func values(object map[string]json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	for _, v := range object {
		if len(v) > 0 && v[0] == '{' {
			list = append(list, v)
		}
	}
	return list
}

func either(have string, other text) string {
	if have != "" {
		return have
	}
	return string(other)
}

func place(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		if len(v) > 0 {
			return place(v[0])
		}
	case map[string]any:
		if a, ok := v["address"]; ok {
			return place(a)
		}
		var parts []string
		for _, key := range []string{"postalCode", "addressLocality", "addressRegion", "addressCountry"} {
			if s, ok := v[key].(string); ok && s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, ", ")
	}
	return ""
}
