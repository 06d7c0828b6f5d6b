package extract

import (
	"strings"
	"testing"

	"gannet/features"
	"gannet/job"
	"gannet/models/shipped"
)

// The evidence of a field is that of the value which was chosen, and its terms are the strongest first.
func TestDecideNamesTheEvidence(t *testing.T) {
	words, err := shipped.PageText()
	if err != nil {
		t.Fatal(err)
	}
	e := &Extractor{Words: words, Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, 1 }}
	page := read(t, "https://board.example/7", `<title>Weaver – Vakanto</title><a href="/">Vakanto</a><h1>Weaver</h1><p>Loom Mill Ltd is looking for a weaver in Paisley. You will mend looms and wash wool for
		five days a week, in a small team that has done so for forty years.</p><p>You can read a pattern. You have a steady hand.</p>`)
	d, ok := e.Decide(page, job.Company, now)
	if !ok || d.Value != "Loom Mill Ltd" || d.Source != job.Page || d.Rules || d.Values[0].Value != d.Value {
		t.Fatalf("%v, %+v", ok, d)
	}
	first := d.Values[0].Evidence
	if len(first) < 3 || first[0].Adds <= 0 || first[0].Adds < first[2].Adds {
		t.Errorf("evidence %+v", first)
	}
	d, ok = e.Decide(page, job.Title, now)
	if !ok || d.Value != "Weaver" || !d.Rules || !strings.Contains(d.Values[0].Evidence[0].Name, "head") {
		t.Errorf("%v, %+v", ok, d)
	}
	if _, ok = (&Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Listing, 1 }}).Decide(page, job.Title, now); ok {
		t.Error("a list has no posting to explain")
	}
}
