package extract

import (
	"testing"

	"gannet/features"
	"gannet/job"
)

// A page that says nothing of a job is no posting, whatever the classifier says. It is a list if its links name jobs.
func TestPagesThatSayNothingOfAJob(t *testing.T) {
	e := &Extractor{
		Kind:  func(*features.Page) (job.Kind, float64) { return job.Detail, .9 },
		Title: func(p *features.Page, s features.Span) bool { return s.Len() == 2 },
	}
	const head = `<html lang="en"><title>Loom Ltd</title><h1>Loom Ltd</h1><div class="company-name">Loom Ltd of Paisley</div><p>We weave.</p>`
	for body, want := range map[string]job.Kind{
		head: job.Other,
		head + `<a href=/1>Night Weaver</a> <a href=/2>Old Dyer</a> <a href=/3>Young Spinner</a> <a href=/4>Mill Cook</a> <a href=/5>Cart Driver</a>`: job.Listing,
		head + `<p>Location: Paisley</p>`:                                           job.Detail,
		`<html lang="en"><title>Weaver</title><h1>Weaver</h1><p>Ring the mill.</p>`: job.Detail,
		`<html lang="en"><title>Careers at Loom Ltd</title><h1>Careers at Loom Ltd</h1><p>Come and weave with us. We are looking for weavers, dyers, and drivers of carts. See what is open here in our list.</p>
			<p>Location: Paisley</p><div id="jobs"></div><script src="/list.js"></script>`: job.Other,
		`<html lang="en"><title>Careers at Loom Ltd</title><h1>Careers at Loom Ltd</h1><h2>Your tasks</h2><p>You weave linen on the looms of our mill, mend them and keep them clean, from early in the morning until noon.</p>`: job.Detail,
	} {
		if kind, found := e.Page(read(t, "https://a.example/1", body), now); kind != want || len(found) > 0 != (want == job.Detail) {
			t.Errorf("%s: kind %v, %d postings", body, kind, len(found))
		}
	}
}

// A posting whose work may be done anywhere keeps the place that it names.
func TestRemoteBesideAPlace(t *testing.T) {
	e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, .9 }}
	_, found := e.Page(read(t, "https://a.example/1", `<html lang="en"><title>Weaver</title><h1>Weaver</h1><p>Workplace type: Remote</p><p>Location: Paisley</p><p>You weave.</p>`), now)
	if len(found) != 1 || !found[0].Remote || len(found[0].Places) != 1 || found[0].Places[0].Town != "Paisley" {
		t.Errorf("%+v", found)
	}
}

// A word in place of a location is none, and what stands beside the town is no part of it.
func TestPlacesOfProsePages(t *testing.T) {
	e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, .9 }}
	for value, want := range map[string]job.Place{
		"Atlanta, Georgia":         {Town: "Atlanta", Region: "Georgia", CountryCode: "US", RegionCode: "US-GA", Latitude: 33.75, Longitude: -84.39},
		"Cambridge (hybrid)":       {Town: "Cambridge", CountryCode: "GB", RegionCode: "GB-ENG", Latitude: 52.2, Longitude: .12},
		"MILL2 - Ft. Collins, CO":  {Town: "Ft. Collins", Region: "CO", CountryCode: "US", RegionCode: "US-CO", Latitude: 40.59, Longitude: -105.08},
		"Various locations":        {},
		"Remote within Austria":    {Country: "Austria", CountryCode: "AT"},
		"Nether Poppleton Village": {Town: "Nether Poppleton Village", CountryCode: "GB"}, // that of the site
	} {
		_, found := e.Page(read(t, "https://mill.co.uk/1", `<html><title>Weaver</title><h1>Weaver</h1><ul><li>Location: `+value+`</li></ul><p>You weave cloth.</p>`), now)
		places := append(found[0].Places, job.Place{})
		if len(found) != 1 || places[0] != want {
			t.Errorf("%q: %+v, want %+v", value, places, want)
		}
		if want == (job.Place{}) && found[0].Location != "" {
			t.Errorf("%q is the location", found[0].Location)
		}
	}
}
