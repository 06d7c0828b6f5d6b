package job

import (
	"testing"
	"time"
)

func TestParseDateOrdered(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text, lang string
		order      DateOrder
		want       string
	}{
		{"03/04/2026", "en", LanguageOrder, "2026-03-04"}, {"03/04/2026", "en", DayFirst, "2026-04-03"}, {"Posted: 3-4-26", "en", DayFirst, "2026-04-03"}, {"03/04/2026", "fr", MonthFirst, "2026-03-04"},
		{"03/04/2026", "", NoOrder, ""}, {"23/04/2026", "", NoOrder, "2026-04-23"}, {"04/23/2026", "", DayFirst, "2026-04-23"}, {"2026-04-03", "", NoOrder, "2026-04-03"}, {"03.04.2026", "", NoOrder, "2026-04-03"}, {"04/04/2026", "", NoOrder, "2026-04-04"},
		{"3 April 2026", "", NoOrder, "2026-04-03"},
	} {
		got, ok := ParseDateOrdered(c.text, c.lang, c.order, now)
		if ok != (c.want != "") || ok && got.Format(time.DateOnly) != c.want {
			t.Errorf("%s, %q, %d: %v, %v, want %s", c.text, c.lang, c.order, got, ok, c.want)
		}
	}
}

func TestOrderOfDate(t *testing.T) {
	for text, want := range map[string]DateOrder{
		"Posted 23/04/2026": DayFirst, "04/23/26": MonthFirst, "04/05/2026": NoOrder, "12:30/45/2026": NoOrder, "2026/13/02": NoOrder, "31/32/2026": NoOrder, "no date": NoOrder, "23.04.2026": NoOrder,
	} {
		if got := OrderOfDate(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if OrderIn("us") != MonthFirst || OrderIn("gb") != DayFirst || OrderIn("") != NoOrder {
		t.Error("orders of countries")
	}
}
