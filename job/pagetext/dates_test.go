package pagetext

import (
	"strings"
	"testing"
	"time"
)

// A date means what the words of its line say; a lone date is no day of posting.
func TestDatesMeanWhatTheirWordsSay(t *testing.T) {
	for line, want := range map[string][2]string{ // the day of posting and the last day
		"<p>12 Feb 2026</p>":                                      {},
		"<p>Job closed on 12.02.2026</p>":                         {},
		"<p>Start 12 Feb 2026</p>":                                {},
		"<p>Last updated: 12 Feb 2026</p>":                        {},
		"<p>Updated 3 days ago</p>":                               {},
		"<p class=posted-date>Updated 3 days ago</p>":             {},
		"<p>Zuletzt geändert am 12.02.2026</p>":                   {},
		"<p>Posted 12 Feb 2026 | Updated 20 Feb 2026</p>":         {"2026-02-12", ""},
		"<p>Updated: 20 Feb 2026, posted: 12 Feb 2026</p>":        {"2026-02-12", ""},
		"<p>Updated: <time datetime=2026-02-20>20 Feb</time></p>": {},
		"<p>Founded 12.02.1998</p>":                               {},
		"<p>3 days ago</p>":                                       {"2026-03-29", ""},
		"<p>vor 3 Tagen</p>":                                      {"2026-03-29", ""},
		"<p>Posted 12 Feb 2026</p>":                               {"2026-02-12", ""},
		"<p>Published on 12 Feb 2026</p>":                         {"2026-02-12", ""},
		"<p>Veröffentlicht am 12.02.2026</p>":                     {"2026-02-12", ""},
		"<p>Apply by 12 May 2026</p>":                             {"", "2026-05-12"},
		"<p>Bewerbungsfrist: 12.05.2026</p>":                      {"", "2026-05-12"},
		"<p class=date>12 Feb 2026</p>":                           {"2026-02-12", ""},
		"<p class=date>Job closed on 12 Feb 2026</p>":             {},
		"<p class=date>Apply by 12 May 2026</p>":                  {"", "2026-05-12"},
		"<p class=posted-date>Thursday, 12 Feb 2026</p>":          {"2026-02-12", ""},
		"<p><time datetime=2026-02-12>12 Feb</time></p>":          {"2026-02-12", ""},
		"<p>Starts <time datetime=2026-02-12>12 Feb</time></p>":   {},
	} {
		lang := "en"
		if strings.ContainsAny(line, "öäB") || strings.Contains(line, "vor ") {
			lang = "de"
		}
		prose := strings.Repeat("You weave linen and wool on the looms of our mill and mend them. ", 8)
		page := pageOf(t, "https://a.example/1", lang, "<h1>Weaver</h1>"+line+"<p>"+prose+"</p>")
		p := new(Reader).Read(page, lang, testNow, nil)
		got := [2]string{dayOf(p.Posted), dayOf(p.ValidThrough)}
		if got != want {
			t.Errorf("%s: posted %q, last day %q, want %q", line, got[0], got[1], want)
		}
	}
}

func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
