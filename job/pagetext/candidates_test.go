package pagetext

import (
	"slices"
	"testing"

	"gannet/features"
	"gannet/job"
)

func TestTownsOfALine(t *testing.T) {
	for text, want := range map[string][]string{
		"You work in Paisley, near New York.":        {"Paisley", "New York"},
		"Wir weben in Bad Homburg und paisley.":      {"Bad Homburg"},
		"本公司位于苏州，每周一天":                               {"苏州"},
		"The loom is old and nobody mends its frame": nil,
		"We knit REST services in Paisley":           {"Paisley"}, // Rest is a town
		"JOB LOCATION: PAISLEY":                      {"PAISLEY"},
	} {
		var got []string
		for town := range townsIn(text) {
			got = append(got, town)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestPlaceWithoutAPhrase: a town of a sentence is the place though no phrase of any language stands before it. Rules alone find none.
func TestPlaceWithoutAPhrase(t *testing.T) {
	body := "<h1>Væver</h1><p>" + filler["da"] + "</p><p>Vævehuset Trend ApS udbyder et job til en væver; værkstedet finder du midt i Odense."
	judged, rules := testReader(t), &Reader{Employers: testReader(t).Employers}
	page := pageOf(t, "https://board.example/x", "da", body)
	if p, by := judged.Read(page, "da", testNow, nil), rules.Read(page, "da", testNow, nil); p.Location != "Odense" || by.Location != "" {
		t.Errorf("place %q, and %q by rules alone", p.Location, by.Location)
	}
}

// TestGermanNounsAreNoPlaces: Mission is a town, but a German noun has a capital anyway. Behind a word that stands before places it is one.
func TestGermanNounsAreNoPlaces(t *testing.T) {
	for sentence, want := range map[string]string{
		"Deine Mission: Du webst mit uns Tücher für die ganze Welt.": "",
		"Die Werkstatt liegt in Mission, gleich hinter der Weberei.": "Mission",
	} {
		page := pageOf(t, "https://board.example/x", "de", "<h1>Weber (m/w/d)</h1><p>"+filler["de"]+"</p><p>"+sentence)
		found := slices.ContainsFunc(testCandidates(t, page)[job.Location], func(c Candidate) bool { return c.Value == "Mission" })
		if found != (want != "") {
			t.Errorf("%s: Mission is a candidate: %v", sentence, found)
		}
	}
}

// TestNamesInNoPlace: a town before a copyright sign is the site's, and a label is no town. A colon behind a town of a sentence says nothing.
func TestNamesInNoPlace(t *testing.T) {
	for sentence, want := range map[string]bool{
		"Made with love in Odense © 2026 Trend":                      false,
		"Closing Date: 5 May 2026":                                   false,
		"Made with love in Odense © 2026 Trend. We weave in Odense.": true,
		"We weave in Date, near the sea.":                            true,
		"We look for a weaver in Odense: you weave cloth with us.":   true,
	} {
		page := pageOf(t, "https://board.example/x", "en", "<h1>Weaver</h1><p>"+filler["en"]+"</p><p>"+sentence)
		found := slices.ContainsFunc(testReader(t).Candidates(page, "en", testNow)[job.Location], func(c Candidate) bool { return c.Value == "Odense" || c.Value == "Date" })
		if found != want {
			t.Errorf("%s: a candidate: %v", sentence, found)
		}
	}
}

// TestFullerNames: a name goes on behind a genitive only if the page never has it without one, and behind a comma only if it is a place.
func TestFullerNames(t *testing.T) {
	for _, c := range []struct {
		text, long string
		field      job.Field
		want       bool
	}{
		{"Welcome to Brunton. Brunton's Head Office is here.", "Brunton's Head Office", job.Company, false},
		{"Brunton’s Hospital is here. Join Brunton’s Hospital.", "Brunton’s Hospital", job.Company, true},
		{"We weave in Brunton, Kent", "Brunton, Kent", job.Company, false},
		{"We weave in Brunton, Kent", "Brunton, Kent", job.Location, true},
	} {
		r := &reader{outline: &outline{lines: []line{{text: c.text}}}}
		s := &scene{reader: r, all: []candidate{{value: "Brunton", key: "brunton"}, {value: c.long, key: fold(c.long)}}}
		if got := s.fuller(0, c.field) == 1; got != c.want {
			t.Errorf("%s: %s is fuller: %v", c.text, c.long, got)
		}
	}
}

func testCandidates(t *testing.T, page *features.Page) map[job.Field][]Candidate {
	t.Helper()
	return testReader(t).Candidates(page, "de", testNow)
}

// TestCandidatesHaveAllMeasures: each candidate has a row as long as the list of measures, and the right values are among them.
func TestCandidatesHaveAllMeasures(t *testing.T) {
	page := pageOf(t, "https://board.example/x", "en", "<h1>Weaver</h1><p>"+filler["en"]+"</p><p>Loom Mill is looking for a weaver for its office in Paisley.")
	all, names := testReader(t).Candidates(page, "en", testNow), Measures()
	for field, want := range map[job.Field]string{job.Company: "Loom Mill", job.Location: "Paisley"} {
		found := false
		for _, c := range all[field] {
			found = found || c.Value == want
			if len(c.Measures) != len(names[field]) {
				t.Errorf("%s %q has %d measures of %d", field, c.Value, len(c.Measures), len(names[field]))
			}
		}
		if !found {
			t.Errorf("%s: %q is no candidate: %+v", field, want, all[field])
		}
	}
}
