package pagetext

import (
	"testing"

	"gannet/job"
)

func TestShapesOfTexts(t *testing.T) {
	v := known()
	for _, c := range []struct {
		what string
		is   func(string) bool
		yes  []string
		no   []string
	}{
		{"location", func(s string) bool { return looksLocation(v, s) },
			[]string{"Kiel, Germany", "24103 Kiel", "Leeds LS1 4AP", "Remote", "São Paulo, Brazil", "北京市"},
			[]string{"Kiel", "Leeds, Loom & Thread Ltd", "weave, mend", "One Two Three Four, Five Six Seven Eight", "Call 555 1234 5678", "in 2026 we weave, with joy"}},
		{"postcode", hasPostcode,
			[]string{"24103 Kiel", "1012 AB Amsterdam", "Leeds LS1 4AP"},
			[]string{"2026 Kiel", "24103", "24103 Kiel 24105", "1234567 Kiel", "24103 kiel"}},
		{"employer", func(s string) bool { return looksEmployer(v, s) },
			[]string{"Loom Ltd", "Weberei Ulm GmbH", "University of Leeds", "織機株式会社", "某某纺织公司"},
			[]string{"Loom", "Ltd", "公司", "weave with us"}},
		{"person", isPerson,
			[]string{"Robin Bobbin", "Kim van der Doe", "王小明"},
			[]string{"robin bobbin", "Robin", "Room 5 West", "Ask: Robin Bobbin", "One Two Three Four Five Six"}},
		{"code", isCode,
			[]string{"PJ-1234", "2026/0815", "12345"},
			[]string{"PJ-123", "ABCDEFGH-1234", "pj-1234", "12 34", "1234567890123456789012345"}},
		{"money", job.NamesMoney,
			[]string{"£20", "20 EUR", "3万", "100 zł.", "20 euros", "ETB 20", "45k SEK"},
			[]string{"20 ducks", "twenty euros", "try 20", "20 thousand ducks"}},
		{"name that fits", func(s string) bool { return fits(s, 10, 3) },
			[]string{"a b c", "éééééééééé", "1a"},
			[]string{"a b c d", "ééééééééééé", "123", ""}},
		{"heading", looksHeading,
			[]string{"Your tasks", "one two three four five six seven eight nine ten"},
			[]string{"We weave.", "- Mend looms", "one two three four five six seven eight nine ten eleven", "织布。"}},
	} {
		for _, s := range c.yes {
			if !c.is(s) {
				t.Errorf("%q is no %s", s, c.what)
			}
		}
		for _, s := range c.no {
			if c.is(s) {
				t.Errorf("%q is a %s", s, c.what)
			}
		}
	}
}

func TestWordCount(t *testing.T) {
	for s, want := range map[string]int{"": 0, "weave": 1, "weave and mend": 3, "织布": 1, "织布机": 2, "我们织布织布织": 3} {
		if got := wordCount(s); got != want {
			t.Errorf("%q has %d words, want %d", s, got, want)
		}
	}
}
