package schemaorg

import (
	"encoding/json"
	"strings"
	"testing"

	"gannet/job"
)

func TestConditions(t *testing.T) {
	for properties, want := range map[string]job.Details{
		`"employmentType": "TEMPORARY", "jobDuration": "P18M"`:                                                                       {Term: "FIXED_TERM", Duration: "P18M"},
		`"employmentType": ["FULL_TIME", "TEMPORARY"]`:                                                                               {},
		`"employmentType": "https://schema.org/Temporary"`:                                                                           {},
		`"employmentType": "Temporary contract"`:                                                                                     {Term: "FIXED_TERM"},
		`"jobDuration": {"@type": "QuantitativeValue", "value": 2, "unitCode": "ANN"}`:                                               {Term: "FIXED_TERM", Duration: "P2Y"},
		`"jobDuration": {"@type": "QuantitativeValue", "value": 6, "unitText": "months"}`:                                            {Term: "FIXED_TERM", Duration: "P6M"},
		`"employmentType": ["Full-time, permanent", "Zeitarbeit"]`:                                                                   {Term: "PERMANENT"},
		`"employmentType": "FULL_TIME"`:                                                                                              {},
		`"employmentType": "CDD 6 mois"`:                                                                                             {Term: "FIXED_TERM", Duration: "P6M"},
		`"experienceRequirements": {"@type": "OccupationalExperienceRequirements", "monthsOfExperience": 36}`:                        {Seniority: "MID", Experience: []string{"36 months"}},
		`"seniorityLevel": "Entry level"`:                                                                                            {Seniority: "ENTRY"},
		`"applicationContact": {"@type": "ContactPoint", "url": "/apply/1"}`:                                                         {ApplyURL: "https://a.example/apply/1"},
		`"potentialAction": {"@type": "ApplyAction", "target": {"urlTemplate": "https://b.example/f"}}`:                              {ApplyURL: "https://b.example/f"},
		`"potentialAction": {"@type": "SearchAction", "target": "https://b.example/f"}`:                                              {},
		`"applyUrl": "javascript:apply()"`:                                                                                           {},
		`"securityClearanceRequirement": "SC cleared", "eligibilityToWorkRequirement": "A work permit"`:                              {Eligibility: []string{"A work permit", "SC cleared"}},
		`"jobLocationType": "http://schema.org/TELECOMMUTE"`:                                                                         {WorkMode: "REMOTE", Remote: true},
		`"jobLocationType": "Hybrid"`:                                                                                                {WorkMode: "HYBRID"},
		`"occupationalCategory": {"@type": "CategoryCode", "inCodeSet": {"name": "ISCO-08"}, "codeValue": "7512", "name": "Bakers"}`: {Category: []string{"ISCO-08 7512 Bakers"}},
	} {
		got, err := FromJSON([]byte(`{"@type": "JobPosting", "title": "Baker", `+properties+`}`), "https://a.example/1", now)
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %v", properties, err)
		}
		have, _ := json.Marshal(got[0].Details)
		if expect, _ := json.Marshal(want); string(have) != string(expect) {
			t.Errorf("%s: %s, want %s", properties, have, expect)
		}
	}
}

// TestConditionsComeBack writes a posting as schema.org's and reads it again.
func TestConditionsComeBack(t *testing.T) {
	p := &job.Posting{Title: "Baker", Location: "Leeds", Details: job.Details{
		WorkMode: "HYBRID", Term: "FIXED_TERM", Duration: "P12M", ApplyURL: "https://a.example/apply", Eligibility: []string{"A work permit"},
	}}
	raw, err := json.Marshal(p.SchemaOrg())
	if err != nil {
		t.Fatal(err)
	}
	got, err := FromJSON(raw, "", now)
	if err != nil || got[0].WorkMode != "HYBRID" || got[0].Term != "FIXED_TERM" || got[0].Duration != "P12M" || got[0].ApplyURL != p.ApplyURL || len(got[0].Eligibility) != 1 {
		t.Errorf("%s: %+v, %v", raw, got, err)
	}
}

// TestPrintedQuotes reads JSON whose quotation marks a program has turned into those of print, with its breaks between the values.
func TestPrintedQuotes(t *testing.T) {
	const plain = `{"@type": "JobPosting", "title": "Baker", "description": "<p>Bread &amp; rolls.</p>", "hiringOrganization": {"@type": "Organization", "name": "Acorn Ltd"}}`
	breaks := strings.NewReplacer("{", "{<br />\n", ", \"", ",<br>\n<p>\"", "}", "<br/>\n}")
	for name, raw := range map[string]string{
		"typographic":       typographic(plain, "“", "”"),
		"primes":            typographic(plain, "″", "″"),
		"German":            typographic(plain, "„", "“"),
		"references":        typographic(plain, "&#8220;", "&#8221;"),
		"breaks":            breaks.Replace(plain),
		"both":              breaks.Replace(strings.ReplaceAll(typographic(breaks.Replace(plain), "“", "”"), "Acorn Ltd”", `Acorn Ltd"`)),
		"only a quoted one": strings.ReplaceAll(plain, "Bread", "“Bread”"),
	} {
		got, err := FromJSON([]byte(raw), "", now)
		if err != nil || len(got) != 1 || got[0].Title != "Baker" || got[0].Company != "Acorn Ltd" || !strings.Contains(got[0].Description, "rolls.") {
			t.Errorf("%s: %s: %+v, %v", name, raw, got, err)
		}
	}
	got, _ := FromJSON([]byte(strings.ReplaceAll(plain, "Bread", "“Bread”")), "", now)
	if !strings.Contains(got[0].Description, "“Bread”") {
		t.Errorf("marks inside of a text: %q", got[0].Description)
	}
}

// typographic replaces the quotation marks of a text, which open and close in turn.
func typographic(s, open, shut string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, `"`) {
		if i > 0 {
			b.WriteString([]string{shut, open}[i%2])
		}
		b.WriteString(part)
	}
	return b.String()
}
