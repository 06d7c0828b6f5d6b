package dedup_test

import (
	"fmt"
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/job"
)

// TestShortAdsThatShareLittle: title and town are the same, and the employer is unknown or the same.
func TestShortAdsThatShareLittle(t *testing.T) {
	texts := []string{
		"Porter for a mill on the weir. You carry the sacks from the barge to the loft and sweep the floor. Days, Monday to Thursday. Apply with the form below.",
		"Porter for an auction house in the old town. You hang pictures and move chests on the days of sale. Weekends in spring. Apply with the form below.",
	}
	for _, company := range []string{"", "confidential", "N/A", "Unser Kunde", "Weir & Loft"} {
		var ads []*job.Posting
		for i, text := range texts {
			ads = append(ads, &job.Posting{Title: "Porter", Company: company, Location: "Ludlow", Language: "en", Description: text, URL: fmt.Sprintf("https://board.example/%d", i)})
		}
		again := *ads[0]
		again.URL, again.Description = "https://other.example/1", strings.Replace(again.Description, "sweep the floor", "sweep", 1)
		got := clustersOf(t, dedup.DefaultOptions(shippedModel(t)), []string{""}, ads[0], ads[1], &again)
		if got[0] == got[1] || got[0] != got[2] {
			t.Errorf("company %q: clusters %v of two jobs and a copy of the first", company, got)
		}
	}
}

// TestSpellingsOfOneAd: entities, umlauts with two letters, and forms of the employer's name make no other job.
func TestSpellingsOfOneAd(t *testing.T) {
	umlauts := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")
	for name, change := range map[string]func(a, b *job.Posting){
		"entity": func(a, b *job.Posting) { a.Title, b.Title = "R&D "+a.Title, "R&amp;D "+a.Title },
		"umlauts": func(_, b *job.Posting) {
			for _, s := range []*string{&b.Title, &b.Company, &b.Location, &b.Description} {
				*s = umlauts.Replace(*s)
			}
		},
	} {
		for _, s := range samples {
			a, b := s.posting(), s.posting()
			b.URL = "https://other.example/1"
			change(a, b)
			if got := clustersOf(t, dedup.DefaultOptions(shippedModel(t)), []string{""}, a, b); got[0] != got[1] {
				t.Errorf("%s, %s: two jobs", name, s.lang)
			}
		}
	}
}
