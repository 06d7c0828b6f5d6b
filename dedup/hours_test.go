package dedup_test

import (
	"math"
	"testing"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/job"
)

// TestHoursBehindALabel: a week's hours are read behind a label in several languages, and times of a day are not.
func TestHoursBehindALabel(t *testing.T) {
	for _, c := range []struct {
		one, other string
		want       float64
	}{
		{"Weekly Hours - 23", "Weekly Hours - 30", -1},
		{"Weekly hours: 22.5", "22.5 hours per week", 1},
		{"Hours: 23", "Hours: 30", -1},
		{"Hours per week\n16", "Hours per week\n37", -1},
		{"Stunden pro Woche: 20", "Wochenstunden: 35", -1},
		{"Wochenarbeitszeit: 20", "20 Stunden pro Woche", 1},
		{"Heures par semaine : 24", "Heures par semaine : 35", -1},
		{"Horas semanales: 20", "Horas semanales: 40", -1},
		{"Часов в неделю: 20", "Часов в неделю: 40", -1},
		{"每周工作小时：20", "每周工作小时：40", -1},
		{"Hours: 09:00", "Hours: 10:00", math.NaN()},
		{"Hours: 9 - 17", "Hours: 10 - 18", math.NaN()},
		{"Hours: 9 am", "Hours: 10 am", math.NaN()},
		{"Opening hours: 8", "Opening hours: 9", math.NaN()},
		{"Weekly sheep: 20", "Weekly sheep: 40", math.NaN()},
	} {
		s := dedup.NewStudy()
		var profiles []*dedup.Profile
		for _, line := range []string{c.one, c.other} {
			profiles = append(profiles, s.Prepare(&job.Posting{Title: "Porter", Description: "You carry sacks to the loft.\n" + line + "\nWe have a horse."}))
		}
		if got := s.Measure(profiles[0], profiles[1])[verdict.Terms]; got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%q and %q: terms %v, want %v", c.one, c.other, got, c.want)
		}
	}
}
