package pagetext

import (
	"strings"
	"testing"
)

func TestHeadingsThatListFacts(t *testing.T) {
	prose := strings.Repeat("You weave linen and wool on the looms of our mill and mend them. ", 6)
	for _, test := range []struct{ heading, text, title, company, mode string }{
		{"Wollmill | Weaver | Leeds, UK | Full-time | On-site", "At Wollmill you learn the craft.", "Weaver", "Wollmill", "ON_SITE"},
		{"Weaver | Wollmill | Leeds, UK | Full-time", "Write to us at jobs@wollmill.example today.", "Weaver", "Wollmill", ""},
		{"Wollmill - Full-Stack Weaver - Leeds, UK", "You work at Wollmill.", "Full-Stack Weaver", "Wollmill", ""},
		{"Wollmill | Weaver | Remote (worldwide) or Leeds, UK | Full-time", "You work at Wollmill.", "Weaver", "Wollmill", "REMOTE"},
		{"Wollmill | Leeds or remote", "Wollmill is a mill. At Wollmill you learn the craft.", "Leeds or remote", "Wollmill", "REMOTE"},
		{"Weaver | Leeds, UK | Full-time", "As a Weaver you learn the craft.", "Weaver | Leeds, UK | Full-time", "", ""},
		{"Weaver | Wollmill", "At Wollmill you learn the craft.", "Weaver | Wollmill", "", ""}, // no fact
	} {
		page := pageOf(t, "https://a.example/1", "en", "<title>"+test.heading+"</title><h1>"+test.heading+"</h1><p>"+prose+test.text+"</p>")
		p := new(Reader).Read(page, "en", testNow, nil)
		if p.Title != test.title || p.Company != test.company || p.WorkMode != test.mode {
			t.Errorf("%q: title %q of %q, mode %q; want %q of %q, %q", test.heading, p.Title, p.Company, p.WorkMode, test.title, test.company, test.mode)
		}
	}
}

// A list of facts behind the description says the mode of work, as its sentences do.
func TestModeBehindTheDescription(t *testing.T) {
	prose := strings.Repeat("<p>You weave linen and wool on the looms of our mill and mend them.</p>", 6)
	page := pageOf(t, "https://a.example/1", "en", "<h1>Weaver</h1>"+prose+"<p>Contract: permanent</p><p>Salary: £30,000</p><p>- Working from home 2 days a week</p>")
	if p := new(Reader).Read(page, "en", testNow, nil); p.WorkMode != "HYBRID" {
		t.Errorf("mode %q of %q", p.WorkMode, p.Description)
	}
}
