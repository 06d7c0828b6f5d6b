package dedup_test

import (
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/job"
)

// A change makes another job of a posting, or another copy of the same job.
var changes = []struct {
	name string
	same bool
	make func(a, b *job.Posting)
}{
	{"rank", false, func(a, b *job.Posting) { b.Title = "Senior " + a.Title }},
	{"shift", false, func(a, b *job.Posting) { b.Title = a.Title + " (Nights)" }},
	{"band", false, func(a, b *job.Posting) { a.Title, b.Title = a.Title+" Band 5", a.Title+" Band 6" }},
	{"contract", false, func(a, b *job.Posting) { a.Title, b.Title = a.Title+" - Bank", a.Title+" - Permanent" }},
	{"field", false, func(a, b *job.Posting) { b.Title = a.Title + " - Glasshouse" }},
	{"employer", false, func(a, b *job.Posting) { b.Company = "Pike & Sons" }},
	{"town in the title", false, func(a, b *job.Posting) { a.Title, b.Title = a.Title+" - Exeter", a.Title+" - Lincoln" }},
	{"town in the text", false, func(a, b *job.Posting) {
		a.Description, b.Description = a.Description+"\nWorkplace: Exeter", b.Description+"\nWorkplace: Lincoln"
	}},
	{"pay", false, func(a, b *job.Posting) {
		a.Salary, b.Salary = job.Pay{Min: 20_000, Max: 22_000, Currency: "EUR", Unit: "YEAR"}, job.Pay{Min: 31_000, Max: 33_000, Currency: "EUR", Unit: "YEAR"}
	}},
	{"hours", false, func(a, b *job.Posting) { a.Description, b.Description = a.Description+"\n20 h", b.Description+"\n37 h" }},
	{"accents", true, func(a, b *job.Posting) {
		lost := strings.NewReplacer("ü", "u", "ö", "o", "ä", "a", "ß", "ss", "é", "e", "è", "e", "ê", "e", "à", "a", "ç", "c")
		b.Title, b.Description = lost.Replace(a.Title), lost.Replace(a.Description)
	}},
	{"agency", true, func(a, b *job.Posting) { b.Company = "Harbour Recruitment Ltd" }},
	{"each eighth word", true, func(a, b *job.Posting) {
		words := strings.Fields(a.Description)
		for i := 7; i < len(words); i += 8 {
			words[i] = "other"
		}
		b.Description = strings.Join(words, " ")
	}},
	{"another language", true, func(a, b *job.Posting) {
		foreign := samples[0]
		if a.Language == foreign.lang {
			foreign = samples[1]
		}
		a.Description += "\nTel. +49 491 555120"
		b.Description, b.Language = foreign.text+"\nTel. +49 491 555120", foreign.lang
	}},
}

// TestSingleChanges tells two postings apart that differ in one way, and finds copies that were changed.
func TestSingleChanges(t *testing.T) {
	for _, c := range changes {
		wrong := 0
		for _, s := range samples {
			a, b := s.posting(), s.posting()
			b.URL = "https://second.example/" + s.lang
			c.make(a, b)
			d := newDeduper(t)
			decide(t, d, 1, a)
			got := decide(t, d, 2, b)
			if (got.Cluster == 1) != c.same {
				wrong++
				t.Logf("%s, %s: %+v", c.name, s.lang, got)
			}
		}
		if wrong > 1 {
			t.Errorf("%s: %d of %d judged wrong", c.name, wrong, len(samples))
		}
	}
}

// TestReasonsNameWhatDiffers says in plain words why a posting is not the same job as one with nearly the same words.
func TestReasonsNameWhatDiffers(t *testing.T) {
	s := dedup.NewStudy()
	a, b := samples[0].posting(), samples[0].posting()
	b.Title = "Junior " + a.Title
	e := s.Measure(s.Prepare(a), s.Prepare(b))
	m := shippedModel(t)
	var texts []string
	for _, r := range m.Reasons(&e, m.Judge(&e)) {
		texts = append(texts, r.Text)
	}
	if all := strings.Join(texts, "; "); !strings.Contains(all, "one title has a word more") || !strings.Contains(all, "one title alone names a rank") {
		t.Errorf("reasons: %s", all)
	}
}
