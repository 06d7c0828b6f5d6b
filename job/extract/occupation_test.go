package extract_test

import (
	"testing"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/extract"
)

// TestAPageThatNamesItsOccupationIsBelieved, and the model is asked about others.
func TestAPageThatNamesItsOccupationIsBelieved(t *testing.T) {
	asked := func(title, text string) (string, float64) {
		if title != "Baker" || text == "" {
			t.Errorf("the model is asked about %q, %q", title, text)
		}
		return "7512", .8
	}
	for category, want := range map[string]job.Provenance{
		`{"@type": "CategoryCode", "inCodeSet": {"name": "ISCO-08"}, "codeValue": "5120", "name": "Cooks"}`: {Method: job.JSONLD},
		`"ISCO 5120"`: {Method: job.JSONLD}, `"51-3011 Bakers"`: {Method: job.Model, Confidence: .8}, `"ISCO-08 0000"`: {Method: job.Model, Confidence: .8},
	} {
		page, err := features.NewReader().Read("http://inn.test/1", []byte(`<script type="application/ld+json">{"@context": "https://schema.org", "@type": "JobPosting", "title": "Baker",
			"description": "You bake bread.", "hiringOrganization": "Inn", "occupationalCategory": `+category+`}</script><h1>Baker</h1><p>You bake bread.`))
		if err != nil {
			t.Fatal(err)
		}
		_, found := (&extract.Extractor{Occupation: asked}).Page(page, time.Now())
		if len(found) != 1 {
			t.Fatalf("%d postings", len(found))
		}
		group := "5120"
		if want.Method == job.Model {
			group = "7512"
		}
		if got := found[0].Provenance[job.Occupation]; found[0].Occupation != group || got.Method != want.Method || want.Confidence > 0 && got != want {
			t.Errorf("%s: %s, %+v", category, found[0].Occupation, got)
		}
	}
}
