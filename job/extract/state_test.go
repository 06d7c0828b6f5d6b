package extract

import (
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/job"
)

func TestStateOfAPosting(t *testing.T) {
	ad := func(more, body string) string {
		return page("Weaver", `{"@type":"JobPosting","title":"Weaver"`+more+`}`, "<h1>Weaver</h1>"+body+linen)
	}
	for _, c := range []struct {
		name, page string
		want       job.State
		reason     string
	}{
		{"a last day to come", ad(`,"validThrough":"2026-05-01"`, ""), job.Open, job.ReasonNotYet},
		{"a last day that is past", ad(`,"validThrough":"2026-03-01"`, ""), job.Closed, job.ReasonEnded},
		{"today is the last day", ad(`,"validThrough":"2026-04-01"`, ""), job.Open, job.ReasonNotYet},
		{"a last hour that is past", ad(`,"validThrough":"2026-03-31T23:00:00Z"`, ""), job.Closed, job.ReasonEnded},
		{"the page says so, its markup does not", ad(`,"validThrough":"2026-05-01"`, "<p>This job is no longer available</p>"), job.Closed, job.ReasonSaysSo},
		{"a button to apply", ad("", "<a href=/apply>Apply now</a>"), job.Open, job.ReasonApplies},
		{"direct applications", ad(`,"directApply":true`, ""), job.Open, job.ReasonApplies},
		{"past, with a button", ad(`,"validThrough":"2026-03-01"`, "<a href=/apply>Apply now</a>"), job.Closed, job.ReasonEnded},
		{"nothing is said", ad("", ""), job.Open, job.ReasonSeen},
	} {
		_, found := (&Extractor{}).Page(read(t, "https://a.example/1", c.page), now)
		if len(found) != 1 || found[0].State != c.want || found[0].StateReason != c.reason {
			t.Errorf("%s: %+v", c.name, found)
		}
	}
	_, found := (&Extractor{}).Page(read(t, "https://a.example/1", ad(`,"validThrough":"2026-05-01"`, "")), now.AddDate(0, 2, 0))
	if p := found[0]; p.State != job.Closed || !p.Ended(now.Add(60*24*time.Hour)) {
		t.Errorf("two months later: %s", p.State)
	}
}

func TestPartsOfALocationInWords(t *testing.T) {
	p := &job.Posting{Location: "Oslo, Norway; Remote", Provenance: map[job.Field]job.Provenance{job.Location: {Method: job.Label, Confidence: .5}}}
	splitLocation(p)
	decideConditions(p, nil, "Oslo, Norway; Remote", "")
	if len(p.Places) != 1 || p.Places[0].Town != "Oslo" || p.Places[0].CountryCode != "NO" || !p.Remote || p.Provenance[job.Places] != (job.Provenance{Method: job.Label, Confidence: .4}) {
		t.Errorf("%+v", p)
	}
}

// A page that has ended is surrounded by other postings. It is a posting as long as its text is there.
func TestEndedPageIsNoList(t *testing.T) {
	e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Listing, .9 }}
	prose := "<p>" + strings.Repeat("You weave linen and wool on the looms of our mill and mend them. ", 5) + "</p>"
	similar := strings.Repeat("<li><a href=/job/1>Dyer in Leeds</a>", 10)
	for body, want := range map[string]job.Kind{
		"<h1>Weaver</h1><p>No longer accepting applications</p>" + prose + similar:  job.Detail,
		"<h1>Weaver</h1>" + prose + similar:                                         job.Listing,
		"<h1>This job is no longer available</h1><p>Similar jobs</p><ul>" + similar: job.Listing,
	} {
		kind, found := e.Page(read(t, "https://a.example/1", body), now)
		if kind != want || want == job.Detail && (len(found) != 1 || found[0].State != job.Closed) {
			t.Errorf("%.60s: %v, %v", body, kind, found)
		}
	}
}
