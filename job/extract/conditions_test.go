package extract

import (
	"slices"
	"testing"

	"gannet/job"
)

// pageOf is a page of a posting with facts above its text and something behind it.
func pageOf(facts, text, behind string) string {
	return "<html lang=en><head><title>Weaver</title></head><body><main><h1>Weaver</h1>" + facts + "<div class=description><p>" + text +
		"</p><p>You weave linen and wool on the looms of our mill all day long, and mend them whenever they break.</p></div>" + behind + "</main></body></html>"
}

// TestModeOfPostings weighs what markup, labels, places and sentences say of the mode of work against each other.
func TestModeOfPostings(t *testing.T) {
	markup := func(properties string) string {
		return `<script type="application/ld+json">{"@type":"JobPosting","title":"Weaver","description":"You weave linen and wool on the looms of our mill all day long, and mend them.","jobLocation":{"address":{"addressLocality":"Leeds"}}` + properties + `}</script>`
	}
	data := func(properties string) string {
		return `<script type="application/json">{"job":{"title":"Weaver","company":"Old Mill","location":"Leeds","datePosted":"2026-02-03","description":"You weave linen and wool on the looms of our mill all day long, and mend them whenever they break."` + properties + `}}</script>`
	}
	for _, c := range []struct{ name, head, facts, text, want string }{
		{"nothing", "", "<dl><dt>Location</dt><dd>Leeds</dd></dl>", "", ""},
		{"a label", "", "<dl><dt>Location</dt><dd>Leeds</dd><dt>Remote</dt><dd>Yes</dd></dl>", "", "REMOTE"},
		{"a label with a mode", "", "<dl><dt>Location</dt><dd>Leeds</dd><dt>Workplace type</dt><dd>Hybrid</dd></dl>", "", "HYBRID"},
		{"a place", "", "<dl><dt>Location</dt><dd>Leeds (hybrid)</dd></dl>", "", "HYBRID"},
		{"a fact in a list", "", "<p>Leeds | On-site | Full-time</p>", "", "ON_SITE"},
		{"a sentence against a place", "", "<dl><dt>Location</dt><dd>US, TX, Remote</dd></dl>", "This position is 100% on-site at our mill. It does not offer remote or hybrid work.", "ON_SITE"},
		{"a perk", "", "<dl><dt>Location</dt><dd>Leeds</dd></dl>", "You may work from anywhere four weeks a year.", ""},
		{"markup", markup(`,"jobLocationType":"TELECOMMUTE"`), "", "", "REMOTE"},
		{"markup and a hybrid text", markup(`,"jobLocationType":["TELECOMMUTE","Hybrid"]`), "", "", "HYBRID"},
		{"a flag beside a word", data(`,"isRemote":true,"workplaceType":"Hybrid"`), "", "", "HYBRID"},
		{"flags that deny", data(`,"remote":false,"hybrid":false`), "", "", "ON_SITE"},
		{"a flag", data(`,"isRemote":true`), "", "", "REMOTE"},
	} {
		e, page := &Extractor{}, read(t, "https://a.example/1", pageOf(c.facts, c.text, c.head))
		var p *job.Posting
		if c.head == "" {
			p = e.Known(page, now)
		} else if _, all := e.Page(page, now); len(all) == 1 {
			p = all[0]
		}
		if p == nil {
			t.Errorf("%s: no posting", c.name)
			continue
		}
		remote := p.SchemaOrg()["jobLocationType"] != nil
		if p.WorkMode != c.want || p.Remote != (c.want == "REMOTE") || remote != p.Remote {
			t.Errorf("%s: %q, remote %t, want %q", c.name, p.WorkMode, p.Remote, c.want)
		}
		if _, ok := p.Provenance[job.WorkMode]; ok != (c.want != "") {
			t.Errorf("%s: origin %v", c.name, p.Provenance[job.WorkMode])
		}
	}
}

// TestConditionsOfPostings reads the other conditions from a page's words.
func TestConditionsOfPostings(t *testing.T) {
	e := &Extractor{}
	p := e.Known(read(t, "https://a.example/1", pageOf("<dl><dt>Contract duration</dt><dd>18 months</dd><dt>Career level</dt><dd>Senior</dd></dl>", "You must have the right to work in the UK.", `<a href="/apply/1">Apply now</a>`)), now)
	if p.Term != "FIXED_TERM" || p.Duration != "P18M" || p.Seniority != "SENIOR" || p.ApplyURL != "https://a.example/apply/1" || !slices.Equal(p.Eligibility, []string{"You must have the right to work in the UK"}) {
		t.Errorf("%+v", p.Details)
	}
	for _, field := range []job.Field{job.Term, job.Duration, job.Seniority, job.ApplyURL, job.Eligibility} {
		if p.Provenance[field].Confidence == 0 {
			t.Errorf("%s has no origin", field)
		}
	}
	p = e.Known(read(t, "https://a.example/1", pageOf("<p>Permanent</p>", "", "")), now)
	if p.Term != "PERMANENT" || p.Duration != "" || p.ApplyURL != "" || p.Eligibility != nil {
		t.Errorf("%+v", p.Details)
	}
}

// TestSpeculativeApplications are no postings: nobody is sought.
func TestSpeculativeApplications(t *testing.T) {
	const markup = `<title>%s</title><script type="application/ld+json">{"@type":"JobPosting","title":"Open application","description":"We keep what you send us for a year, and write to you when we look for somebody."}</script><h1>Open application</h1>`
	if kind, found := (&Extractor{}).Page(read(t, "https://a.example/1", markup), now); kind != job.Other || len(found) > 0 {
		t.Errorf("%v, %v", kind, found)
	}
}
