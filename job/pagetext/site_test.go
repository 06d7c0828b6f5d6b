package pagetext

import (
	"strings"
	"testing"
)

// On the pages of an employer that has one job in many towns, what all pages share is the company and what varies is the place, known or not.
func TestOneJobInManyTowns(t *testing.T) {
	text := "<h2>The work</h2><p>" + strings.Repeat("You weave cloth, mend the looms and keep the floor clean. We pay for your training. ", 4) + "</p>"
	for _, town := range []string{"York", "Graz", "Nether Poppleton"} {
		for _, facts := range []string{"<p>" + town + " · Full time</p>", "<ul><li>Location: " + town + "</li><li>Type: Full time</li></ul>", "<div><span>" + town + "</span></div>"} {
			for _, site := range []struct{ title, meta, foot string }{
				{"Weaver - " + town + " | Loom &amp; Shuttle", `<meta property="og:site_name" content="Loom &amp; Shuttle">`, ""},
				{"Weaver - " + town + " - Loom &amp; Shuttle", "", "<footer>© 2026 Loom &amp; Shuttle. All rights reserved.</footer>"},
				{"Weaver, " + town + " - Loom &amp; Shuttle", `<meta name="application-name" content="Loom &amp; Shuttle">`, ""},
			} {
				page := `<html lang="en"><head><title>` + site.title + `</title>` + site.meta + `</head><a href="/careers">Careers</a><h1>Weaver</h1>` + facts + text + `<a href="/apply/1">Apply</a>` + site.foot
				for name, reader := range map[string]*Reader{"rules": new(Reader), "judge": testReader(t)} {
					p := reader.Read(pageOf(t, "https://a.example/careers/weaver-1", "en", page), "en", testNow, nil)
					if p.Company != "Loom & Shuttle" || p.Location != town {
						t.Errorf("%s: %s, %+v: company %q, place %q", name, facts, site, p.Company, p.Location)
					}
				}
			}
		}
	}
}

// A board's name is no employer, and a label may name an employer that has a town's name.
func TestSitesOfBoardsAndTowns(t *testing.T) {
	text := "<h2>The work</h2><p>" + strings.Repeat("You weave cloth, mend the looms and keep the floor clean. You stand all day. ", 4) + "</p>"
	for _, test := range []struct{ name, title, facts, company, place string }{
		{"Jobhaven", "Weaver - Loom &amp; Shuttle - York | Jobhaven", "<p>Loom &amp; Shuttle · York</p>", "Loom & Shuttle", "York"},
		{"Jobhaven", "Weaver - York | Jobhaven", "<p>York · Full time</p>", "", "York"},
		{"Loom &amp; Shuttle", "Weaver | Loom &amp; Shuttle", "<dl><dt>Company</dt><dd>York</dd><dt>Location</dt><dd>Leeds</dd></dl>", "York", "Leeds"},
	} {
		page := `<html lang="en"><head><title>` + test.title + `</title><meta property="og:site_name" content="` + test.name + `"></head><h1>Weaver</h1>` + test.facts + text
		p := new(Reader).Read(pageOf(t, "https://a.example/1", "en", page), "en", testNow, nil)
		if p.Company != test.company || p.Location != test.place {
			t.Errorf("%s: company %q, place %q, want %q and %q", test.title, p.Company, p.Location, test.company, test.place)
		}
	}
}
