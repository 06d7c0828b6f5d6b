package dedup_test

import (
	"math"
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/job"
)

// underTitles returns the evidence of two ads of one long text under two titles.
func underTitles(t *testing.T, one, other string, change func(p *job.Posting)) verdict.Evidence {
	t.Helper()
	s := dedup.NewStudy()
	var profiles []*dedup.Profile
	for i, title := range []string{one, other} {
		p := samples[0].posting()
		p.Title, p.Description = title, samples[0].text+" "+samples[0].other
		if i == 1 && change != nil {
			change(p)
		}
		profiles = append(profiles, s.Prepare(p))
	}
	return s.Measure(profiles[0], profiles[1])
}

// TestTitlesOfOneText: what an equal text says of the words in which two titles differ.
func TestTitlesOfOneText(t *testing.T) {
	told := underTitles(t, "Tree Pruner", "Crew Lead for Pickers", nil)
	if told[verdict.Told] < .6 || told[verdict.Verbatim] < .5 || told[verdict.Renamed] != told[verdict.Verbatim] || told[verdict.Adapted] != 0 {
		t.Errorf("titles of which the text speaks: %v", told)
	}
	foreign := underTitles(t, "Diver", "Notary", nil)
	if foreign[verdict.Told] != 0 || foreign[verdict.ToldByAll] != 0 {
		t.Errorf("titles of which the text does not speak: told %.2f", foreign[verdict.Told])
	}
	for more, want := range map[string]float64{"Pickers": 0, "of old Apple and Pear Trees": 5. / 6} {
		if one := underTitles(t, "Orchard Keeper", "Orchard Keeper "+more, nil); one[verdict.Told] != want {
			t.Errorf("%q more in one title: told %.2f, want %.2f", more, one[verdict.Told], want)
		}
	}
	shared := func(p *job.Posting) { p.Description += " The garden is at Weir Lane, Ludlow 58113, behind the mill." }
	s := dedup.NewStudy()
	postcode := [2]*dedup.Profile{}
	for i, title := range []string{"Orchard Keeper Ludlow 58113", "Orchard Keeper Ludlow 58113 - Bakery"} {
		p := samples[0].posting()
		p.Title, p.Description = title, samples[0].text
		shared(p)
		postcode[i] = s.Prepare(p)
	}
	if e := s.Measure(postcode[0], postcode[1]); e[verdict.Told] != 0 {
		t.Errorf("a word that the text lacks, behind a postcode that it has: told %.2f, want 0", e[verdict.Told])
	}
	like := underTitles(t, "Orchard Night Keeper", "Orchard Day Keeper", nil)
	if like[verdict.Renamed] > like[verdict.Verbatim]/4 {
		t.Errorf("titles that differ in one word: renamed %.2f", like[verdict.Renamed])
	}
}

// TestAdaptedTexts: an employer who changes the text together with the title.
func TestAdaptedTexts(t *testing.T) {
	of := func(title string) func(p *job.Posting) {
		return func(p *job.Posting) { p.Description = "Our firm seeks one " + title + " now. " + p.Description }
	}
	if e := underTitles(t, "Orchard Diver", "Orchard Notary", of("Orchard Notary")); e[verdict.Adapted] != -.5 {
		t.Errorf("one text has its title: adapted %.2f, want -0.5", e[verdict.Adapted])
	}
}

// TestPlacesDoNotMeet: two towns do not meet in an ad without a place, and not in one that a cluster was opened by.
func TestPlacesDoNotMeet(t *testing.T) {
	for _, unite := range []bool{false, true} {
		o := dedup.DefaultOptions(shippedModel(t))
		o.Unite = unite
		d, err := dedup.NewDeduper(o)
		if err != nil {
			t.Fatal(err)
		}
		s := samples[0]
		for i, town := range []string{"", s.town, s.otherTown} {
			p := s.posting()
			p.Location = town
			p.Description = strings.ReplaceAll(p.Description, s.town, "town")
			decide(t, d, uint64(i+1), p)
		}
		_, open := d.Original(1)
		_, one := d.Original(2)
		_, other := d.Original(3)
		if open != one || one == other {
			t.Errorf("unite %v: clusters %d, %d, %d of an ad without a place and two of two towns", unite, open, one, other)
		}
	}
}

// TestFullTimeNeedNotBeNamed: boards add it to a title. Part time is another job than full time.
func TestFullTimeNeedNotBeNamed(t *testing.T) {
	for _, c := range []struct {
		one, other string
		own, marks float64
	}{
		{"Orchard Keeper", "Orchard Keeper (full-time)", 1, math.NaN()},
		{"Orchard Keeper (Vollzeit)", "Orchard Keeper", 1, math.NaN()},
		{"Senior Orchard Keeper (full-time)", "Senior Orchard Keeper", 1, 1},
		{"Senior Orchard Keeper (full-time)", "Orchard Keeper", 0, 0},
		{"Orchard Keeper (part-time)", "Orchard Keeper (full-time)", 0, -1},
		{"Orchard Keeper (part-time)", "Orchard Keeper", 0, 0},
	} {
		e := underTitles(t, c.one, c.other, nil)
		for _, x := range [][2]float64{{e[verdict.OwnWords], c.own}, {e[verdict.Markers], c.marks}} {
			if x[0] != x[1] && !(math.IsNaN(x[0]) && math.IsNaN(x[1])) {
				t.Errorf("%q and %q: own words %v and markers %v, want %v and %v", c.one, c.other, e[verdict.OwnWords], e[verdict.Markers], c.own, c.marks)
			}
		}
	}
}

// TestAGuessedEmployerContradictsNone.
func TestAGuessedEmployerContradictsNone(t *testing.T) {
	for confidence, want := range map[float64]float64{.6: math.NaN(), .7: -1} {
		e := underTitles(t, "Orchard Keeper", "Orchard Keeper", func(p *job.Posting) {
			p.Company, p.Provenance = "Logistics", map[job.Field]job.Provenance{job.Company: {Method: job.Page, Confidence: confidence}}
		})
		if got := e[verdict.Employers]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("confidence %v: employers %v, want %v", confidence, got, want)
		}
	}
}

// TestLevelsOfTitles: numbers and Roman numerals at the end of a title, or before a sign in it, are levels.
func TestLevelsOfTitles(t *testing.T) {
	for _, c := range []struct {
		one, other string
		own, marks float64
	}{
		{"Orchard Keeper I", "Orchard Keeper II", 0, -1},
		{"Orchard Keeper IV", "Orchard Keeper V", 0, -1},
		{"Orchard Keeper 2", "Orchard Keeper 3", -1, -1},
		{"Orchard Keeper II", "Orchard Keeper 2", 1, 1},
		{"Orchard Keeper II - Ludlow", "Orchard Keeper III, Ludlow", -1, -1},
		{"Orchard Keeper (Level II)", "Orchard Keeper II", 1, 1},
		{"Orchard Keeper", "Orchard Keeper II", 0, 0},
		{"Orchard Keeper x 2", "Orchard Keeper x 3", -1, math.NaN()},
		{"Keeper i Orchard", "Keeper v Orchard", 1, math.NaN()},
	} {
		e := underTitles(t, c.one, c.other, nil)
		for _, x := range [][2]float64{{e[verdict.OwnWords], c.own}, {e[verdict.Markers], c.marks}} {
			if x[0] != x[1] && !(math.IsNaN(x[0]) && math.IsNaN(x[1])) {
				t.Errorf("%q and %q: own words %v and markers %v, want %v and %v", c.one, c.other, e[verdict.OwnWords], e[verdict.Markers], c.own, c.marks)
			}
		}
	}
}

// TestTitlesSayWhere: a last part of a title that mostly has words of employer and location says where the work is.
func TestTitlesSayWhere(t *testing.T) {
	for _, c := range []struct {
		one, other string
		own, said  float64
	}{
		{"Keeper", "Keeper - Weir Hotel Ludlow Riverside", 1, math.NaN()},
		{"Keeper - Weir Hotel Ludlow Hill", "Keeper - Weir Hotel Ludlow Riverside", 1, -1},
		{"Keeper - Ludlow Riverside", "Keeper - Ludlow Hill", -1, math.NaN()},
		{"Keeper", "Keeper - Night Baker", 0, math.NaN()},
	} {
		s := dedup.NewStudy()
		var both []*dedup.Profile
		for _, title := range []string{c.one, c.other} {
			p := samples[0].posting()
			p.Company, p.Location = "Weir Hotels Ltd", "Ludlow"
			p.Title, p.Description = title, "You prune the trees and mind the gate of the garden, and keep the book of visitors."
			both = append(both, s.Prepare(p))
		}
		e := s.Measure(both[0], both[1])
		for _, x := range [][2]float64{{e[verdict.OwnWords], c.own}, {e[verdict.Said], c.said}} {
			if x[0] != x[1] && !(math.IsNaN(x[0]) && math.IsNaN(x[1])) {
				t.Errorf("%q and %q: own words %v, said places %v, want %v and %v", c.one, c.other, e[verdict.OwnWords], e[verdict.Said], c.own, c.said)
			}
		}
	}
}

// TestTownBehindADash: without a location, a town with the code of its region at the end of a title says where the work is.
func TestTownBehindADash(t *testing.T) {
	for title, want := range map[string]float64{"Porter - Red Mill, WA 98004": 1, "Porter - Stone Weir, CA": -1, "Porter - Night Shift, Weekends": math.NaN()} {
		s := dedup.NewStudy()
		var profiles []*dedup.Profile
		for _, title := range []string{"Porter - Red Mill, WA 98004", title} {
			profiles = append(profiles, s.Prepare(&job.Posting{Title: title, Language: "en", Description: samples[0].text}))
		}
		if got := s.Measure(profiles[0], profiles[1])[verdict.Said]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: said %.0f, want %.0f", title, got, want)
		}
	}
}

// TestLevelBehindABracket: a level at the end of a title counts behind a bracket, a quotation mark, a sentence or a postcode as well.
func TestLevelBehindABracket(t *testing.T) {
	for _, title := range []string{"Orchard Keeper (m/f)", `Orchard "Keeper"`, "Keep our orchard!", "Orchard Keeper, Ludlow 90210"} {
		if e := underTitles(t, title+" I", title+" V", nil); e[verdict.Markers] != -1 {
			t.Errorf("%s: markers %.0f, want -1", title, e[verdict.Markers])
		}
	}
}
