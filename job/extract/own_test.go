package extract

import (
	"fmt"
	"strings"
	"testing"

	"gannet/features"
	"gannet/job"
)

// page puts marked-up objects into the head of a page.
func page(title, objects, body string) string {
	return `<html lang="en"><head><title>` + title + `</title><script type="application/ld+json">` + objects + `</script></head><body>` + body + `</body></html>`
}

const (
	weaver = `{"@type":"JobPosting","title":"Weaver","url":"https://a.example/job/1001/weaver","hiringOrganization":"Loom Ltd"}`
	dyer   = `{"@type":"JobPosting","title":"Dyer","url":"/job/1002","hiringOrganization":{"name":"Vat Ltd"}}`
	fuller = `{"@type":"JobPosting","title":"Fuller","url":"/job/1003","hiringOrganization":{"name":"Mill Ltd"}}`
	linen  = "<p>You weave linen and wool on the looms of our mill, keep them in order, mend what is torn and teach the new hands of every spring how all of it is done.</p>"
)

func TestPostingOfThePageItself(t *testing.T) {
	unnamed := strings.NewReplacer(`"url":"https://a.example/job/1001/weaver",`, "").Replace(weaver)
	many := "<h1>3 jobs</h1><ul><li><a href=/job/1001>Weaver</a><li><a href=/job/1002>Dyer</a><li><a href=/job/1003>Fuller</a></ul>"
	for _, c := range []struct {
		name, url, body string
		company         string // "" for a list
	}{
		{"similar jobs, by address", "https://a.example/job/1002", page("Jobs", "["+weaver+","+dyer+","+fuller+"]", "<h1>x</h1>"+linen), "Vat Ltd"},
		{"similar jobs in a graph", "https://www.a.example/job/1002/", page("Jobs", `{"@graph":[{"@type":"WebSite","name":"A"},{"@graph":[`+weaver+","+dyer+`]}]}`, linen), "Vat Ltd"},
		{"address in another language", "https://a.example/de/job/1002?from=mail", page("Jobs", "["+weaver+","+dyer+"]", linen), "Vat Ltd"},
		{"canonical address", "https://a.example/go?to=9", strings.Replace(page("Jobs", "["+weaver+","+dyer+"]", linen), "<title>", `<link rel=canonical href=/job/1002><title>`, 1), "Vat Ltd"},
		{"only the others have addresses", "https://a.example/w", page("x", "["+dyer+","+unnamed+","+fuller+"]", "<h1>Weaver</h1>"+linen), "Loom Ltd"},
		{"by title", "https://b.example/77", page("Weaver (m/f) | B", "["+dyer+","+weaver+","+fuller+"]", "<h1>Come to us</h1>"+linen), "Loom Ltd"},
		{"a list, each with its address", "https://a.example/jobs", page("Jobs in Leeds", "["+weaver+","+dyer+","+fuller+"]", many), ""},
		{"a list named after its jobs", "https://a.example/jobs", page("Weaver jobs", "["+weaver+","+weaver+","+dyer+"]", many), ""},
		{"a list of items", "https://a.example/jobs", page("Jobs", `{"@type":"ItemList","itemListElement":[{"item":`+weaver+`},{"item":`+dyer+`}]}`, many), ""},
		{"a list without addresses", "https://a.example/jobs", page("Jobs", `[`+unnamed+`,{"@type":"JobPosting","title":"Dyer"}]`, many), ""},
		{"one, of another page", "https://a.example/", page("A", dyer, "<h1>Work with us</h1><h2>Our mill</h2><a href=/job/1002>Dyer</a>"), ""},
		{"one, elsewhere but shown", "https://b.example/77", page("Dyer wanted - B", dyer, "<h1>Come to us</h1>"+linen), "Vat Ltd"},
		{"one, elsewhere, its text shown", "https://b.example/77", page("B", strings.Replace(dyer, `"title":"Dyer"`, `"title":"Hand","description":"`+strings.Trim(linen, "<p>/")+`"`, 1), "<h1>Come to us</h1>"+linen), "Vat Ltd"},
		{"one without an address", "https://a.example/x", page("A", unnamed, linen), "Loom Ltd"},
	} {
		kind, found := (&Extractor{}).Page(read(t, c.url, c.body), now)
		switch {
		case c.company == "" && kind != job.Listing:
			t.Errorf("%s: %v", c.name, kind)
		case c.company != "" && (kind != job.Detail || len(found) != 1 || found[0].Company != c.company):
			t.Errorf("%s: %v %+v", c.name, kind, found)
		}
	}
}

func TestDescriptionThatIsCut(t *testing.T) {
	long := "You weave linen and wool on the looms of our mill. You keep them in order and mend them when they break. " +
		"You teach the new hands how to do it, and write down what you have made at the end of every day."
	body := "<h1>Weaver</h1><p>" + long + "</p>"
	for _, c := range []struct {
		marked string
		source job.Method
	}{
		{long[:90] + "…", job.Page},
		{long[:90] + "... read more", job.Page},
		{long, job.JSONLD},
		{long[:len(long)-15], job.JSONLD},
		{"A wholly other text about the same work, which stands in no other place of this page.", job.JSONLD},
		{"Weaver", job.JSONLD},
	} {
		_, found := (&Extractor{}).Page(read(t, "https://a.example/1", page("Weaver", `{"@type":"JobPosting","title":"Weaver","description":"`+c.marked+`"}`, body)), now)
		p := found[0]
		if got := p.Provenance[job.Description].Method; got != c.source {
			t.Errorf("%q: from %s: %q", c.marked, got, p.Description)
		}
		if c.source == job.Page && p.Description != long {
			t.Errorf("%q: %q", c.marked, p.Description)
		}
	}
}

// Data of a list names the site or a row of it. It is not the page's own posting because the title element has that name.
func TestDataOfAList(t *testing.T) {
	const ad = `<script type="application/json">{"job":{"id":"47110","title":"Weaver","company":"Old Mill","place":"Leeds","datePosted":"2026-02-03","description":"%s"}}</script>`
	text := strings.Repeat("You look after the looms of our mill and teach the new hands. ", 4)
	data := fmt.Sprintf(ad, text)
	for name, test := range map[string]struct {
		url, body string
		sure      float64
		want      job.Kind
	}{
		"a list":                      {"https://a.example/jobs", "", .95, job.Listing},
		"perhaps a list":              {"https://a.example/jobs", "", .6, job.Detail},
		"the heading has the title":   {"https://a.example/jobs", "<h1>Weaver</h1>", .95, job.Detail},
		"the page shows the text":     {"https://a.example/jobs", "<p>" + text, .95, job.Detail},
		"the URL has the ad's number": {"https://a.example/jobs/47110", "", .95, job.Detail},
	} {
		e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Listing, test.sure }}
		p := read(t, test.url, "<title>Weaver</title>"+test.body+data)
		if kind, _ := e.Page(p, now); kind != test.want {
			t.Errorf("%s: %v, want %v", name, kind, test.want)
		}
	}
}
