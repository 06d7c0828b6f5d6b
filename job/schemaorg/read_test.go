package schemaorg

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"gannet/features"
	"gannet/job"
)

func parse(t testing.TB, page string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Skip(err) // deeper than the parser allows
	}
	return doc
}

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

const address = "https://jobs.example/42"

// baker is the posting that the pages below mark up, without its origins.
var baker = job.Posting{
	URL: address, ID: "B-42", Title: "Baker", Company: "Acorn Ltd", Location: "Leeds LS1, West Yorkshire, GB", Posted: day(2026, 2, 3), ValidThrough: day(2026, 4, 1),
	Employment: []string{"FULL_TIME", "PART_TIME"}, Salary: job.Pay{Min: 24000, Max: 28000, Currency: "GBP", Unit: "YEAR"},
	Contact: job.Person{Name: "Ann Oak", Email: "ann@acorn.example", Phone: "+44 1"}, Description: "Bake bread & cakes.\nStart at four.\nEnd at noon.",
}

// without gives a posting less its origins, and the source that all of them have.
func without(t *testing.T, p *job.Posting) (job.Posting, job.Method) {
	t.Helper()
	var source job.Method
	for field, origin := range p.Provenance {
		if source != "" && source != origin.Method || origin.Confidence <= 0 || origin.Confidence > 1 {
			t.Errorf("%s: origin %v", field, origin)
		}
		source = origin.Method
	}
	plain := *p
	plain.Provenance = nil
	plain.Details = job.Details{} // TestShapes has them
	plain.Salary = amountsOf(plain.Salary)
	return plain, source
}

// amountsOf returns a pay without its text.
func amountsOf(p job.Pay) job.Pay {
	p.Raw, p.Basis, p.Note = "", "", ""
	return p
}

const bakerJSON = `{"@context": "https://schema.org", "@type": "JobPosting", "title": "Baker",
 "description": "&lt;p&gt;Bake bread &amp;amp; cakes.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Start at four.&lt;/li&gt;&lt;li&gt;End at noon.&lt;/li&gt;&lt;/ul&gt;",
 "identifier": {"@type": "PropertyValue", "name": "Acorn", "value": "B-42"}, "datePosted": "2026-02-03", "validThrough": "2026-04-01T00:00:00Z",
 "employmentType": ["FULL_TIME", "PART_TIME"], "hiringOrganization": {"@type": "Organization", "name": "Acorn Ltd"},
 "jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", "streetAddress": "1 Mill", "addressLocality": "Leeds", "addressRegion": "West Yorkshire", "postalCode": "LS1", "addressCountry": {"@type": "Country", "name": "GB"}}},
 "baseSalary": {"@type": "MonetaryAmount", "currency": "GBP", "value": {"@type": "QuantitativeValue", "minValue": 24000, "maxValue": 28000, "unitText": "YEAR"}},
 "applicationContact": {"@type": "ContactPoint", "name": "Ann Oak", "email": "mailto:ann@acorn.example", "telephone": "+44 1"}}`

const bakerMicrodata = `<div itemscope itemtype="http://schema.org/JobPosting" itemref="more nowhere">
<h1 itemprop="title"> Baker </h1><meta itemprop="datePosted" content="2026-02-03">
<time itemprop="validThrough" datetime="2026-04-01">1 April</time>
<span itemprop="employmentType">Full-time</span> <span itemprop="employmentType">part time</span>
<div itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization"><a itemprop="name" href="/acorn">Acorn Ltd</a><img itemprop="logo" src="x.png"></div>
<div itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><b itemprop="addressLocality">Leeds</b>, <b itemprop="addressRegion">West Yorkshire</b> <i itemprop="postalCode">LS1</i> <meta itemprop="addressCountry" content="GB"></span></div>
<span itemprop="baseSalary" itemscope itemtype="http://schema.org/MonetaryAmount"><meta itemprop="currency" content="GBP"><i itemprop="value" itemscope itemtype="http://schema.org/QuantitativeValue"><data itemprop="minValue" value="24000">24 thousand</data><meta itemprop="maxValue" content="28000"><meta itemprop="unitText" content="YEAR"></i></span>
<div itemprop="description"><p>Bake  bread &amp; cakes.</p><ul><li>Start at four.<li>End at noon.</ul><script>x</script></div></div>
<p id="more"><span itemprop="identifier">B-42</span><span itemprop="applicationContact" itemscope><i itemprop="name">Ann Oak</i><a itemprop="email" href="mailto:ann@acorn.example">write</a><i itemprop="telephone">+44 1</i></span></p>`

const bakerRDFa = `<html prefix="og: https://ogp.me/ns# s: https://schema.org/"><head><meta property="og:title" content="Not the title"></head><body>
<div vocab="https://schema.org/" typeof="JobPosting"><meta property="og:description" content="not this"><h1 property="title">Baker</h1><meta property="datePosted" content="2026-02-03"><meta property="s:validThrough" content="2026-04-01">
<link property="employmentType" href="https://schema.org/FULL_TIME"><span property="schema:employmentType">part time</span><b property="identifier">B-42</b>
<div property="hiringOrganization" typeof="Organization"><a property="name" href="/acorn">Acorn Ltd</a></div>
<div property="jobLocation" typeof="Place"><span property="address" typeof="PostalAddress"><b property="addressLocality">Leeds</b> <b property="addressRegion">West Yorkshire</b> <i property="postalCode">LS1</i> <b property="addressCountry">GB</b></span></div>
<span property="baseSalary">£24,000 - £28,000 a year</span>
<p property="applicationContact" typeof="ContactPoint"><i property="name">Ann Oak</i><i property="email">ann@acorn.example</i><i property="telephone">+44 1</i></p>
<div property="http://schema.org/description"><p>Bake bread &amp; cakes.</p>Start at four.<br>End at noon.</div></div></body></html>`

func TestRead(t *testing.T) {
	script := func(s string) string {
		return `<html><head><script type="application/ld+json">` + s + `</script></head><body><h1>x</h1></body></html>`
	}
	for _, test := range []struct {
		name, page string
		source     job.Method
	}{
		{"JSON-LD", script(bakerJSON), job.JSONLD},
		{"a list", script("[" + bakerJSON + "]"), job.JSONLD},
		{"a graph", script(`{"@context": "https://schema.org", "@graph": [{"@type": "WebPage", "name": "x"}, ` + bakerJSON + `]}`), job.JSONLD},
		{"main entity", script(`{"@type": "WebPage", "mainEntity": {"@type": "ItemPage", "mainEntity": ` + bakerJSON + `}}`), job.JSONLD},
		{"types in a list", script(strings.Replace(bakerJSON, `"JobPosting"`, `["Thing", "JobPosting"]`, 1)), job.JSONLD},
		{"type as an IRI", script(strings.Replace(bakerJSON, `"JobPosting"`, `"https://schema.org/JobPosting"`, 1)), job.JSONLD},
		{"names as IRIs", script(strings.Replace(strings.Replace(bakerJSON, `"title"`, `"http://schema.org/title"`, 1), `"datePosted"`, `"schema:datePosted"`, 1)), job.JSONLD},
		{"raw newlines", script(strings.Replace(bakerJSON, "&lt;ul&gt;", "\n\t&lt;ul&gt;\n", 1)), job.JSONLD},
		{"broken script first", script(`{"@type": "WebPage", `) + script(bakerJSON), job.JSONLD},
		{"twice the same", script(bakerJSON) + script(bakerJSON), job.JSONLD},
		{"type with charset", strings.Replace(script(bakerJSON), `application/ld+json`, `Application/LD+JSON; charset=utf-8`, 1), job.JSONLD},
		{"company by reference", script(`[{"@type": "Organization", "@id": "#acorn", "name": "Acorn Ltd"}, ` + strings.Replace(bakerJSON, `{"@type": "Organization", "name": "Acorn Ltd"}`, `{"@id": "#acorn"}`, 1) + `]`), job.JSONLD},
		{"microdata", bakerMicrodata, job.Microdata},
		{"RDFa", bakerRDFa, job.RDFa},
		{"JSON-LD before microdata", script(bakerJSON) + strings.ReplaceAll(bakerMicrodata, "Baker", "Cook"), job.JSONLD},
	} {
		got := Read(parse(t, test.page), address, now)
		if len(got) != 1 {
			t.Errorf("%s: %d postings", test.name, len(got))
			continue
		}
		p, source := without(t, got[0])
		if !reflect.DeepEqual(p, baker) || source != test.source {
			t.Errorf("%s: %s\n%+v, want %s\n%+v", test.name, source, p, test.source, baker)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, test := range []struct{ properties, want string }{
		{`"jobLocation": "Leeds, GB"`, "Leeds, GB"},
		{`"jobLocation": {"@type": "Place", "address": "Leeds, GB"}`, "Leeds, GB"},
		{`"jobLocation": {"@type": "Place", "name": "Leeds"}`, "Leeds"},
		{`"jobLocation": {"@type": "PostalAddress", "addressLocality": "Leeds", "addressCountry": "GB"}`, "Leeds, GB"},
		{`"jobLocation": [{"address": {"addressLocality": "Leeds"}}, {"address": {"addressLocality": "York"}}, {"address": {"addressLocality": "Leeds"}}]`, "Leeds; York"},
		{`"jobLocation": {"address": [{"addressLocality": "Leeds, England", "addressRegion": "England"}]}`, "Leeds, England"},
		{`"jobLocation": {"address": {"addressLocality": "12345", "addressRegion": null, "addressCountry": "CZ"}}`, "CZ"},
		{`"jobLocationType": "TELECOMMUTE"`, "Remote"},
		{`"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": [{"@type": "Country", "name": "Norway"}, {"@type": "Country", "name": "Sweden"}]`, "Remote, Norway, Sweden"},
		{`"jobLocationType": "TELECOMMUTE", "hiringOrganization": "Acorn", "jobLocation": {"address": {"addressLocality": "Acorn"}}`, "Remote"},
		{`"jobLocation": {"address": {"addressLocality": "Anywhere", "addressCountry": "Anywhere"}}`, "Remote"},
		{`"jobLocation": null`, ""},
		{`"jobLocation": [[[["Leeds"]]], 5, {"address": 7}]`, ""},
	} {
		got, err := FromJSON([]byte(`{"@type": "JobPosting", "title": "x", `+test.properties+`}`), "", now)
		if err != nil || got[0].Location != test.want {
			t.Errorf("%s: %q %v, want %q", test.properties, got[0].Location, err, test.want)
		}
	}
}

func TestSalaries(t *testing.T) {
	for _, test := range []struct {
		properties string
		want       job.Pay
	}{
		{`"baseSalary": "£20 an hour"`, job.Pay{Min: 20, Max: 20, Currency: "GBP", Unit: "HOUR"}},
		{`"baseSalary": 30000, "salaryCurrency": "EUR"`, job.Pay{Min: 30000, Max: 30000, Currency: "EUR"}},
		{`"baseSalary": {"@type": "MonetaryAmount", "currency": "USD", "value": "55000", "unitCode": "ANN"}`, job.Pay{Min: 55000, Max: 55000, Currency: "USD", Unit: "YEAR"}},
		{`"baseSalary": {"currency": "usd", "minValue": "1,000", "maxValue": "2,000", "unitText": "per month"}`, job.Pay{Min: 1000, Max: 2000, Currency: "USD", Unit: "MONTH"}},
		{`"baseSalary": {"currency": "€", "value": {"value": 12.5, "unitText": "HUR"}}`, job.Pay{Min: 12.5, Max: 12.5, Currency: "EUR", Unit: "HOUR"}},
		{`"baseSalary": {"@type": "PriceSpecification", "price": 900, "priceCurrency": "CHF"}`, job.Pay{Min: 900, Max: 900, Currency: "CHF"}},
		{`"baseSalary": {"currency": "GBP", "value": {"minValue": "0", "maxValue": "0", "value": "£31,365 - £37,890 per annum"}}`, job.Pay{Min: 31365, Max: 37890, Currency: "GBP", Unit: "YEAR"}},
		{`"baseSalary": {"currency": "GBP", "value": {"minValue": 150, "maxValue": 130, "unitText": "DAY"}}`, job.Pay{Min: 130, Max: 150, Currency: "GBP", Unit: "DAY"}},
		{`"baseSalary": {"currency": "GBP", "value": {"minValue": "150", "maxValue": "150", "value": "£150.40 per week", "unitText": "YEAR"}}`, job.Pay{Min: 150.4, Max: 150.4, Currency: "GBP", Unit: "WEEK"}},
		{`"baseSalary": {"currency": "USD", "value": {"minValue": -1, "maxValue": 70000, "unitText": "YEAR"}}`, job.Pay{Max: 70000, Currency: "USD", Unit: "YEAR"}},
		{`"baseSalary": {"currency": "GBP", "value": [60000, 45000], "unitText": "YEAR"}`, job.Pay{Min: 45000, Max: 60000, Currency: "GBP", Unit: "YEAR"}},
		{`"baseSalary": {"currency": "GBP", "value": {"value": "negotiable", "unitText": "YEAR"}}`, job.Pay{}},
		{`"baseSalary": null, "estimatedSalary": [{"currency": "GBP", "value": {"minValue": 5}}]`, job.Pay{Min: 5, Currency: "GBP"}},
	} {
		got, err := FromJSON([]byte(`{"@type": "JobPosting", "title": "x", `+test.properties+`}`), "", now)
		if err != nil || amountsOf(got[0].Salary) != test.want {
			t.Errorf("%s: %v %v, want %v", test.properties, got[0].Salary, err, test.want)
		}
	}
}

func TestSeveral(t *testing.T) {
	page := `<script type="application/ld+json">{"@type": "ItemList", "itemListElement": [{"item": {"@type": "JobPosting", "title": "Baker", "url": "/1"}}, {"item": {"@type": "JobPosting", "title": "Cook", "url": "javascript:x"}}, {"@type": "JobPosting"}]}</script>`
	got := Read(parse(t, page), address, now)
	if len(got) != 2 || got[0].URL != "https://jobs.example/1" || got[1].URL != address {
		t.Errorf("%d postings: %v", len(got), got)
	}
	if _, err := FromJSON([]byte(`{"a": 1}`), "", now); err == nil {
		t.Error("no error without a posting")
	}
	if got, err := FromJSON([]byte(`{"title": "Baker", "hiringOrganization": "Acorn"}`), "", now); err != nil || got[0].Company != "Acorn" {
		t.Errorf("without a type: %v %v", got, err)
	}
}

func TestPlainKeys(t *testing.T) {
	got, err := FromJSON([]byte(`{"id": 7, "title": "Baker", "company": "Acorn", "region": "Leeds", "date": "03.02.2026", "language": "de", "html": "<p>Bake.</p><p>Clean.</p>", "url": "https://a.example/7", "salary": "£20 an hour", "employment": "Vollzeit"}`), "", now)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := without(t, got[0])
	want := job.Posting{ID: "7", Title: "Baker", Company: "Acorn", Location: "Leeds", Posted: day(2026, 2, 3), Language: "de", Description: "Bake.\nClean.", URL: "https://a.example/7",
		Salary: job.Pay{Min: 20, Max: 20, Currency: "GBP", Unit: "HOUR"}, Employment: []string{"FULL_TIME"}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v, want %+v", p, want)
	}
	if _, err := FromJSON([]byte(`{"id": 7, "text": " "}`), "", now); err == nil {
		t.Error("no error without title and text")
	}
}

// What SchemaOrg writes, FromJSON reads.
func TestRoundTrip(t *testing.T) {
	full := baker
	full.Language, full.Duties, full.Employer = "en", "Bake bread and more of it.", "Acorn bakes since 1900."
	for _, want := range []job.Posting{full, baker, {Title: "x"}, {Title: "x", Posted: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), Employment: []string{"INTERN"}, Salary: job.Pay{Min: 9.5, Max: 9.5}}, {Title: "x", Salary: job.Pay{Min: 9}}, {Title: "x", Salary: job.Pay{Max: 9, Unit: "HOUR"}},
		{Title: "x", Location: "Leeds; York", Contact: job.Person{Phone: "1"}}} {
		raw, err := json.Marshal(want.SchemaOrg())
		if err != nil {
			t.Fatal(err)
		}
		got, err := FromJSON(raw, "", now)
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %v", raw, err)
		}
		if p, _ := without(t, got[0]); !reflect.DeepEqual(p, want) {
			t.Errorf("%s:\n%+v, want\n%+v", raw, p, want)
		}
	}
}

func check(t *testing.T, postings []*job.Posting) {
	t.Helper()
	for _, p := range postings {
		if p.Title == "" && p.Description == "" || len(p.Provenance) == 0 || p.Salary.Max > 0 && p.Salary.Max < p.Salary.Min {
			t.Errorf("posting %+v", p)
		}
		for field := range p.Provenance {
			if !slices.Contains(append(job.Fields(), job.DetailFields()...), field) {
				t.Errorf("field %q", field)
			}
		}
	}
}

func FuzzJSONLD(f *testing.F) {
	for _, s := range []string{bakerJSON, `[[[[[[`, `{"@type":"JobPosting","title":{"@value":{"@value":{"name":{"name":"x"}}}}}`, `{"@id":"a","@type":"JobPosting","title":{"@id":"a"}}`, `{"a":"b" "c" "d" : , ]`, "{&quot;", `{"@type":"JobPosting","title":"x","description":"&lt;&lt;&lt;<p"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		postings, err := FromJSON(raw, "", now)
		if (err == nil) != (len(postings) > 0) {
			t.Errorf("%d postings, %v", len(postings), err)
		}
		check(t, postings)
	})
}

func FuzzMicrodata(f *testing.F) {
	for _, s := range []string{bakerMicrodata, bakerRDFa, `<a id=a itemscope itemtype=JobPosting itemref="a a b"><b id=b itemscope itemprop=x itemref=a itemprop=title>t`, `<p typeof=JobPosting property="a:b :c d: http://schema.org/title">`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, page string) { check(t, Read(parse(t, page), address, now)) })
}

// Hostile pages take work in proportion to their size: the steps are counted, not timed.
func TestHostilePages(t *testing.T) {
	nested := strings.Repeat(`<div itemscope itemprop=title itemtype=JobPosting><b itemprop=description>x`, 200)
	wide := `<div itemscope itemtype=JobPosting itemref="` + strings.Repeat("r ", 5000) + `"><i itemprop=title>x</i></div><p id=r>` + strings.Repeat(`<i itemprop=title>y</i>`, 5000)
	for name, page := range map[string]string{"nested": nested, "wide": wide} {
		doc := parse(t, page)
		found := scan(doc)
		nodes := 0
		for range doc.Descendants() {
			nodes++
		}
		w := &walker{syntax: microdata{ids: found.ids}, used: map[*html.Node]bool{}}
		w.walk(doc, nil, 0)
		if w.steps > min(maxSteps, 600*nodes) {
			t.Errorf("%s: %d steps for %d nodes", name, w.steps, nodes)
		}
		check(t, Read(doc, address, now))
	}
	for _, text := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), strings.Repeat(`"`, 1<<20), `{"a":"` + strings.Repeat(`" `, 1<<19), strings.Repeat(`{"a`, 1<<18)} {
		if got := Read(parse(t, `<script type="application/ld+json">`+text+`</script>`), address, now); len(got) != 0 {
			t.Errorf("%d postings", len(got))
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for name, page := range map[string]string{"JSONLD": `<script type="application/ld+json">` + bakerJSON + `</script>`, "Microdata": bakerMicrodata, "None": "<body>" + strings.Repeat("<p class=x>word <a href=y>z</a>", 300)} {
		doc, err := html.Parse(bytes.NewReader([]byte(page)))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Read(doc, address, now)
			}
		})
	}
}

// TestDatesInNumbers: which number is the day shows in the page's language and region. A date that could be two days is not read where
// nothing shows it.
func TestDatesInNumbers(t *testing.T) {
	const both, one = "04/05/2026", "24/05/2026"
	day := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		html, inLanguage, date string
		want                   time.Time
	}{
		{`<html lang="fr">`, "", both, day(5, 4)},
		{`<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="fr">`, "", both, day(5, 4)},
		{`<html lang="en">`, "", both, day(4, 5)},
		{`<html lang="en-US">`, "", both, day(4, 5)},
		{`<html lang="en_GB">`, "", both, day(5, 4)},
		{`<html lang="en">`, "fr", both, day(5, 4)},
		{`<html>`, "fr", both, day(5, 4)},
		{`<html>`, "", both, time.Time{}},
		{`<html>`, "", one, day(5, 24)},
		{`<html>`, "", "2026-05-04", day(5, 4)},
	} {
		for _, markup := range []string{
			`<script type="application/ld+json">{"@type":"JobPosting","title":"Cook","inLanguage":"` + c.inLanguage + `","validThrough":"` + c.date + `"}</script>`,
			`<div itemscope itemtype="https://schema.org/JobPosting"><b itemprop="title">Cook</b><i itemprop="inLanguage">` + c.inLanguage +
				`</i><i itemprop="validThrough">` + c.date + `</i></div>`,
		} {
			p, err := features.NewReader().Read("http://inn.test/1", []byte(c.html+markup))
			if err != nil {
				t.Fatal(err)
			}
			got := ReadPage(p, day(4, 1))
			if len(got) != 1 || !got[0].ValidThrough.Equal(c.want) {
				t.Errorf("%s %s: %+v, want %v", c.html, markup, got, c.want)
			}
		}
	}
}
