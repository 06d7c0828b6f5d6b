package pagetext

import "testing"

func TestPartsOfTitles(t *testing.T) {
	for _, c := range []struct{ page, title, company, location string }{
		{"<title>Weaver at Loom in Ulm | Board</title><h1>Weaver</h1>", "Weaver", "Loom", "Ulm"},
		{"<title>Weaver in Ulm at Loom | Board</title><h1>Weaver</h1>", "Weaver", "Loom", "Ulm"},
		{"<title>Loom is hiring a Weaver</title><p>no heading", "Weaver", "Loom", ""},
		{"<title>Loom: Weaver</title><h1>Weaver</h1>", "Weaver", "Loom", ""},
		{"<title>Weaver - Loom Ltd - Ulm, Germany</title><h1>Weaver</h1>", "Weaver", "Loom Ltd", "Ulm, Germany"},
		{"<title>Weaver at Loom | Board</title><p>no heading", "Weaver", "Loom", ""},
		{"<title>Weaver at Loom</title><h1>Loom</h1>", "", "Loom", ""},
		{"<title>Weaver Ulm - Loom Group</title><h1>Weaver - Ulm</h1>", "Weaver - Ulm", "Loom Group", ""},
	} {
		r := readerOf(t, "https://board.example/1", c.page)
		r.readTitle()
		title, _ := r.title.best()
		company, _ := r.company.best()
		location, _ := r.location.best()
		if c.title != "" && title.value != c.title || company.value != c.company || location.value != c.location {
			t.Errorf("%s: %q, %q, %q", c.page, title.value, company.value, location.value)
		}
	}
}

func TestAHeadingInTheTitleIsSurer(t *testing.T) {
	r := readerOf(t, "https://board.example/1", "<title>Weaver | Board</title><h1>Work that you love</h1><h2>Weaver</h2>")
	r.readHeadings()
	slogan, weaver := sureOf(r.title, "Work that you love"), sureOf(r.title, "Weaver")
	if want := sureHeading * .75; !near(slogan, want) {
		t.Errorf("the slogan is sure by %g, want %g", slogan, want)
	}
	second := sureSubheading * later
	if want := 1 - (1-second)*(1-(sureInTitle-.1)); !near(weaver, want) {
		t.Errorf("the heading in the title is sure by %g, want %g", weaver, want)
	}
}

func TestCompanyIsCutOffTheTitle(t *testing.T) {
	r := &reader{v: known()}
	for _, c := range []struct{ title, company, want string }{
		{"Weaver at Loom", "Loom", "Weaver"}, {"Weaver | LOOM", "Loom", "Weaver"}, {"Loom: Weaver", "Loom", "Weaver"}, {"Loom - Weaver", "Loom", "Weaver"},
		{"Weaver for Loom", "Loom", "Weaver for Loom"}, {"Loom Weaver", "Loom", "Loom Weaver"}, {"Weaver | AB", "AB", "Weaver | AB"}, {"12 | Loom", "Loom", "12 | Loom"},
	} {
		if got := r.withoutCompany(c.title, c.company); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.title, c.company, got, c.want)
		}
	}
}

func TestNamesOfTheSite(t *testing.T) {
	r := readerOf(t, "https://www.harbourjobs.co.uk/1", `<meta property="og:site_name" content="Harbour Jobs"><p>x`)
	for text, want := range map[string]bool{"Harbour Jobs": true, "harbourjobs.co.uk": true, "Harbour Jobs UK": true, "Harbour": true, "Port": false, "": false, "co": true} {
		if got := r.site.isNamed(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if r := readerOf(t, "https://ab.co.uk/1", "<p>x"); !r.site.isNamed("AB") || r.site.isNamed("AC") {
		t.Errorf("the name before a country's second level is not the site's: %v", r.site.names)
	}
}

func TestOwnerOfACopyright(t *testing.T) {
	for text, want := range map[string]string{"© 2024 Loom Ltd. All rights reserved.": "Loom Ltd", "Copyright © 2020–2026 by Loom - Imprint": "Loom", "2026 Loom": "", "© 2026": ""} {
		if got, ok := copyright(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}
