package pagetext

import (
	"testing"
	"time"

	"gannet/job"
)

// readerOf returns a reader before it has read anything of a page.
func readerOf(t *testing.T, url, body string) *reader {
	t.Helper()
	p := pageOf(t, url, "en", body)
	r := &reader{v: known(), outline: outlineOf(p.Tree()), posting: &job.Posting{URL: url, Provenance: map[job.Field]job.Provenance{}}, lang: "en", now: dateClock{now: testNow}}
	r.site = siteOf(url, r.outline)
	r.labelled = make([]bool, len(r.outline.lines))
	return r
}

func TestTheLikeliestDatePayAndTypeStay(t *testing.T) {
	r := readerOf(t, "https://a.example/1", "<p>x")
	parse := func(field job.Field, value string, sure float64, want bool) {
		t.Helper()
		if got := r.parse(field, value, sure, job.Label); got != want {
			t.Errorf("%s %q at %g: taken %v", field, value, sure, got)
		}
	}
	parse(job.Salary, "£20 an hour", .6, true)
	parse(job.Salary, "£90 an hour", .6, false)
	parse(job.Salary, "competitive", .9, false)
	parse(job.Salary, "£21 an hour", .7, true)
	parse(job.Employment, "Part-time", .5, true)
	parse(job.Employment, "whenever", .8, false)
	parse(job.ValidThrough, "2026-12-24", .5, true)
	parse(job.Posted, testNow.AddDate(0, 1, 0).Format(time.DateOnly), .5, false)
	parse(job.Posted, "2026-01-30", .5, true)
	parse(job.Title, "Weaver", .9, false)
	p := r.posting
	if p.Salary.Max != 21 || p.Salary.Unit != "HOUR" || len(p.Employment) != 1 || p.Employment[0] != "PART_TIME" {
		t.Errorf("salary %+v, employment %v", p.Salary, p.Employment)
	}
	if !p.ValidThrough.Equal(day(2026, 12, 24)) || !p.Posted.Equal(day(2026, 1, 30)) {
		t.Errorf("posted %v, valid through %v", p.Posted, p.ValidThrough)
	}
	r.chooseValues()
	if got, want := p.Provenance[job.Salary], (job.Provenance{Method: job.Label, Confidence: .7}); got != want {
		t.Errorf("salary by %+v, want %+v", got, want)
	}
}

func TestConfidenceOfLabels(t *testing.T) {
	for body, want := range map[string]float64{
		"<dl><dt>Company<dd>Loom</dl>":                                    sureCell,
		"<p>Company: Loom":                                                sureColon,
		"<div>Company</div><div>Loom</div>":                               sureBelow,
		"<p>Company</p><p>Loom</p>":                                       sureProse,
		"<aside><p>Company: Loom</aside>":                                 sureColon * .6,
		"<p>Company: Loom | Location: Ulm":                                sureColon,
		"<table><tr><th>Company<th>Location<tr><td>Loom<td>Ulm</table>":   sureCell,
		"<p><b>Company:</b> Loom <b>Location:</b> Ulm":                    sureCell,
		"<nav><p>Company: Loom</nav>":                                     0,
		"<p>Company: Apply now":                                           0,
		"<div>Company</div><h1>Loom</h1>":                                 0,
		"<div>Company</div><div>Location</div><div>Ulm</div>":             0,
		"<p>Company: loom@loom.example":                                   0,
		"<p>Weather: fair | Company: Loom | Location: Ulm":                sureColon,
		"<dl><dt>Location<dd>Ulm<dt>Company<dd>Loom<dt>Salary<dd>£1</dl>": sureCell,
	} {
		r := readerOf(t, "https://a.example/1", body)
		r.readLabels()
		if got := sureOf(r.company, "Loom"); !near(got, want) {
			t.Errorf("%s: the company is sure by %g, want %g (%+v)", body, got, want, r.company)
		}
	}
}

func TestContactInText(t *testing.T) {
	r := readerOf(t, "https://a.example/1", "<p>x")
	r.readContact("ask us; Robin Bobbin (robin@loom.example), 020 7946 0000 | Kim Doe")
	if want := (job.Person{Name: "Robin Bobbin", Email: "robin@loom.example)", Phone: "020 7946 0000"}); r.posting.Contact.Name != want.Name || r.posting.Contact.Phone != want.Phone {
		t.Errorf("contact %+v, want %+v", r.posting.Contact, want)
	}
}

func TestIdentifierInURLs(t *testing.T) {
	for url, want := range map[string]float64{
		"https://a.example/jobs/481516":             .6,
		"https://a.example/view?jk=481516":          .6,
		"https://a.example/weaver-481516.html":      .5,
		"https://a.example/481516-weaver":           .5,
		"https://a.example/481516/apply":            .6,
		"https://a.example/jobs/481":                0,
		"https://a.example/weaver-abcdefghijk48151": 0,
	} {
		r := readerOf(t, url, "<p>x")
		r.readID()
		got, _ := r.id.best()
		if got.value == "" {
			got.doubt = 1
		}
		if !near(1-got.doubt, want) || want > 0 && got.value != "481516" {
			t.Errorf("%s: %q by %g, want %g", url, got.value, 1-got.doubt, want)
		}
	}
	r := readerOf(t, "https://a.example/jobs/481516", "<p>x")
	r.id.addValue("R-7", .5, byLabel, 1)
	if r.readID(); len(r.id) != 1 {
		t.Errorf("a label gave the identifier, and the URL another: %+v", r.id)
	}
}

func TestDaysAheadOfNow(t *testing.T) {
	c := dateClock{now: testNow}
	for text, want := range map[string]bool{testNow.AddDate(0, 0, 1).Format(time.DateOnly): true, testNow.AddDate(0, 0, 3).Format(time.DateOnly): false} {
		if _, ok := c.past(text, "en", time.Time{}); ok != want {
			t.Errorf("%s: taken %v", text, ok)
		}
	}
}
