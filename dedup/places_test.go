package dedup_test

import (
	"strings"
	"testing"

	"gannet/job"
)

// placed is a sample's ad on a site of its own, with another location and without a place in its text.
func placed(s sample, site, location string) *job.Posting {
	p := s.posting()
	p.URL, p.Location, p.Description = "https://"+site+".example/1", location, strings.ReplaceAll(s.text, s.town, "the yard")
	return p
}

func TestLocationsThatNameNoTown(t *testing.T) {
	s := samples[0]
	for _, c := range []struct{ a, b, want string }{
		{"Ludlow", "Remote", "same"},
		{"Ludlow, United Kingdom", "Nationwide", "same"},
		{"Ludlow", "United Kingdom", "same"},
		{"Ludlow", "Quince & Daughters Ltd", "same"},
		{"Ludlow", "Various locations, UK", "same"},
		{"Leer, Deutschland", "Bundesweit", "same"},
		{"烟台", "全国", "same"},
		{"Ludlow", "Truro", "same text other place"},
		{"Ludlow", "Truro (remote)", "same text other place"},
		{"Ludlow, United Kingdom", "Remote, France", "same text other place"},
		{"Germany", "France", "same text other place"},
	} {
		d := newDeduper(t)
		decide(t, d, 1, placed(s, "first", c.a))
		if got := decide(t, d, 2, placed(s, "second", c.b)); got.Verdict != c.want {
			t.Errorf("%q and %q: %s, want %s", c.a, c.b, got.Verdict, c.want)
		}
	}
}

// TestCopyInALongText finds a short ad again to which an agency has added five times as much.
func TestCopyInALongText(t *testing.T) {
	for _, s := range samples {
		d := newDeduper(t)
		first := placed(s, "first", s.town)
		copied := placed(s, "second", s.town)
		copied.Company = "Lighthouse Recruitment"
		for _, other := range samples {
			if other.lang != s.lang {
				copied.Description += "\n" + other.text
			}
		}
		decide(t, d, 1, first)
		if got := decide(t, d, 2, copied); got.Verdict != "same" {
			t.Errorf("%s: %+v", s.lang, got)
		}
		if got := decide(t, d, 3, placed(s, "third", s.otherTown)); got.Verdict == "same" {
			t.Errorf("%s: another place: %+v", s.lang, got)
		}
	}
}

func TestTownsOfURLs(t *testing.T) {
	s := samples[0]
	for town, want := range map[string]string{"truro": "new", "ludlow": "same"} {
		d := newDeduper(t)
		first, second := placed(s, "first", ""), placed(s, "first", "")
		first.URL, second.URL = "https://board.example/jobs/vacancy-ludlow-65824", "https://board.example/jobs/vacancy-"+town+"-70311"
		decide(t, d, 1, first)
		if got := decide(t, d, 2, second); got.Verdict != want {
			t.Errorf("%s: %+v, want %s", town, got, want)
		}
	}
}
